/**
 * Who reviews which pending submission. It only informs other reviewers: anyone may still decide. Invariant: a submission has
 * at most one reviewer, and the decision ends the assignment.
 */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import type { Assignee, AssignmentInput } from "@/lib/supply/review/assignment-schemas";
import { lock } from "@/lib/supply/review/service";

/** Takes a pending submission, also from another administrator, or gives it back. */
export async function assign(caller: Caller, id: string, { mine }: AssignmentInput): Promise<Assignee> {
  return transaction(async (db) => {
    const row = await lock(db, id);
    if (row.status !== "pending")
      throw new AppError("not_pending", `This skill does not wait for review: it is ${row.status}.`, {
        details: { status: row.status, revision: row.revision },
      });
    const before = await prisma(db).reviewAssignment.findUnique({ where: { skillId: id } });
    const accountId = mine ? caller.accountId : null;
    if ((before?.accountId ?? null) !== accountId) {
      await prisma(db).reviewAssignment.deleteMany({ where: { skillId: id } });
      if (accountId) await prisma(db).reviewAssignment.create({ data: { skillId: id, accountId } });
      await audit.write(
        db,
        caller.accountId,
        "skill.assign",
        { type: "skill", id },
        { slug: row.slug, from: before?.accountId ?? null, to: accountId },
      );
    }
    return { assignee: mine ? { id: caller.accountId, name: caller.name } : null };
  });
}
