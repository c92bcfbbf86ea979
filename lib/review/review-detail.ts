/** Everything that a reviewer judges a skill by: what has changed, what the checks say, and who publishes it. */
import type { Caller } from "@/lib/core/caller";
import { prisma, query } from "@/lib/core/db";
import * as packages from "@/lib/packages/service";
import * as publishing from "@/lib/publishing/service";
import { checkTexts } from "@/lib/review/review-texts";
import { toReviewedView } from "@/lib/review/rows";
import type { ReviewDossier } from "@/lib/review/schemas";
import * as review from "@/lib/review/service";
import { checkSchema } from "@/lib/skills/parameters";

/** The dossier of a skill. Throws not_found. */
export async function get(caller: Caller, id: string): Promise<ReviewDossier> {
  const row = await review.requireRow(undefined, id);
  const [approved, findings, textFindings, history, developer_record, reports] = await Promise.all([
    row.approved ? publishing.getApproved(caller, id) : null,
    row.package_id ? packages.findingsOf(row.package_id) : [],
    checkTexts(row),
    review.history(caller, id),
    recordOf(row.owner_id),
    prisma().skillReport.count({ where: { skillId: id, state: "open" } }),
  ]);
  return {
    ...toReviewedView(row),
    approved_revision: approved,
    schema_issues: row.api_schema ? checkSchema(row.api_schema) : [],
    findings,
    text_findings: textFindings,
    developer_record,
    open_reports: reports,
    history: history.data,
  };
}

async function recordOf(ownerId: string): Promise<ReviewDossier["developer_record"]> {
  const [row] = await query<ReviewDossier["developer_record"] & { registered_at: Date }>(
    "dossier.record",
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
