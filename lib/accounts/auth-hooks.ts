import * as links from "@/lib/accounts/links";
import { PROVIDER_NAMES, type ProviderId } from "@/lib/accounts/providers";
import { pool, prisma } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { notify } from "@/lib/notifications/service";

type Credential = { userId: string; providerId: string };

/** A way to sign in as it is stored: without the provider's tokens, for which we have no use. */
export async function storedCredential<C extends Credential>(credential: C) {
  return { data: { ...credential, accessToken: null, refreshToken: null, idToken: null, scope: null } };
}

/** Tells the owner of an account that somebody may sign in to it with a provider from now on. */
export async function announceProvider({ userId, providerId }: Credential): Promise<void> {
  const name = PROVIDER_NAMES[providerId as ProviderId];
  const others = await prisma().credential.count({ where: { ownerId: userId, NOT: { providerId } } });
  const passkeys = await prisma().passkey.count({ where: { accountId: userId } });
  // An account that this sign-in has made has no other way in.
  if (others + passkeys > 0)
    await notify(pool(), userId, newId(), { kind: "security_provider", data: { isOn: true, name } });
}

/** Mails the link that proves an email to an account whose provider's word is not enough. */
export async function announceUnverified(account: { email: string; emailVerified: boolean }): Promise<void> {
  if (!account.emailVerified) await links.request("verify-email", account.email);
}
