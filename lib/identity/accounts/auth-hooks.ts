import { APIError } from "better-auth/api";
import * as invitations from "@/lib/identity/accounts/invitations";
import * as links from "@/lib/identity/accounts/links";
import { PROVIDER_NAMES, type ProviderId } from "@/lib/identity/accounts/providers";
import { pool, prisma } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { notify } from "@/lib/platform/notifications/service";
import * as site from "@/lib/platform/site/service";

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

/** Refuses an account that a provider's sign-in would make while this email may not register. */
export async function requireMayRegister(email: string): Promise<void> {
  await invitations.requireMayRegister(email).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw new APIError("FORBIDDEN", { code: "REGISTRATION_CLOSED", message: error.message });
  });
}

/**
 * After an account is made by a provider's sign-in: records the version of the terms, which the sign-in page names, and
 * mails the link that proves an email for which the provider's word is not enough.
 */
export async function finishRegistration(account: {
  id: string;
  email: string;
  emailVerified: boolean;
}): Promise<void> {
  const { terms_version: termsVersion } = await site.current();
  await prisma().account.update({ where: { id: account.id }, data: { termsVersion } });
  await invitations.accept(account.email);
  if (!account.emailVerified) await links.request("verify-email", account.email);
}
