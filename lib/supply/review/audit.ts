/** Reading the audit log, with the names that its accounts have now. `audit` writes it. */
import { peopleOf } from "@/lib/identity/accounts/people";
import { namesIn } from "@/lib/platform/core/audit";
import type { ReadAfter } from "@/lib/platform/core/csv";
import { escapeLike, prisma } from "@/lib/platform/core/db";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { isUuid } from "@/lib/platform/core/ids";
import { MAX_TOTAL, NEWEST_FIRST, toPage } from "@/lib/platform/core/page";
import { spanOf } from "@/lib/platform/core/span";
import type { AuditFilters, AuditQuery } from "@/lib/supply/review/audit-schemas";

/** The subject ids of a filter: the text itself, and the current id of a slug or email. */
async function subjectIds(subject: string): Promise<string[]> {
  const name = subject.toLowerCase();
  if (isUuid(subject)) return [name];
  const [skill, account] = await Promise.all([
    prisma().skill.findUnique({ where: { slug: name, visibility: "public" }, select: { id: true } }),
    prisma().account.findUnique({ where: { email: name }, select: { id: true } }),
  ]);
  return [skill?.id, account?.id, name].filter((id) => id !== undefined);
}

/** The actor ids of a filter; null for the system, and `[]` for an unknown email. */
async function actorFilter(actor: string): Promise<string | null | { in: string[] }> {
  if (actor === "system") return null;
  if (isUuid(actor)) return actor;
  const account = await prisma().account.findUnique({ where: { email: actor.toLowerCase() } });
  return { in: account ? [account.id] : [] };
}

async function whereOf(filters: AuditFilters): Promise<Prisma.AuditEventWhereInput> {
  const { from, until } = spanOf(filters);
  const { actor, action, subject, subject_type } = filters;
  return {
    ...(actor !== undefined && { actorId: await actorFilter(actor) }),
    ...(action !== undefined && {
      OR: [{ action }, { action: { startsWith: `${escapeLike(action)}.` } }],
    }),
    ...(subject_type !== undefined && { subjectType: subject_type }),
    ...(subject !== undefined && { subjectId: { in: await subjectIds(subject) } }),
    createdAt: { ...(from && { gte: from }), ...(until && { lt: until }) },
  };
}

/** Lines, newest first, with the names and emails that their accounts have now. */
async function read(query: Prisma.AuditEventFindManyArgs) {
  const rows = await prisma().auditEvent.findMany({
    ...query,
    orderBy: NEWEST_FIRST,
  });
  const [people, names] = await Promise.all([
    peopleOf(
      rows.flatMap(({ actorId, subjectType, subjectId }) => [actorId, subjectType === "account" ? subjectId : null]),
    ),
    namesIn(rows.map(({ id }) => id)),
  ]);
  return rows.map((row) => {
    const email = row.subjectType === "account" ? people.get(row.subjectId)?.email : undefined;
    return {
      id: row.id,
      action: row.action,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      details: { ...(email && { email }), ...(row.details as object), ...names.get(row.id) } as Record<string, unknown>,
      created_at: row.createdAt,
      actor: row.actorId ? (people.get(row.actorId) ?? { id: row.actorId, name: "", email: "" }) : null,
    };
  });
}

/** Reads the audit log in parts, newest first, all of them at one place. */
export function reader(filters: AuditFilters): ReadAfter<Awaited<ReturnType<typeof read>>[number]> {
  return async (last, limit) => {
    const where = await whereOf(filters);
    if (!last) return read({ where, take: limit });
    // The first condition follows from the second; it lets PostgreSQL use the index on the time.
    const after: Prisma.AuditEventWhereInput[] = [
      { createdAt: { lte: last.created_at } },
      { OR: [{ createdAt: { lt: last.created_at } }, { id: { lt: last.id } }] },
    ];
    return read({ where: { AND: [where, ...after] }, take: limit });
  };
}

/** The audit log, newest first. */
export async function list({ limit, offset, ...filters }: AuditQuery) {
  const where = await whereOf(filters);
  const [data, counted] = await Promise.all([
    read({ where, take: limit, skip: offset }),
    prisma().auditEvent.count({ where, take: MAX_TOTAL + 1, orderBy: NEWEST_FIRST }),
  ]);
  return toPage(data, counted, { limit, offset });
}
