import { verifyPassword } from "@/lib/identity/accounts/password";
import { refusalOf } from "@/lib/identity/accounts/session-refusals";
import { prisma } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** An account without a password proves its owner by a sign-in that is no older than this. */
const RECENT_MS = 10 * 60 * 1000;

/**
 * Makes sure that the person in a session owns the account, before something that a stolen session must not do: by the
 * password, or by a recent sign-in where the account has none.
 */
export async function confirmOwner(
  session: { id: string; accountId: string },
  password: string | undefined,
): Promise<void> {
  await ratelimit.countAttempt("password", [`session:${session.id}`]);
  const hash = await passwordOf(session.accountId);
  if (hash !== null) {
    if (password === undefined || !(await verifyPassword(hash, password))) throw refusalOf("INVALID_PASSWORD");
    return;
  }
  const found = await prisma().session.findUnique({ where: { id: session.id } });
  // Closing the account ended it meanwhile.
  if (!found) throw refusalOf("UNAUTHORIZED");
  if (found.createdAt.getTime() < Date.now() - RECENT_MS)
    throw new AppError(
      "sign_in_again",
      "Sign out and in again, then repeat this within 10 minutes: your account has no password to confirm it with.",
    );
}

/** The hash of an account's password; null when it has none. */
export async function passwordOf(accountId: string): Promise<string | null> {
  const credential = await prisma().credential.findFirst({
    where: { ownerId: accountId, providerId: "credential" },
  });
  return credential?.password ?? null;
}
