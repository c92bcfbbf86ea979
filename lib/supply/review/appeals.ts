/**
 * Appeals: a rejected submission goes back to the queue once, to another administrator where there is one. Of a pause of sales,
 * administrators are notified once for each version.
 */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { notifyAdministrators } from "@/lib/platform/notifications/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { contentOfRow, type SkillRow, termsOfRow, touch } from "@/lib/supply/publishing/rows";
import * as publishing from "@/lib/supply/publishing/service";
import { requireComplete } from "@/lib/supply/publishing/submission";
import { judge } from "@/lib/supply/publishing/submission-risk";
import type { AppealInput } from "@/lib/supply/review/comment-schemas";
import { record } from "@/lib/supply/review/service";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";

/** Puts one of the caller's rejected submissions back into the queue, unchanged, or asks for a look at a pause of sales. Throws not_appealable, not_submittable. */
export async function appeal(caller: Caller, id: string, { reason }: AppealInput): Promise<OwnedSkill> {
  await ratelimit.requireTaken("revise", caller.accountId);
  await transaction(async (db) => {
    const row = await publishing.lock(db, id, caller);
    requireAppealable(row);
    if (row.status !== "rejected") {
      await record(db, caller, row, { action: "appeal", reason });
      await notifyAdministrators(db, row.revision_id, {
        kind: "review_appeal",
        data: { skill: row.name, skillId: id, text: reason, isPause: true },
      });
      return;
    }
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
    await judge(db, id);
    await record(db, caller, row, { action: "appeal", reason });
    await touch(db, id);
    await notifyAdministrators(db, row.revision_id, {
      kind: "review_appeal",
      data: { skill: row.name, skillId: id, text: reason },
    });
  });
  return publishing.get(caller, id);
}

/** Throws not_appealable. */
function requireAppealable({ status, visibility, appealed, sales_pause_reason: pause }: SkillRow): void {
  if ((status !== "rejected" && pause === null) || visibility === "organization")
    throw new AppError(
      "not_appealable",
      `Only a rejected submission to the marketplace or a pause of sales can be appealed; this is ${visibility === "public" ? status : "private"}.`,
      { details: { status } },
    );
  if (appealed)
    throw new AppError(
      "not_appealable",
      "This version was appealed before. Change what the reviewer asks for and submit it again.",
      { details: { status } },
    );
}
