/**
 * What we tell people: shown on the marketplace at once, and mailed by a job.
 * Invariants: a notice is written in the transaction of what it tells about, so neither is without the other; a subject
 * is told once; a mail is sent at least once, under one Message-ID.
 */
import type { Caller } from "@/lib/core/caller";
import { type Queryable, query, type Transaction, transaction } from "@/lib/core/db";
import { firstIdOf, newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { MAX_TOTAL, toPage } from "@/lib/core/page";
import { prune } from "@/lib/jobs/pruning";
import { isRoundEnding } from "@/lib/jobs/round";
import { sendMail } from "@/lib/notifications/mail";
import { type Message, messageOf, type Notice } from "@/lib/notifications/messages";
import type { NoticeQuery, ReadInput } from "@/lib/notifications/schemas";

/** Most mails that one round sends. */
const MAIL_BATCH = 100;
/** How often a mail is tried, and the longest pause between two attempts: over about two days. */
const MAX_MAIL_ATTEMPTS = 53;
const MAX_MAIL_PAUSE_MINUTES = 60;
/** How long notices are kept. */
const NOTICE_DAYS = 365;
const DAY_MS = 24 * 60 * 60 * 1000;

type NoticeRow = { id: string; notice: Notice; read_at: Date | null; created_at: Date };

/**
 * Tells an account something, inside the caller's transaction. A `subject` that was told before is not told again, and
 * whoever has closed the account is told nothing: there is no address any more.
 */
export async function notify(
  db: Queryable,
  accountId: string,
  subject: string,
  { kind, data }: Notice,
): Promise<void> {
  await query(
    "notifications.add",
    `INSERT INTO notification (id, account_id, kind, subject, data)
       SELECT $1::uuid, a.id, $3::text, $4::text, $5::jsonb FROM account a WHERE a.id = $2 AND a.closed_at IS NULL
     ON CONFLICT (account_id, kind, subject) DO NOTHING`,
    [newId(), accountId, kind, subject, JSON.stringify(data)],
    db,
  );
}

/** Tells every administrator something, as `notify` tells one account. */
export async function notifyAdministrators(db: Queryable, subject: string, notice: Notice): Promise<void> {
  const administrators = await query<{ id: string }>(
    "notifications.administrators",
    "SELECT id FROM account WHERE role = 'admin' AND closed_at IS NULL AND suspended_at IS NULL",
    [],
    db,
  );
  for (const { id } of administrators) await notify(db, id, subject, notice);
}

/** Tells several accounts the same, inside the caller's transaction, as `notify` does one. */
export async function notifyAll(
  db: Queryable,
  accountIds: readonly string[],
  subject: string,
  { kind, data }: Notice,
): Promise<void> {
  await query(
    "notifications.add.all",
    `INSERT INTO notification (id, account_id, kind, subject, data)
       SELECT n.id, a.id, $3::text, $4::text, $5::jsonb FROM unnest($1::uuid[], $2::uuid[]) AS n (id, account_id)
         JOIN account a ON a.id = n.account_id WHERE a.closed_at IS NULL ORDER BY a.id
     ON CONFLICT (account_id, kind, subject) DO NOTHING`,
    [accountIds.map(() => newId()), accountIds, kind, subject, JSON.stringify(data)],
    db,
  );
}

/** Tells an account something inside a transaction of Prisma's, as `notify` does in others. */
export async function notifyWithin(
  tx: Transaction,
  accountId: string,
  subject: string,
  { kind, data }: Notice,
): Promise<void> {
  await tx.notification.create({ data: { id: newId(), accountId, kind, subject, data } });
}

/** The caller's notices, newest first. */
export async function list({ accountId }: Pick<Caller, "accountId">, { unread, limit, offset }: NoticeQuery) {
  const onlyUnread = unread === "true";
  const where = `account_id = $1${onlyUnread ? " AND read_at IS NULL" : ""}`;
  const [rows, [counted]] = await Promise.all([
    query<NoticeRow>(
      `notifications.list.${onlyUnread}`,
      `SELECT id, jsonb_build_object('kind', kind, 'data', data) AS notice, read_at, created_at FROM notification
        WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [accountId, limit, offset],
    ),
    query<{ count: number }>(
      `notifications.count.${onlyUnread}`,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM notification WHERE ${where} LIMIT ${MAX_TOTAL + 1}) AS counted`,
      [accountId],
    ),
  ]);
  return toPage(rows.map(toNoticeView), counted?.count ?? 0, { limit, offset });
}

/** What stands for a notice of a newer release, which may have run beside this one or before it. */
const UNKNOWN: Message = { title: "There is news about your account", lines: [], action: null };

function toNoticeView({ notice, ...row }: NoticeRow) {
  const { title, lines, action } = messageOf(notice) ?? UNKNOWN;
  return {
    ...row,
    kind: notice.kind,
    title,
    text: lines.join(" "),
    path: action?.path ?? null,
    action: action?.label ?? null,
  };
}

/** How many of the account's notices were not read, counted to 100. */
export async function countUnread({ accountId }: Pick<Caller, "accountId">): Promise<number> {
  const [row] = await query<{ count: number }>(
    "notifications.unread",
    "SELECT count(*)::int AS count FROM (SELECT 1 FROM notification WHERE account_id = $1 AND read_at IS NULL LIMIT 100) AS unread",
    [accountId],
  );
  return row?.count ?? 0;
}

/** Marks the caller's notices as read: those named, or all. Returns how many are left. */
export async function markRead(caller: Pick<Caller, "accountId">, { ids }: ReadInput) {
  await query(
    "notifications.read",
    "UPDATE notification SET read_at = now() WHERE account_id = $1 AND read_at IS NULL AND ($2::uuid[] IS NULL OR id = ANY($2))",
    [caller.accountId, ids ?? null],
  );
  return { unread: await countUnread(caller) };
}

type DueMail = { id: string; email: string; notice: Notice; mail_attempts: number };

/** Mails what waits, the oldest first; a mail that the server refuses is tried again, later each time. Returns how many were sent. */
export async function deliverMails(): Promise<number> {
  let sent = 0;
  for (let tried = 0; tried < MAIL_BATCH && !isRoundEnding(); tried++) {
    const mail = await claim();
    if (!mail) break;
    try {
      await sendMail(mail.email, messageOf(mail.notice), mail.id);
      await query(
        "notifications.mailed",
        "UPDATE notification SET mailed_at = now(), mail_due_at = NULL WHERE id = $1",
        [mail.id],
      );
      sent++;
    } catch (error) {
      log.error({ err: error, notification: mail.id, attempt: mail.mail_attempts }, "a mail was not sent");
    }
  }
  return sent;
}

/** Takes one mail and puts its next attempt off, so that a killed process loses no mail and two send it once. */
async function claim(): Promise<DueMail | null> {
  return transaction(async (db) => {
    const [mail] = await query<DueMail>(
      "notifications.claim",
      `SELECT n.id, a.email, jsonb_build_object('kind', n.kind, 'data', n.data) AS notice, n.mail_attempts + 1 AS mail_attempts
         FROM notification n JOIN account a ON a.id = n.account_id
        WHERE n.mail_due_at <= now() + interval '1 millisecond' ORDER BY n.mail_due_at LIMIT 1 FOR UPDATE OF n SKIP LOCKED`,
      [],
      db,
    );
    if (!mail) return null;
    await query(
      "notifications.put.off",
      `UPDATE notification SET mail_attempts = mail_attempts + 1,
         mail_due_at = CASE WHEN mail_attempts + 1 < ${MAX_MAIL_ATTEMPTS} THEN now() + interval '1 minute' * least(2 ^ mail_attempts, ${MAX_MAIL_PAUSE_MINUTES}) END
       WHERE id = $1`,
      [mail.id],
      db,
    );
    return mail;
  });
}

/** Forgets notices of long ago. Returns how many. */
export function expireNotices(): Promise<number> {
  return prune("notifications.expire", "notification", {
    where: "id < $1 AND created_at < now() - make_interval(days => $2) ORDER BY id",
    values: [firstIdOf(new Date(Date.now() - NOTICE_DAYS * DAY_MS)), NOTICE_DAYS],
  });
}
