/**
 * Suspension of skills. Invariants: a suspended skill has no listing, so it can neither be found nor bought nor called;
 * the suspension, its history and its audit line are one transaction under the skill's lock. Buyers are refunded the unused
 * rest immediately; a job refunds what that missed (a concurrent purchase, a process that died).
 */
import type { PoolClient } from "pg";
import * as refunds from "@/lib/demand/purchases/refunds";
import * as usage from "@/lib/demand/usage/service";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { MAILED_ROLES, notify, notifyAll } from "@/lib/platform/notifications/service";
import * as advisories from "@/lib/supply/advisories/service";
import * as listings from "@/lib/supply/catalog/listings";
import * as privates from "@/lib/supply/publishing/private-skills";
import type { SkillRow } from "@/lib/supply/publishing/rows";
import { requireOtherReviewer } from "@/lib/supply/review/own-skill";
import { toReviewedView } from "@/lib/supply/review/rows";
import type { ReviewedSkill } from "@/lib/supply/review/schemas";
import * as review from "@/lib/supply/review/service";

const REFUND_REASON = "The skill was taken off the marketplace.";
/** Skills per run of the job. */
const REFUND_BATCH = 100;

/**
 * Takes a skill off the marketplace and refunds its running purchases. For malware that is a recall, which warns everyone who has it.
 * Suspending it again changes nothing but that.
 */
export async function suspend(
  caller: Caller,
  id: string,
  { reason, malware = false }: { reason: string; malware?: boolean | undefined },
): Promise<ReviewedSkill> {
  const skill = await transaction((db) => suspendIn(db, caller, id, { reason, malware }));
  await refundBuyers(id, caller);
  return skill;
}

/** Refunds the running purchases of a suspended skill. A failure is left to the job. */
export async function refundBuyers(skillId: string, caller: Pick<Caller, "accountId"> | null): Promise<void> {
  await refunds
    .refundRunning(skillId, REFUND_REASON, caller?.accountId ?? null)
    .catch((error: unknown) =>
      log.error({ err: error, skill: skillId }, "a suspended skill's buyers were not all refunded"),
    );
}

/** Refunds the remaining running purchases of suspended skills and developers. Returns how many skills had any. */
export async function refundSuspended(): Promise<number> {
  const skills = await query<{ skill_id: string }>(
    "administration.skills.unrefunded",
    `SELECT g.skill_id FROM (
       SELECT id AS skill_id FROM skill WHERE suspended_at IS NOT NULL
       UNION SELECT s.id FROM account a JOIN skill s ON s.owner_id = a.id WHERE a.suspended_at IS NOT NULL) AS g
     CROSS JOIN LATERAL (
       SELECT 1 FROM purchase p WHERE p.skill_id = g.skill_id AND p.status = 'active'
         AND p.current_period_end > now() LIMIT 1) AS p
     LIMIT ${REFUND_BATCH}`,
    [],
  );
  for (const { skill_id } of skills) await refundBuyers(skill_id, null);
  return skills.length;
}

type Closing = {
  where: { skillId: string; id?: string };
  skill: SkillRow;
  outcome: "dismissed" | "warned" | "suspended";
  note: string;
};

/** Closes open reports of a skill, and notifies those who made them and may still know of it. Returns how many. */
export async function closeReports(
  db: PoolClient,
  caller: Caller,
  { where, skill, outcome, note }: Closing,
): Promise<number> {
  const closed = await prisma(db).skillReport.updateManyAndReturn({
    where: { state: "open", ...where },
    data: { state: outcome, note, decidedBy: caller.accountId, decidedAt: new Date() },
  });
  const members =
    skill.visibility === "public"
      ? null
      : await prisma(db).membership.findMany({ where: { organizationId: skill.owner_id }, select: { personId: true } });
  for (const { id, reporterId } of closed)
    if (!members || members.some(({ personId }) => personId === reporterId))
      await notify(db, reporterId, id, { kind: "report_decided", data: { skill: skill.name, outcome } });
  return closed.length;
}

/** Suspends a skill inside the transaction of what led to it. */
export async function suspendIn(
  db: PoolClient,
  caller: Caller,
  id: string,
  { reason, malware }: { reason: string; malware: boolean },
): Promise<ReviewedSkill> {
  const row = await review.lock(db, id, "any");
  if (row.suspended_at) {
    if (malware) await advisories.recall(db, caller, row, reason);
    return toReviewedView(row);
  }
  const now = new Date();
  await prisma(db).skill.update({
    where: { id },
    data: { suspendedAt: now, suspensionReason: reason, updatedAt: now },
  });
  await listings.remove(db, id);
  await closeReports(db, caller, {
    where: { skillId: id },
    skill: row,
    outcome: "suspended",
    note: reason,
  });
  await review.record(db, caller, row, { action: "suspend", reason });
  const isPrivate = row.visibility === "organization";
  const author = isPrivate ? await privates.authorOf(db, row) : null;
  const others = author && !MAILED_ROLES.includes(author.role) ? [author.personId] : [];
  await notifyAll(db, [row.owner_id, ...others], newId(), {
    kind: "skill_suspended",
    data: { skill: row.name, skillId: id, reason, ...(isPrivate && { isPrivate }) },
  });
  if (malware) await advisories.recall(db, caller, row, reason);
  else await warnDownloaders(db, row, reason);
  return toReviewedView(await review.requireRow(db, id, "any"));
}

async function warnDownloaders(db: PoolClient, row: SkillRow, reason: string): Promise<void> {
  await notifyAll(db, await usage.downloadersOf(db, { id: row.id, ownerId: row.owner_id }), newId(), {
    kind: "download_suspended",
    data: { skill: row.name, date: new Date().toISOString().slice(0, "2026-11-23".length), reason },
  });
}

/** Ends a suspension: the approved revision is back on the marketplace, unless its developer is suspended. */
export async function unsuspend(caller: Caller, id: string, reason: string): Promise<ReviewedSkill> {
  return transaction(async (db) => {
    const row = await review.lock(db, id, "any");
    if (!row.suspended_at) return toReviewedView(row);
    await requireOtherReviewer(db, caller, row.owner_id);
    const marks = review.marksOf(caller, row.owner_id);
    await prisma(db).skill.update({
      where: { id },
      data: { suspendedAt: null, suspensionReason: null, updatedAt: new Date() },
    });
    await listings.publish(db, id);
    await advisories.withdrawRecall(db, caller, id);
    await review.record(db, caller, row, { action: "unsuspend", reason, marks });
    await notify(db, row.owner_id, newId(), {
      kind: "skill_restored",
      data: { skill: row.name, skillId: id, ...(row.visibility === "organization" && { isPrivate: true }) },
    });
    return toReviewedView(await review.requireRow(db, id, "any"));
  });
}
