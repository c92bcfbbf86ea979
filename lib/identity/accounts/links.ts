/**
 * Links by email: to verify an email, to change it, and to reset a password. Invariants: requests for known and unknown
 * emails get the same response in the same time; a token is created when its mail is sent, stored as a hash, and works
 * once.
 */
import { createHash, randomBytes } from "node:crypto";
import { hashPassword, requireUncommon } from "@/lib/identity/accounts/password";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { createSlots } from "@/lib/platform/jobs/slots";
import {
  changeEmailMessage,
  emailChangedMessage,
  invitationMessage,
  memberInvitationMessage,
  resetPasswordMessage,
  verifyEmailMessage,
} from "@/lib/platform/notifications/link-messages";
import { sendMail } from "@/lib/platform/notifications/mail";
import type { Message } from "@/lib/platform/notifications/message";
import { notify } from "@/lib/platform/notifications/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as site from "@/lib/platform/site/service";

type Purpose = "verify-email" | "change-email" | "reset-password";
/** Mails without a link that works once. */
type Plain = "email-changed" | "invitation" | "member-invitation";

const TOKEN_BYTES = 24;
const HOUR_SECONDS = 60 * 60;
/** The message, page and lifetime of each kind of link. */
const LINKS: Record<Purpose, { message: (url: string) => Message; path: string; lifetimeSeconds: number }> = {
  "verify-email": { message: verifyEmailMessage, path: "/verify-email", lifetimeSeconds: 24 * HOUR_SECONDS },
  "change-email": { message: changeEmailMessage, path: "/verify-email", lifetimeSeconds: 24 * HOUR_SECONDS },
  "reset-password": { message: resetPasswordMessage, path: "/reset-password", lifetimeSeconds: HOUR_SECONDS },
};
/** Concurrent mails, so that a slow one delays no other person's. */
const SLOTS = 8;
/** For how long sending is retried. Users who wait for a reset request another link soon. */
const TRIED_HOURS: Record<Purpose | Plain, number> = {
  "verify-email": 24,
  "change-email": 24,
  "reset-password": 3,
  "email-changed": 7 * 24,
  invitation: 7 * 24,
  "member-invitation": 7 * 24,
};
/** Longest pause between two attempts, so that mails leave soon after the mail server recovers. */
const MAX_PAUSE_SECONDS = 600;

const hash = (token: string) => createHash("sha256").update(token).digest("base64url");

/** The error of a link that is unknown, used or expired. */
export function expired(): AppError {
  return new AppError("link_expired", "This link has expired or was already used. Request a new one.", {
    param: "token",
  });
}

/**
 * Requests a link by email; `accountId` is the account whose email changes. More than 5 an hour per email are dropped
 * silently, because the response must be the same for every email.
 */
export async function request(purpose: Purpose, email: string, accountId: string | null = null): Promise<void> {
  try {
    await ratelimit.countAttempt("link", [`${purpose}:${email}`]);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return;
    throw error;
  }
  await prisma().linkRequest.create({ data: { id: newId(), purpose, email, accountId } });
}

/** Notifies the former email that the account has a new one, inside the transaction of the change. */
export async function announceChange(db: Queryable, oldEmail: string): Promise<void> {
  await prisma(db).linkRequest.create({ data: { id: newId(), purpose: "email-changed", email: oldEmail } });
}

/** Mails an invitation to join an organization, inside the transaction that makes it. */
export async function inviteMember(db: Queryable, organizationId: string, email: string): Promise<void> {
  const data = { id: newId(), purpose: "member-invitation", email, accountId: organizationId };
  await prisma(db).linkRequest.create({ data });
}

type Due = {
  id: string;
  purpose: Purpose | Plain;
  email: string;
  account_id: string | null;
  attempts: number;
  waited_hours: number;
};

const runSlots = createSlots<Due>({ job: "send-links", slots: SLOTS, idOf: ({ id }) => id });

/** Sends the requested links; those for unknown emails are dropped. Returns how many were sent. */
export function sendDue(): Promise<number> {
  return runSlots({
    claim: (free) =>
      query<Due>(
        "links.claim",
        `UPDATE link_request SET attempts = attempts + 1, due_at = now() + backoff(60, attempts, ${MAX_PAUSE_SECONDS})
          WHERE id IN (SELECT id FROM link_request WHERE due_at <= now() + interval '1 millisecond'
            ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, purpose, email, account_id, attempts,
           extract(epoch FROM now() - created_at)::float8 / 3600 AS waited_hours`,
        [free],
      ),
    work: sendOne,
  });
}

async function sendOne(due: Due): Promise<boolean> {
  try {
    const isSent = await send(due);
    await forget(due.id);
    return isSent;
  } catch (error) {
    log.error({ err: error, link: due.id, attempt: due.attempts }, "a link was not sent");
    if (due.waited_hours >= TRIED_HOURS[due.purpose]) await forget(due.id);
    return false;
  }
}

async function forget(id: string): Promise<void> {
  await prisma().linkRequest.deleteMany({ where: { id } });
}

async function send(due: Due): Promise<boolean> {
  const { id, purpose, email } = due;
  if (purpose === "email-changed") {
    await sendMail(email, { kind: "email_changed", message: emailChangedMessage(), data: {} }, id);
    return true;
  }
  if (purpose === "invitation") {
    const { settings } = await site.current();
    const message = invitationMessage(settings.marketplace_name, email);
    await sendMail(email, { kind: "invitation", message, data: { email } }, id);
    return true;
  }
  if (purpose === "member-invitation") return sendMemberInvitation(due);
  const { message, path, lifetimeSeconds } = LINKS[purpose];
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const accountId = await recipientOf(due);
  if (!accountId) return false;
  await prisma().verification.create({
    data: {
      id: newId(),
      identifier: `${purpose}:${hash(token)}`,
      value: `${accountId} ${email}`,
      expiresAt: new Date(Date.now() + lifetimeSeconds * 1000),
    },
  });
  const kind = purpose.replace("-", "_");
  await sendMail(email, { kind, message: message(`${env().PUBLIC_URL}${path}?token=${token}`), data: {} }, id);
  return true;
}

/** Mails an invitation to an organization, unless it was withdrawn or has been accepted meanwhile. */
async function sendMemberInvitation({ id, email, account_id: organizationId }: Due): Promise<boolean> {
  const invitation = await prisma().memberInvitation.findFirst({
    where: { organizationId: organizationId ?? "", email, organization: { suspendedAt: null, closedAt: null } },
    include: { organization: { select: { name: true } } },
  });
  if (!invitation) return false;
  const { name } = invitation.organization;
  await sendMail(
    email,
    { kind: "member_invitation", message: memberInvitationMessage(name, email), data: { organization: name, email } },
    id,
  );
  return true;
}

/** The open account that a link is for, or null when the link has no effect. Using the link checks again. */
async function recipientOf({ purpose, email, account_id: accountId }: Due): Promise<string | null> {
  const holder = await prisma().account.findUnique({ where: { email } });
  if (purpose === "change-email" && holder) return null;
  if (purpose === "verify-email" && holder?.emailVerified) return null;
  const account = accountId ? await prisma().account.findUnique({ where: { id: accountId } }) : holder;
  return account && !account.closedAt && !account.suspendedAt ? account.id : null;
}

/**
 * Consumes a link of one of these purposes inside the caller's transaction. Returns its purpose, account and email.
 * `ownerId` restricts it to one account.
 */
export async function consume(
  db: Queryable,
  purposes: Purpose[],
  token: string,
  ownerId: string | null = null,
): Promise<{ purpose: Purpose; accountId: string; email: string }> {
  const [used] = await query<{ identifier: string; value: string }>(
    "links.consume",
    `DELETE FROM verification WHERE identifier = ANY($1::text[]) AND expires_at > now()
       AND ($2::text IS NULL OR value LIKE $2 || ' %') RETURNING identifier, value`,
    [purposes.map((purpose) => `${purpose}:${hash(token)}`), ownerId],
    db,
  );
  const purpose = purposes.find((name) => used?.identifier.startsWith(`${name}:`));
  const [accountId, email] = used?.value.split(" ") ?? [];
  if (!purpose || !accountId || !email) throw expired();
  return { purpose, accountId, email };
}

/** Revokes every password reset link of an account, sent or not. */
export async function endResets(accountId: string): Promise<void> {
  const { email } = await prisma().account.findUniqueOrThrow({ where: { id: accountId } });
  await prisma().$transaction([
    prisma().verification.deleteMany({
      where: { identifier: { startsWith: "reset-password:" }, value: { startsWith: `${accountId} ` } },
    }),
    prisma().linkRequest.deleteMany({ where: { email, purpose: "reset-password" } }),
  ]);
}

/**
 * Sets a new password by link, ends every session, and returns the account. An unverified email may have been
 * registered by someone else, so the first reset also revokes the credentials and connections made before; it verifies
 * the email. `isEndingKeys` also ends everything else that could act for the account.
 */
export async function resetPassword(
  token: string,
  newPassword: string,
  { isEndingKeys }: { isEndingKeys: boolean },
): Promise<{ email: string }> {
  await requireUncommon(newPassword, "new_password");
  const password = await hashPassword(newPassword);
  return transaction(async (db) => {
    const { accountId, email } = await consume(db, ["reset-password"], token);
    // First: both lock what comes before the account in the lock order.
    await query("links.take.back", "SELECT account_take_back($1, $2)", [accountId, email], db);
    if (isEndingKeys) await query("links.end.access", "SELECT account_access_end($1)", [accountId], db);
    // ADMIN_EMAILS counts only for an email that was verified by its own link while signed in.
    const { count } = await prisma(db).account.updateMany({
      where: { id: accountId, email, closedAt: null },
      data: { updatedAt: new Date(), ...(!env().ADMIN_EMAILS.includes(email) && { emailVerified: true }) },
    });
    if (count === 0) throw expired();
    // An account that a provider's sign-in has made gets its first password so.
    await prisma(db).credential.upsert({
      where: { providerId_externalId: { providerId: "credential", externalId: accountId } },
      create: { id: newId(), ownerId: accountId, providerId: "credential", externalId: accountId, password },
      update: { password },
    });
    await prisma(db).session.deleteMany({ where: { accountId } });
    await prisma(db).verification.deleteMany({
      where: { OR: [{ value: accountId }, { value: { startsWith: `${accountId} ` } }] },
    });
    await notify(db, accountId, newId(), { kind: "security_password", data: { isOn: true } });
    return { email };
  });
}
