/** The data for a review: changes, findings of checks, and the developer's record. */
import type { Caller } from "@/lib/core/caller";
import { prisma, query } from "@/lib/core/db";
import { toCredits } from "@/lib/core/money";
import * as packages from "@/lib/packages/service";
import { findRevision, toApprovedView } from "@/lib/publishing/rows";
import * as publishing from "@/lib/publishing/service";
import { checkTexts } from "@/lib/review/review-texts";
import { toReviewedView } from "@/lib/review/rows";
import type { ReviewAction, ReviewDetail } from "@/lib/review/schemas";
import * as review from "@/lib/review/service";
import { breakingChanges } from "@/lib/skills/breaking-changes";
import { contractIssues } from "@/lib/skills/contract";

const SUBMISSIONS: ReviewAction[] = ["submit", "appeal"];
const DECISIONS: ReviewAction[] = ["approve", "reject"];

/** The review detail of a skill. Throws not_found. */
export async function get(caller: Caller, id: string): Promise<ReviewDetail> {
  const row = await review.requireRow(undefined, id);
  const approved = row.live_revision_id ? await publishing.getApproved(caller, id) : null;
  const [rejected, running, findings, textFindings, history, developer_record, reports] = await Promise.all([
    rejectedBetween(id, approved?.revision ?? 0, row.revision),
    runningPurchases(id),
    row.package_id ? packages.findingsOf(row.package_id) : [],
    checkTexts(row),
    review.history(caller, id),
    recordOf(row.owner_id),
    prisma().skillReport.count({ where: { skillId: id, state: "open" } }),
  ]);
  return {
    ...toReviewedView(row),
    approved_revision: approved,
    rejected_revision: rejected,
    running_purchases: running,
    breaking_changes: approved ? breakingChanges(approved, row) : [],
    schema_issues: contractIssues(row),
    findings,
    text_findings: textFindings,
    developer_record,
    submission_note:
      history.data.find(({ action, revision }) => SUBMISSIONS.includes(action) && revision === row.revision)
        ?.reason ?? null,
    last_decision: history.data.find(({ action }) => DECISIONS.includes(action)) ?? null,
    open_reports: reports,
    history: history.data,
  };
}

/** The newest rejected revision after one and before another. */
async function rejectedBetween(
  skillId: string,
  after: number,
  before: number,
): Promise<ReviewDetail["rejected_revision"]> {
  const rejected = await prisma().skillRevision.findFirst({
    where: { skillId, status: "rejected", number: { gt: after, lt: before } },
    orderBy: { number: "desc" },
    select: { id: true },
  });
  const row = rejected && (await findRevision(skillId, rejected.id));
  return row ? { ...toApprovedView(row), rejection_reason: row.rejection_reason } : null;
}

/** The active purchases of a skill, and the sum that `purchase_refund` would give back now, with its rounding. */
async function runningPurchases(skillId: string): Promise<ReviewDetail["running_purchases"]> {
  const [row] = await query<{ count: number; refund: string }>(
    "review.detail.running",
    `SELECT count(*)::int AS count, coalesce(sum(div(p.price_micros * extract(epoch FROM p.current_period_end - greatest(now(), t.start)),
         extract(epoch FROM p.current_period_end - t.start))), 0)::bigint AS refund
       FROM purchase p CROSS JOIN LATERAL (SELECT term_end(p.anchor_at, p.interval, p.term - 1) AS start) AS t
      WHERE p.skill_id = $1 AND p.status = 'active' AND p.current_period_end > now()`,
    [skillId],
  );
  return { count: row?.count ?? 0, refund: toCredits(BigInt(row?.refund ?? 0)) };
}

async function recordOf(ownerId: string): Promise<ReviewDetail["developer_record"]> {
  const account = await prisma().account.findUniqueOrThrow({ where: { id: ownerId } });
  const skills = await prisma().skill.findMany({
    where: { ownerId },
    select: { id: true, suspendedAt: true },
  });
  const [live, decided] = await Promise.all([
    prisma().listing.count({ where: { ownerId } }),
    prisma().reviewEvent.groupBy({
      by: "action",
      where: { skillId: { in: skills.map(({ id }) => id) } },
      _count: true,
    }),
  ]);
  const count = (...actions: string[]) =>
    decided.reduce((sum, { action, _count }) => sum + (actions.includes(action) ? _count : 0), 0);
  return {
    registered_at: account.createdAt,
    suspended: account.suspendedAt !== null,
    live_skills: live,
    suspended_skills: skills.filter(({ suspendedAt }) => suspendedAt !== null).length,
    approvals: count("approve"),
    rejections: count("reject"),
    warnings: count("warn", "suspend"),
  };
}
