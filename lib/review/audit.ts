/**
 * The audit log. It is written inside the transaction of what it tells, and PostgreSQL lets
 * nobody change or delete a line.
 */
import type { ReadAfter } from "@/lib/core/csv";
import { type Queryable, query } from "@/lib/core/db";
import { isUuid, newId } from "@/lib/core/ids";
import { MAX_TOTAL, toPage } from "@/lib/core/page";
import { spanOf } from "@/lib/core/span";
import type { AuditFilters, AuditQuery } from "@/lib/review/audit-schemas";

/**
 * Writes a line of the audit log inside the transaction of what it tells; `actorId` is null for the command line. Lines stay
 * for good, so `details` names no person: emails are read from the accounts.
 */
export async function write(
  db: Queryable,
  actorId: string | null,
  action: string,
  subject: { type: string; id: string },
  details: Record<string, unknown>,
): Promise<void> {
  await query(
    "audit.write",
    "INSERT INTO audit_event (id, actor_id, action, subject_type, subject_id, details) VALUES ($1, $2, $3, $4, $5, $6)",
    [newId(), actorId, action, subject.type, subject.id, JSON.stringify(details)],
    db,
  );
}

type AuditRow = {
  id: string;
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  subject_email: string | null;
  details: Record<string, unknown>;
  created_at: Date;
};

const SELECT = `SELECT e.id, e.actor_id, a.name AS actor_name, a.email AS actor_email, e.action, e.subject_type, e.subject_id,
    CASE WHEN e.subject_type = 'account' THEN (SELECT s.email FROM account s WHERE s.id = e.subject_id::uuid) END AS subject_email,
    e.details, e.created_at
  FROM audit_event e LEFT JOIN account a ON a.id = e.actor_id`;

/** The statement's conditions; each shape of them is a statement of its own, so that every one has its index. */
function conditionsOf(filters: AuditFilters, after: Pick<AuditRow, "id" | "created_at"> | null = null) {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { from, until } = spanOf(filters);
  const { actor, action, subject, subject_type } = filters;
  const parts: [string, string][] = [];
  if (actor === "system") parts.push(["system", "e.actor_id IS NULL"]);
  else if (actor && isUuid(actor)) parts.push(["actor", `e.actor_id = ${bind(actor)}`]);
  else if (actor)
    parts.push(["email", `e.actor_id = (SELECT id FROM account WHERE email = ${bind(actor.toLowerCase())})`]);
  if (action)
    parts.push(["action", `(e.action = ${bind(action)} OR starts_with(e.action, ${bind(`${action}.`)}))`]);
  if (subject_type) parts.push(["type", `e.subject_type = ${bind(subject_type)}`]);
  if (subject && isUuid(subject)) parts.push(["subject", `e.subject_id = ${bind(subject.toLowerCase())}`]);
  else if (subject) {
    const text = bind(subject.toLowerCase());
    parts.push([
      "named",
      `e.subject_id IN (SELECT id::text FROM skill WHERE slug = ${text} UNION ALL SELECT id::text FROM account WHERE email = ${text}
         UNION ALL SELECT ${text})`,
    ]);
  }
  if (from) parts.push(["from", `e.created_at >= ${bind(from)}`]);
  if (until) parts.push(["until", `e.created_at < ${bind(until)}`]);
  if (after) parts.push(["after", `(e.created_at, e.id) < (${bind(after.created_at)}, ${bind(after.id)})`]);
  return {
    name: parts.map(([name]) => name).join("-") || "all",
    where: parts.length > 0 ? `WHERE ${parts.map(([, text]) => text).join(" AND ")}` : "",
    values,
  };
}

const toEvent = ({ actor_id, actor_name, actor_email, subject_email, details, ...event }: AuditRow) => ({
  ...event,
  details: subject_email ? { email: subject_email, ...details } : details,
  actor: actor_id ? { id: actor_id, name: actor_name ?? "", email: actor_email ?? "" } : null,
});

/** Reads the audit log in parts, newest first, all of them at one place. */
export function reader(filters: AuditFilters): ReadAfter<ReturnType<typeof toEvent>> {
  return async (after, limit) => {
    const { name, where, values } = conditionsOf(filters, after);
    const rows = await query<AuditRow>(
      `audit.part.${name}`,
      `${SELECT} ${where} ORDER BY e.created_at DESC, e.id DESC LIMIT $${values.length + 1}`,
      [...values, limit],
    );
    return rows.map(toEvent);
  };
}

/** The audit log, newest first. */
export async function list(filters: AuditQuery) {
  const { name, where, values } = conditionsOf(filters);
  const place = values.length;
  const [rows, [counted]] = await Promise.all([
    query<AuditRow>(
      `audit.list.${name}`,
      `${SELECT} ${where} ORDER BY e.created_at DESC, e.id DESC LIMIT $${place + 1} OFFSET $${place + 2}`,
      [...values, filters.limit, filters.offset],
    ),
    query<{ count: number }>(
      `audit.count.${name}`,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM audit_event e ${where} LIMIT ${MAX_TOTAL + 1}) AS counted`,
      values,
    ),
  ]);
  return toPage(rows.map(toEvent), counted?.count ?? 0, filters);
}
