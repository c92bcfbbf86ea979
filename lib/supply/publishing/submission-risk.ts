/**
 * The risk of a submission, stored with it for the order and filter of the queue. Invariant: whatever changes what the checks find judges
 * it again: a submission, its test call and its price in their transaction, names by the job that checks them, until which a
 * submission of a renamed publisher has none, which counts as high.
 */
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { forEachIsolated, isRunEnding } from "@/lib/platform/jobs/isolated";
import type { Finding } from "@/lib/supply/packages/finding";
import type { EndpointResult, Risk } from "@/lib/supply/publishing/risk-schemas";
import { findSkill, type SkillRow } from "@/lib/supply/publishing/rows";
import { findingsOf } from "@/lib/supply/publishing/submission-findings";
import { callable } from "@/lib/supply/skills/operations";

/** Submissions that a run judges again. */
const MAX_JUDGED = 2_000;

/** Stores the risk of a skill's submission as of now. Does nothing for a skill that waits for no review by the marketplace. */
export async function judge(db: Queryable | undefined, id: string): Promise<void> {
  const row = await findSkill(db, id, "public");
  if (row?.status !== "pending") return;
  const endpoint = (await endpointsOf([row], db)).get(id) ?? null;
  const data = { risk: riskOf(row, await findingsOf(row, db), endpoint), judgedAt: new Date() };
  await prisma(db).skillRevision.updateMany({ where: { id: row.revision_id, status: "pending" }, data });
}

/**
 * Leaves the submissions of a publisher, whose names have changed, to the job: judging them here would keep the account's row locked, and
 * charges waiting.
 */
export async function forgetRisksOf(db: Queryable, ownerId: string): Promise<void> {
  await query(
    "risk.forget",
    `UPDATE skill_revision r SET risk = NULL FROM skill s
      WHERE s.owner_id = $1 AND s.status = 'pending' AND s.visibility = 'public' AND r.id = s.current_revision_id
        AND r.risk IS NOT NULL`,
    [ownerId],
    db,
  );
}

/**
 * Judges submissions again: first those that have no risk, then those that were judged longest ago. With `isNew` only the former.
 * Returns how many.
 */
export async function judgePending({ isNew }: { isNew: boolean }): Promise<number> {
  const pending = await query<{ id: string }>(
    "risk.pending",
    `SELECT s.id FROM skill s JOIN skill_revision r ON r.id = s.current_revision_id
      WHERE s.status = 'pending' AND s.visibility = 'public' AND (NOT $1::boolean OR r.risk IS NULL)
      ORDER BY r.risk IS NOT NULL, r.judged_at NULLS FIRST, r.submitted_at, s.id LIMIT $2`,
    [isNew, MAX_JUDGED],
  );
  const judged = await forEachIsolated(
    "judge-submissions",
    isRunEnding() ? [] : pending,
    ({ id }) => id,
    ({ id }) => judge(undefined, id),
  );
  return judged.length;
}

function riskOf(row: SkillRow, findings: readonly Finding[], endpoint: EndpointResult | null): Risk {
  if (findings.some(({ severity }) => severity === "high")) return "high";
  const isMedium = endpoint === "failed" || isUncallable(row) || findings.some(({ severity }) => severity === "medium");
  return isMedium ? "medium" : "low";
}

/** Whether it has tools and the marketplace may call none of them, neither for the review nor later. */
const isUncallable = ({ operations }: SkillRow) => operations !== null && callable(operations).length === 0;

/** How the automatic test calls of submissions went, of those that have an endpoint. */
export async function endpointsOf(rows: readonly SkillRow[], db?: Queryable): Promise<Map<string, EndpointResult>> {
  const called = rows.filter((row) => row.api_endpoint !== null && row.execution_type !== "download");
  const probes = await prisma(db).submissionProbe.findMany({
    where: { revisionId: { in: called.map(({ revision_id }) => revision_id) } },
  });
  return new Map(
    called.map((row) => {
      const probe = probes.find(({ revisionId }) => revisionId === row.revision_id);
      if (!probe) return [row.id, "not_called"];
      const tools = probe.tools as { failure: string | null; problem: string | null }[] | null;
      if (tools?.length === 0) return [row.id, "not_called"];
      const isFine = tools
        ? tools.every(({ failure, problem }) => failure === null && problem === null)
        : Object(probe.result).ok === true;
      return [row.id, isFine ? "works" : "failed"];
    }),
  );
}
