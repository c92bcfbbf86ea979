/**
 * The audit log. It is written inside the transaction of what it records, and PostgreSQL refuses changes and deletions.
 * Administrators read it through `review/audit`.
 */
import { prisma, type Queryable } from "@/lib/platform/core/db";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";

/**
 * Writes a line of the audit log inside the transaction of what it records; `actorId` is null for the command line. Lines stay
 * for good, so `details` names no person: emails are read from the accounts.
 */
export async function write(
  db: Queryable,
  actorId: string | null,
  action: string,
  subject: { type: string; id: string },
  details: Record<string, unknown>,
): Promise<void> {
  await prisma(db).auditEvent.create({
    data: {
      id: newId(),
      actorId,
      action,
      subjectType: subject.type,
      subjectId: subject.id,
      details: details as Prisma.InputJsonObject,
    },
  });
}
