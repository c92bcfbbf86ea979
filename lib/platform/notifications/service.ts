/**
 * Notifications: shown on the marketplace immediately, and mailed by a job. Invariants: a notification is written in the
 * transaction of its cause; each subject notifies once; a mail is sent at least once, under one Message-ID.
 */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import type { Notification } from "@/lib/platform/core/generated/client";
import { firstIdOf } from "@/lib/platform/core/ids";
import { MAX_TOTAL, NEWEST_FIRST, newestPage } from "@/lib/platform/core/page";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { countedBy, createSlots } from "@/lib/platform/jobs/slots";
import { sendMail } from "@/lib/platform/notifications/mail";
import type { Message } from "@/lib/platform/notifications/message";
import { messageOf, NOTICE_KINDS, type Notice } from "@/lib/platform/notifications/notices";
import type { NoticeQuery, ReadInput } from "@/lib/platform/notifications/schemas";

/** Members who get the mails to their organization. */
export const MAILED_ROLES: readonly string[] = ["owner", "billing"];
/** Concurrent mails, of which an account has at most its share, and how many of the oldest a claim chooses from. */
const MAIL_SLOTS = 8;
const MAIL_SLOTS_PER_ACCOUNT = 2;
const MAILS_CONSIDERED = 1_000;
/** Attempts to send a mail, over about two days, and the longest pause between two. */
const MAX_MAIL_ATTEMPTS = 53;
const MAX_MAIL_PAUSE_SECONDS = 3_600;
const NOTICE_DAYS = 365;
const MAX_UNREAD = 100;

/**
 * Notifies an account inside the caller's transaction. Does nothing if the `subject` was notified before, or if the
 * account is closed.
 */
export async function notify(db: Queryable, accountId: string, subject: string, notice: Notice): Promise<void> {
  await notifyAll(db, [accountId], subject, notice);
}

/** Notifies every administrator, as `notify` does one account. */
export async function notifyAdministrators(db: Queryable, subject: string, notice: Notice): Promise<void> {
  const administrators = await prisma(db).account.findMany({
    where: { role: "admin", closedAt: null, suspendedAt: null },
    select: { id: true },
  });
  const ids = administrators.map(({ id }) => id);
  await notifyAll(db, ids, subject, notice);
}

/** Notifies several accounts inside the caller's transaction, as `notify` does one. */
export async function notifyAll(
  db: Queryable,
  accountIds: readonly string[],
  subject: string,
  { kind, data }: Notice,
): Promise<void> {
  const { isMailed = true, event } = NOTICE_KINDS[kind];
  await query(
    "notifications.add",
    `SELECT notice_add(account, $kind, $subject, $data, $is_mailed, $event, $event_data)
       FROM unnest($accounts::uuid[]) AS account ORDER BY account`,
    {
      accounts: accountIds,
      kind,
      subject,
      data: JSON.stringify(data),
      is_mailed: isMailed,
      event: event?.type ?? null,
      event_data: JSON.stringify(event?.data(data) ?? null),
    },
    db,
  );
}

/** The caller's notifications, newest first. Throws invalid_request when `starting_after` is none of them. */
export async function list({ accountId }: Pick<Caller, "accountId">, { unread, ...page }: NoticeQuery) {
  const where = { accountId, ...(unread === "true" && { readAt: null }) };
  const id = page.starting_after;
  // Looked for whether or not it is unread: it may have been read since.
  const last = id ? await prisma().notification.findUnique({ where: { id, accountId } }) : null;
  const { slice, after, wrap } = newestPage(page, last);
  const [rows, count] = await Promise.all([
    prisma().notification.findMany({ where: { ...where, ...after }, ...slice }),
    prisma().notification.count({ where, orderBy: NEWEST_FIRST, take: MAX_TOTAL + 1 }),
  ]);
  return wrap(rows.map(toNoticeView), count, page);
}

/** Placeholder for a notification of a newer release, which may have run before or beside this one. */
const UNKNOWN: Message = { title: "There is news about your account", lines: [], action: null };

function toNoticeView(row: Notification) {
  const { title, lines, action } = messageOf(row) ?? UNKNOWN;
  return {
    id: row.id,
    kind: row.kind,
    title,
    text: lines.join(" "),
    path: action?.path ?? null,
    action: action?.label ?? null,
    read_at: row.readAt,
    created_at: row.createdAt,
  };
}

/** The account's unread notifications, counted up to 100. */
export async function countUnread({ accountId }: Pick<Caller, "accountId">): Promise<number> {
  const [row] = await query<{ count: number }>(
    "notifications.unread",
    `SELECT count(*)::int FROM (SELECT 1 FROM notification WHERE account_id = $1 AND read_at IS NULL
       ORDER BY created_at DESC, id DESC LIMIT ${MAX_UNREAD}) AS unread`,
    [accountId],
  );
  return row?.count ?? 0;
}

/** Marks the given notifications of the caller as read, or all. Returns how many are unread. */
export async function markRead(caller: Pick<Caller, "accountId">, { ids }: ReadInput) {
  await prisma().notification.updateMany({
    where: { accountId: caller.accountId, readAt: null, ...(ids && { id: { in: ids } }) },
    data: { readAt: new Date() },
  });
  return { unread: await countUnread(caller) };
}

type DueMail = {
  id: string;
  account_id: string;
  emails: string[];
  name: string;
  notice: { kind: string; data: Record<string, unknown> };
};

const runSlots = createSlots<DueMail>({ job: "deliver-mails", slots: MAIL_SLOTS, idOf: ({ id }) => id });

/** Sends pending mails, in no fixed order; failed ones are retried with growing pauses. Returns how many were sent. */
export function deliverMails(): Promise<number> {
  return runSlots({
    claim: (free, taken) =>
      query<DueMail>("notifications.claim", CLAIM_MAILS, [free, ...countedBy(taken, (mail) => mail.account_id)]),
    work: deliverMail,
  });
}

async function deliverMail({ id, emails, name, notice }: DueMail): Promise<boolean> {
  const mail = { ...notice, name, message: messageOf(notice) ?? UNKNOWN };
  for (const [index, email] of emails.entries()) await sendMail(email, mail, index === 0 ? id : `${id}-${index}`);
  await prisma().notification.updateMany({ where: { id }, data: { mailedAt: new Date(), mailDueAt: null } });
  return true;
}

/**
 * Takes mails, of the accounts with the fewest slots first, and postpones their next attempts, so that a killed process loses no
 * mail and two processes send it once. What concerns an organization is mailed to those who own it or pay for it.
 */
const CLAIM_MAILS = `
  UPDATE notification n SET mail_attempts = n.mail_attempts + 1,
      mail_due_at = CASE WHEN n.mail_attempts + 1 < ${MAX_MAIL_ATTEMPTS}
        THEN now() + backoff(60, n.mail_attempts, ${MAX_MAIL_PAUSE_SECONDS}) END
    FROM account a WHERE a.id = n.account_id AND n.id IN (
      SELECT id FROM notification WHERE id IN (
        SELECT ranked.id FROM (
          SELECT due.id, due.account_id,
            row_number() OVER (PARTITION BY due.account_id ORDER BY due.mail_due_at) AS turn FROM (
            SELECT id, account_id, mail_due_at FROM notification WHERE mail_due_at <= now() + interval '1 millisecond'
             ORDER BY mail_due_at LIMIT ${MAILS_CONSIDERED}) AS due) AS ranked
          LEFT JOIN unnest($2::uuid[], $3::int[]) AS own (account_id, slots) USING (account_id)
         WHERE ranked.turn + coalesce(own.slots, 0) <= ${MAIL_SLOTS_PER_ACCOUNT}
         ORDER BY ranked.turn + coalesce(own.slots, 0), random() LIMIT $1)
        AND mail_due_at <= now() + interval '1 millisecond' FOR UPDATE SKIP LOCKED)
    RETURNING n.id, n.account_id, a.name, CASE WHEN a.kind = 'person' THEN ARRAY[a.email]
        ELSE ARRAY(SELECT p.email FROM membership m JOIN account p ON p.id = m.person_id AND p.suspended_at IS NULL
          WHERE m.organization_id = a.id
            AND m.role IN (${MAILED_ROLES.map((role) => `'${role}'`)}) ORDER BY 1) END AS emails,
      jsonb_build_object('kind', n.kind, 'data', n.data) AS notice`;

/** Deletes old notifications. Returns how many. */
export function expireNotices(): Promise<number> {
  // Ids sort by time, so the primary key finds the oldest.
  const createdAt = { lt: daysAgo(NOTICE_DAYS) };
  return prune((limit) =>
    prisma().notification.deleteMany({ where: { id: { lt: firstIdOf(createdAt.lt) }, createdAt }, limit }),
  );
}
