/**
 * Account settings. Invariants: a new name is shown everywhere; verifying an email requires both its mailbox and a
 * signed-in session, so that registering another person's email cannot make an administrator.
 */
import * as links from "@/lib/identity/accounts/links";
import type { EmailChange, Profile, ProfileChange } from "@/lib/identity/accounts/profile-schemas";
import { toAccountView } from "@/lib/identity/accounts/service";
import * as sessions from "@/lib/identity/accounts/sessions";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { lockRows } from "@/lib/platform/core/locks";
import type { MutableNotice } from "@/lib/platform/notifications/schemas";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** The account of the person who calls, and the organization for which they act. */
export async function profile(caller: Caller): Promise<Profile> {
  const account = await prisma().account.findUniqueOrThrow({ where: { id: caller.personId } });
  const { organization } = caller;
  return {
    ...toAccountView(account),
    created_at: account.createdAt.toISOString(),
    email_verified: account.emailVerified,
    two_factor_enabled: account.twoFactorEnabled,
    store_call_parameters: account.storesParameters,
    muted_notifications: account.mutedNotices as MutableNotice[],
    acting_for: organization ? { id: caller.accountId, name: caller.name, ...organization } : null,
  };
}

type Followers = Record<"showName" | "forgetParameters", (db: Queryable, accountId: string) => Promise<void>>;

/**
 * Changes the caller's display name, on listings too, whether parameters of calls are stored, and which notifications
 * are switched off.
 */
export async function change(
  caller: Caller,
  { name, store_call_parameters: storesParameters, muted_notifications: mutedNotices }: ProfileChange,
  followers: Followers,
): Promise<Profile> {
  sessions.requireSession(caller);
  if (mutedNotices) await prisma().account.update({ where: { id: caller.accountId }, data: { mutedNotices } });
  if (storesParameters !== undefined) {
    await transaction(async (db) => {
      await prisma(db).account.update({ where: { id: caller.accountId }, data: { storesParameters } });
      if (!storesParameters) await followers.forgetParameters(db, caller.accountId);
    });
  }
  if (name !== undefined) {
    // Limited: the audit log has each name.
    await ratelimit.requireTaken("revise", caller.accountId);
    await transaction(async (db) => {
      const [before] = await query<{ name: string }>(
        "settings.rename",
        // FOR NO KEY UPDATE: a concurrent notification of this account may hold a listing's lock, so it must not wait
        // for us.
        `UPDATE account AS a SET name = $2, updated_at = now()
          FROM (SELECT name FROM account WHERE id = $1 FOR NO KEY UPDATE) AS before
          WHERE a.id = $1 RETURNING before.name`,
        [caller.accountId, name],
        db,
      );
      if (!before || before.name === name) return;
      await followers.showName(db, caller.accountId);
      await noteName(db, caller, { before: before.name, after: name });
    });
  }
  return profile(caller);
}

/** Consumers and agents see the name immediately, so the change is in the audit log. */
async function noteName(db: Queryable, { accountId }: Caller, names: { before: string; after: string }): Promise<void> {
  const about = { type: "account", id: accountId };
  const skill = await prisma(db).skill.findFirst({
    where: { ownerId: accountId, liveRevisionId: { not: null } },
    select: { id: true },
  });
  if (skill) await audit.writeIn(db, null, { actorId: accountId, action: "account.rename", subject: about, names });
}

/** Sends the caller a link to verify the email, unless it is verified already. */
export async function requestVerification(caller: Caller) {
  const { email, email_verified } = await profile(caller);
  if (email_verified) return { email, status: "verified" as const };
  await links.request("verify-email", email);
  return { email, status: "sent" as const };
}

/**
 * Sends a link to a new email, which takes effect when the link is used. The response is the same for an email that
 * another account has.
 */
export async function requestEmail(caller: Caller, { email, password }: EmailChange) {
  await sessions.confirmPassword(caller, password);
  if (email === caller.email) throw invalid([{ param: "email", message: "this is your address already" }]);
  await links.request("change-email", email, caller.accountId);
  return { email, status: "sent" as const };
}

/**
 * Verifies the caller's email, or changes it, with the token of a link. An email in ADMIN_EMAILS makes its account an
 * administrator.
 */
export async function verify(caller: Caller, token: string): Promise<Profile> {
  await transaction(async (db) => {
    const link = await links.consume(db, ["verify-email", "change-email"], token, caller.accountId);
    const before = await lock(db, link.accountId);
    if (link.purpose === "change-email") await move(db, before, link);
    else if (before.email !== link.email) throw links.expired();
    const isAdmin = env().ADMIN_EMAILS.includes(link.email);
    await prisma(db).account.update({
      where: { id: link.accountId },
      data: { emailVerified: true, ...(isAdmin && { role: "admin" }) },
    });
    if (isAdmin && before.role !== "admin") {
      const about = { type: "account", id: link.accountId };
      await audit.write(db, null, "account.grant_admin", about, { by: "ADMIN_EMAILS" });
    }
  });
  return profile(caller);
}

async function lock(db: Queryable, accountId: string): Promise<{ email: string; role: string }> {
  await lockRows(db, "account", "id", accountId);
  const row = await prisma(db).account.findUnique({ where: { id: accountId } });
  if (!row) throw links.expired();
  return row;
}

async function move(
  db: Queryable,
  before: { email: string },
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  await prisma(db)
    .account.update({ where: { id: accountId }, data: { email } })
    .catch((cause: unknown) => {
      if (!violates(cause, "account_email_key")) throw cause;
      throw new AppError("email_taken", "Another account now uses this email.", {
        param: "email",
        cause,
      });
    });
  if (before.email !== email) await links.announceChange(db, before.email);
}
