/** Appeals: a rejected submission goes back to the queue once, to another administrator where there is one. */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { notifyAdministrators } from "@/lib/platform/notifications/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { contentOfRow, termsOfRow, touch } from "@/lib/supply/publishing/rows";
import * as publishing from "@/lib/supply/publishing/service";
import { requireComplete } from "@/lib/supply/publishing/submission";
import type { AppealInput } from "@/lib/supply/review/comment-schemas";
import { record } from "@/lib/supply/review/service";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";

/** Puts one of the caller's rejected submissions back into the queue, unchanged. */
export async function appeal(caller: Caller, id: string, { reason }: AppealInput): Promise<OwnedSkill> {
  await ratelimit.requireTaken("revise", caller.accountId);
  await transaction(async (db) => {
    const row = await publishing.lock(db, id, caller);
    if (row.status !== "rejected" || row.visibility === "organization")
      throw new AppError(
        "not_appealable",
        `Only a rejected submission to the marketplace can be appealed; this is ${row.visibility === "public" ? row.status : "private"}.`,
        {
          details: { status: row.status },
        },
      );
    if (row.appealed)
      throw new AppError(
        "not_appealable",
        "This submission was appealed before. Change what the reviewer asks for and submit it again.",
        { details: { status: row.status } },
      );
    requireComplete(contentOfRow(row), termsOfRow(row));
    await prisma(db).skillRevision.update({
      where: { id: row.revision_id },
      data: {
        status: "pending",
        submittedAt: new Date(),
        reviewedAt: null,
        reviewedBy: null,
        rejectionReason: null,
      },
    });
    await prisma(db).skill.update({ where: { id }, data: { status: "pending" } });
    await record(db, caller, row, { action: "appeal", reason });
    await touch(db, id);
    await notifyAdministrators(db, row.revision_id, {
      kind: "review_appeal",
      data: { skill: row.name, skillId: id, text: reason },
    });
  });
  return publishing.get(caller, id);
}
