/** The audit log of an organization, as its owners read it: newest first, with the names that people have now. */
import { peopleOf } from "@/lib/identity/accounts/people";
import type { OrganizationAuditEvent, OrganizationAuditQuery } from "@/lib/identity/organizations/audit-schemas";
import { namesIn } from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import type { ReadAfter } from "@/lib/platform/core/csv";
import { prisma } from "@/lib/platform/core/db";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { MAX_TOTAL, type PageRequest, toPage } from "@/lib/platform/core/page";

async function read(query: Prisma.AuditEventFindManyArgs): Promise<OrganizationAuditEvent[]> {
  // Ids sort by time.
  const rows = await prisma().auditEvent.findMany({ ...query, orderBy: { id: "desc" } });
  const personIn = (details: unknown) => String((details as { person?: string }).person ?? "") || null;
  const [people, names] = await Promise.all([
    peopleOf(rows.flatMap(({ actorId, details }) => [actorId, personIn(details)])),
    namesIn(rows.map(({ id }) => id)),
  ]);
  return rows.map((row) => {
    const person = personIn(row.details);
    return {
      id: row.id,
      action: row.action,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      details: {
        ...(row.details as Record<string, unknown>),
        ...names.get(row.id),
        ...(person && { person_name: people.get(person)?.name ?? "" }),
      },
      created_at: row.createdAt,
      actor: row.actorId ? { id: row.actorId, name: people.get(row.actorId)?.name ?? "" } : null,
    };
  });
}

const whereOf = ({ accountId }: Pick<Caller, "accountId">, { action }: { action?: string | undefined }) => ({
  accountId,
  ...(action && { action: { startsWith: `${action}.` } }),
});

/** One page of the log of the caller's organization. */
export async function list(
  caller: Pick<Caller, "accountId">,
  { action, ...page }: OrganizationAuditQuery & PageRequest,
) {
  const where = whereOf(caller, { action });
  const [rows, count] = await Promise.all([
    read({ where, take: page.limit, skip: page.offset }),
    prisma().auditEvent.count({ where, orderBy: { id: "desc" }, take: MAX_TOTAL + 1 }),
  ]);
  return toPage(rows, count, page);
}

/** Reads the whole log in parts. */
export function reader(
  caller: Pick<Caller, "accountId">,
  filters: { action?: string | undefined },
): ReadAfter<OrganizationAuditEvent> {
  return (last, limit) =>
    read({ where: { ...whereOf(caller, filters), ...(last && { id: { lt: last.id } }) }, take: limit });
}
