/**
 * The audit log. It is written inside the transaction of what it records, and PostgreSQL refuses changes and deletions.
 * Administrators read it through `review/audit`.
 */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";

type Subject = { type: string; id: string };
/** Names that a line shows of an account, until that account is closed. */
type Names = Record<string, string>;

/**
 * Writes a line about what a person did, as `write` does; for an organization, the line is in its own log, too. `names` are shown
 * until the account that the person acts for is closed.
 */
export async function writeFor(
  db: Queryable,
  { accountId, personId, organization }: Pick<Caller, "accountId" | "personId" | "organization">,
  line: { action: string; subject: Subject; details?: Record<string, unknown>; names?: Names },
): Promise<void> {
  await add(db, { ...line, actorId: personId, accountId: organization ? accountId : null }, accountId);
}

/**
 * Writes a line of the audit log inside the transaction of what it records; `actorId` is null for the command line. Lines stay
 * for good. `details` holds no personal names: emails are read from the accounts, and closing an account deletes its `names`.
 */
export async function write(
  db: Queryable,
  actorId: string | null,
  action: string,
  subject: Subject,
  details: Record<string, unknown>,
): Promise<void> {
  await add(db, { actorId, accountId: null, action, subject, details });
}

/** Writes a line of the operator's log, and into the log of the organization that it concerns; null for none. */
export async function writeIn(db: Queryable, accountId: string | null, line: Omit<Line, "accountId">): Promise<void> {
  await add(db, { ...line, accountId });
}

type Line = {
  actorId: string | null;
  accountId: string | null;
  action: string;
  subject: Subject;
  details?: Record<string, unknown>;
  names?: Names;
};

/** The names that some lines show, by the id of the line. */
export async function namesIn(ids: string[]): Promise<Map<string, Names>> {
  const rows = await prisma().auditName.findMany({ where: { auditEventId: { in: ids } } });
  return new Map(rows.map(({ auditEventId, names }) => [auditEventId, names as Names]));
}

/** `namedId` is the account whose names the line shows. */
async function add(
  db: Queryable,
  { subject, details = {}, names, ...line }: Line,
  namedId: string = subject.id,
): Promise<void> {
  const id = newId();
  if (names) await prisma(db).auditName.create({ data: { auditEventId: id, accountId: namedId, names } });
  await prisma(db).auditEvent.create({
    data: {
      id,
      ...line,
      subjectType: subject.type,
      subjectId: subject.id,
      details: details as Prisma.InputJsonObject,
    },
  });
}
