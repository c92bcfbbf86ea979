/** Everything that a reviewer judges a skill by: what has changed, what the checks say, and who publishes it. */
import type { Caller } from "@/lib/core/caller";
import { prisma, query } from "@/lib/core/db";
import { toCredits } from "@/lib/core/money";
import * as packages from "@/lib/packages/service";
import { findRevision, toApprovedView } from "@/lib/publishing/rows";
import * as publishing from "@/lib/publishing/service";
import { checkTexts } from "@/lib/review/review-texts";
import { toReviewedView } from "@/lib/review/rows";
import type { ReviewDossier } from "@/lib/review/schemas";
import * as review from "@/lib/review/service";
import { checkSchema } from "@/lib/skills/parameters";

/** Everything that a reviewer is shown of a skill. Throws not_found. */
export async function get(caller: Caller, id: string): Promise<ReviewDossier> {
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
    schema_issues: row.api_schema ? checkSchema(row.api_schema) : [],
    findings,
    text_findings: textFindings,
    developer_record,
    open_reports: reports,
    history: history.data,
  };
}

/** The newest rejected revision after one and before another. */
async function rejectedBetween(
  skillId: string,
  after: number,
  before: number,
): Promise<ReviewDossier["rejected_revision"]> {
  const rejected = await prisma().skillRevision.findFirst({
    where: { skillId, status: "rejected", number: { gt: after, lt: before } },
    orderBy: { number: "desc" },
    select: { id: true },
  });
  const row = rejected && (await findRevision(skillId, rejected.id));
  return row ? { ...toApprovedView(row), rejection_reason: row.rejection_reason } : null;
}

/** The running purchases of a skill, and what `purchase_refund` would give back for them now, to the rounding of each. */
async function runningPurchases(skillId: string): Promise<ReviewDossier["running_purchases"]> {
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

async function recordOf(ownerId: string): Promise<ReviewDossier["developer_record"]> {
  const [row] = await query<ReviewDossier["developer_record"] & { registered_at: Date }>(
    "review.detail.record",
    `SELECT a.created_at AS registered_at, a.suspended_at IS NOT NULL AS suspended,
       (SELECT count(*)::int FROM listing l WHERE l.owner_id = a.id) AS live_skills,
       (SELECT count(*)::int FROM skill s WHERE s.owner_id = a.id AND s.suspended_at IS NOT NULL) AS suspended_skills,
       decided.approvals, decided.rejections, decided.warnings
     FROM account a CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE e.action = 'approve')::int AS approvals, count(*) FILTER (WHERE e.action = 'reject')::int AS rejections,
         count(*) FILTER (WHERE e.action IN ('warn', 'suspend'))::int AS warnings
       FROM skill s JOIN review_event e ON e.skill_id = s.id WHERE s.owner_id = a.id) AS decided
     WHERE a.id = $1`,
    [ownerId],
  );
  if (!row) throw new Error(`skill of an unknown account: ${ownerId}`);
  return row;
}
