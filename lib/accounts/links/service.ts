/**
 * Links by mail: to prove an address, and to choose a new password.
 * Invariants: asking for one is the same for known and unknown addresses, in its answer and in its work; a token is
 * made when its mail is sent, kept as a hash, and works once.
 */
import { createHash, randomBytes } from "node:crypto";
import { hashPassword } from "@/lib/accounts/password";
import { type Queryable, query, transaction } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import * as keys from "@/lib/keys/service";
import { sendMail } from "@/lib/notifications/mail";
import { resetPasswordMessage, verifyEmailMessage } from "@/lib/notifications/messages";
import { notify } from "@/lib/notifications/service";
import * as ratelimit from "@/lib/ratelimit/service";

type Purpose = "verify-email" | "reset-password";

const TOKEN_BYTES = 24;
const LIFETIME_SECONDS: Record<Purpose, number> = { "verify-email": 24 * 60 * 60, "reset-password": 60 * 60 };
const MESSAGES = { "verify-email": verifyEmailMessage, "reset-password": resetPasswordMessage };
/** Most links that one round sends. */
const BATCH = 50;
/** Attempts at one mail, over about an hour. */
const MAX_ATTEMPTS = 6;

const hash = (token: string) => createHash("sha256").update(token).digest("base64url");

/** The failure of a link that is unknown, used, or too old. */
export function expired(): AppError {
  return new AppError("link_expired", "This link was used before, or is too old. Ask for a new one.", {
    param: "token",
  });
}

/** Asks for a link to an address. More than a few an hour are not sent, and nobody is told, since nobody else asks. */
export async function request(purpose: Purpose, email: string): Promise<void> {
  try {
    await ratelimit.countAttempt("link", [`${purpose}:${email}`]);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return;
    throw error;
  }
  await query("links.request", "INSERT INTO link_request (id, purpose, email) VALUES ($1, $2, $3)", [
    newId(),
    purpose,
    email,
  ]);
}

type Due = { id: string; purpose: Purpose; email: string; attempts: number };

/** Sends the links that were asked for; those for addresses that nobody has are dropped. Returns how many were sent. */
export async function sendDue(): Promise<number> {
  let sent = 0;
  for (let tried = 0; tried < BATCH; tried++) {
    const [due] = await query<Due>(
      "links.claim",
      `UPDATE link_request SET attempts = attempts + 1, due_at = now() + interval '1 minute' * 2 ^ attempts
        WHERE id = (SELECT id FROM link_request WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, purpose, email, attempts`,
      [],
    );
    if (!due) break;
    try {
      if (await send(due)) sent++;
      await forget(due.id);
    } catch (error) {
      log.error({ err: error, link: due.id, attempt: due.attempts }, "a link was not sent");
      if (due.attempts >= MAX_ATTEMPTS) await forget(due.id);
    }
  }
  return sent;
}

async function forget(id: string): Promise<void> {
  await query("links.forget", "DELETE FROM link_request WHERE id = $1", [id]);
}

async function send({ id, purpose, email }: Due): Promise<boolean> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const [account] = await query<{ id: string }>(
    "links.issue",
    `INSERT INTO verification (id, identifier, value, expires_at, updated_at)
       SELECT $1, $2, a.id || ' ' || a.email, now() + make_interval(secs => $3), now() FROM account a
        WHERE a.email = $4 AND a.closed_at IS NULL AND a.suspended_at IS NULL
          AND NOT ($5 = 'verify-email' AND a.email_verified) RETURNING id`,
    [newId(), `${purpose}:${hash(token)}`, LIFETIME_SECONDS[purpose], email, purpose],
  );
  if (!account) return false;
  await sendMail(email, MESSAGES[purpose](`${env().PUBLIC_URL}/${purpose}?token=${token}`), id);
  return true;
}

/**
 * Uses up a link inside the caller's transaction, and tells whose it was. `ownerId` limits it to one account's. Throws
 * link_expired.
 */
export async function consume(
  db: Queryable,
  purpose: Purpose,
  token: string,
  ownerId: string | null = null,
): Promise<{ accountId: string; email: string }> {
  const [used] = await query<{ value: string }>(
    "links.consume",
    `DELETE FROM verification WHERE identifier = $1 AND expires_at > now()
       AND ($2::text IS NULL OR value LIKE $2 || ' %') RETURNING value`,
    [`${purpose}:${hash(token)}`, ownerId],
    db,
  );
  const [accountId, email] = used?.value.split(" ") ?? [];
  if (!accountId || !email) throw expired();
  return { accountId, email };
}

/**
 * Chooses a new password by link, ends every session, and returns whose address it was. While an address is unproved,
 * somebody else may have registered it: then that person's keys and second step end, too. Throws link_expired.
 */
export async function resetPassword(token: string, newPassword: string): Promise<{ email: string }> {
  const password = await hashPassword(newPassword);
  return transaction(async (db) => {
    const { accountId, email } = await consume(db, "reset-password", token);
    const [account] = await query<{ email_verified: boolean }>(
      "links.owner",
      "SELECT email_verified FROM account WHERE id = $1 AND email = $2 AND closed_at IS NULL FOR UPDATE",
      [accountId, email],
      db,
    );
    if (!account) throw expired();
    await query(
      "links.password",
      "UPDATE credential SET password = $2, updated_at = now() WHERE owner_id = $1 AND provider_id = 'credential'",
      [accountId, password],
      db,
    );
    await query("links.sessions", "DELETE FROM session WHERE account_id = $1", [accountId], db);
    await query(
      "links.others",
      "DELETE FROM verification WHERE value = $1 OR value LIKE $1 || ' %'",
      [accountId],
      db,
    );
    if (!account.email_verified) await takeBack(db, accountId);
    await notify(db, accountId, newId(), { kind: "security_password", data: { isOn: true } });
    return { email };
  });
}

async function takeBack(db: Queryable, accountId: string): Promise<void> {
  await keys.revokeAll(db, accountId);
  await query("links.second.step", "DELETE FROM two_factor WHERE account_id = $1", [accountId], db);
  await query(
    "links.one.step",
    "UPDATE account SET two_factor_enabled = false, updated_at = now() WHERE id = $1",
    [accountId],
    db,
  );
}
