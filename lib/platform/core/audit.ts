/**
 * The audit log. It is written inside the transaction of what it records, and PostgreSQL refuses changes and deletions.
 * Administrators read it through `review/audit`.
 */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";

type Subject = { type: string; id: string };

/**
 * Writes a line about what a person did, as `write` does; for an organization, the line is in its own log, too.
 */
export async function writeFor(
  db: Queryable,
  { accountId, personId, organization }: Pick<Caller, "accountId" | "personId" | "organization">,
  line: { action: string; subject: Subject; details?: Record<string, unknown> },
): Promise<void> {
  await add(db, { ...line, actorId: personId, accountId: organization ? accountId : null });
}

/**
 * Writes a line of the audit log inside the transaction of what it records; `actorId` is null for the command line. Lines stay
 * for good, so `details` names no person: emails are read from the accounts.
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
};

async function add(db: Queryable, { subject, details = {}, ...line }: Line): Promise<void> {
  await prisma(db).auditEvent.create({
    data: {
      id: newId(),
      ...line,
      subjectType: subject.type,
      subjectId: subject.id,
      details: details as Prisma.InputJsonObject,
    },
  });
}
