/**
 * Pauses of sales: a skill whose endpoint responds in a harmful way since its review is unlisted until an administrator has looked at
 * it. Invariant: nothing but an administrator's decision lists it again, by resuming its sales or approving another version.
 */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { notify } from "@/lib/platform/notifications/service";
import * as listings from "@/lib/supply/catalog/listings";
import { requireOtherReviewer } from "@/lib/supply/review/own-skill";
import { toReviewedView } from "@/lib/supply/review/rows";
import type { ReviewedSkill } from "@/lib/supply/review/schemas";
import { lock, marksOf, record, requireRow } from "@/lib/supply/review/service";

/** Comparisons of a version with severe differences, since its sales were resumed last, that pause its sales. */
const SEVERE_TO_PAUSE = 2;

/**
 * Pauses the sales of a skill whose comparisons have found severe differences often enough, in the transaction that wrote the last one.
 * Returns whether it did; not while another version is live, or none.
 */
export async function pauseIfDue(db: Queryable, id: string, differences: readonly string[]): Promise<boolean> {
  const row = await lock(db, id);
  const [{ severe } = { severe: 0 }] = await query<{ severe: number }>(
    "review.severe_comparisons",
    `SELECT count(*)::int AS severe FROM comparison_call c JOIN listing l USING (skill_id)
      WHERE c.skill_id = $1 AND c.is_severe AND c.version = l.revision_number AND c.called_at > coalesce(
        (SELECT max(e.created_at) FROM review_event e WHERE e.skill_id = $1 AND e.action = 'resume'), '-infinity')`,
    [id],
    db,
  );
  if (severe < SEVERE_TO_PAUSE) return false;
  const reason = differences.join("\n");
  const now = new Date();
  await prisma(db).skill.update({ where: { id }, data: { unlistedAt: now, salesPauseReason: reason, updatedAt: now } });
  await listings.remove(db, id);
  await audit.write(db, null, "skill.pause", { type: "skill", id }, { slug: row.slug, reason });
  await notify(db, row.owner_id, newId(), { kind: "sales_paused", data: { skill: row.name, skillId: id, reason } });
  return true;
}

/** Ends a pause: the approved version is on the marketplace again. Does nothing without one. Throws not_found, own_skill_review. */
export async function resume(caller: Caller, id: string, reason: string): Promise<ReviewedSkill> {
  return transaction(async (db) => {
    const row = await lock(db, id);
    if (row.sales_pause_reason === null) return toReviewedView(row);
    await requireOtherReviewer(db, caller, row.owner_id);
    await prisma(db).skill.update({
      where: { id },
      data: { unlistedAt: null, salesPauseReason: null, updatedAt: new Date() },
    });
    await listings.publish(db, id);
    await record(db, caller, row, { action: "resume", reason, marks: marksOf(caller, row.owner_id) });
    await notify(db, row.owner_id, newId(), { kind: "sales_resumed", data: { skill: row.name, skillId: id } });
    return toReviewedView(await requireRow(db, id));
  });
}
