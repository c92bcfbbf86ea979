/** The data for a review: changes, findings of checks, and the developer's record. */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { Prisma } from "@/lib/platform/core/generated/client";
import { bySeverity } from "@/lib/supply/packages/finding";
import * as malware from "@/lib/supply/packages/malware";
import * as packages from "@/lib/supply/packages/service";
import * as imitatedNames from "@/lib/supply/publishing/imitated-names";
import { findRevision, type SkillRow, toApprovedView } from "@/lib/supply/publishing/rows";
import * as publishing from "@/lib/supply/publishing/service";
import { checkPrice, checkTexts } from "@/lib/supply/publishing/text-findings";
import * as reviewHistory from "@/lib/supply/review/history";
import * as listedNames from "@/lib/supply/review/listed-names";
import { whyNotCompared } from "@/lib/supply/review/not-compared";
import { assigneesOf } from "@/lib/supply/review/queue-signals";
import { toReviewedView } from "@/lib/supply/review/rows";
import { runningPurchases } from "@/lib/supply/review/running-purchases";
import { ofSkills as scheduledOf } from "@/lib/supply/review/scheduled-decisions";
import type { ReviewAction, ReviewDetail } from "@/lib/supply/review/schemas";
import * as review from "@/lib/supply/review/service";
import { comparePrice, similarTo } from "@/lib/supply/review/similar";
import { breakingChanges } from "@/lib/supply/skills/breaking-changes";
import { contractIssues } from "@/lib/supply/skills/contract";

const SUBMISSIONS: ReviewAction[] = ["submit", "appeal"];
const SHOWN_COMPARISONS = 10;
const DECISIONS: ReviewAction[] = ["approve", "reject"];

/** The review detail of a skill. */
export async function get(caller: Caller, id: string): Promise<ReviewDetail> {
  const row = await review.requireRow(undefined, id);
  const approved = row.live_revision_id ? await publishing.getApproved(caller, id) : null;
  const [rejected, running, findings, textFindings, history, { email_verified, ...record }, reports, scanned] =
    await Promise.all([
      rejectedBetween(id, approved?.revision ?? 0, row.revision),
      runningPurchases(id),
      row.package_id ? packages.findingsOf(row.package_id) : [],
      checkTexts(row),
      reviewHistory.of(caller, id),
      recordOf(row.owner_id),
      prisma().skillReport.count({ where: { skillId: id, state: "open" } }),
      malware.reportsOf(id),
    ]);
  const [similar, price, assignees, names, scheduled, listedNameFindings] = await Promise.all([
    similarTo(row),
    comparePrice(row),
    assigneesOf([id]),
    imitatedNames.namesOf([row]),
    scheduledOf([row]),
    listedNames.openOf(id),
  ]);
  return {
    ...toReviewedView(row),
    approved_revision: approved,
    rejected_revision: rejected,
    running_purchases: running,
    breaking_changes: approved ? breakingChanges(approved, row) : [],
    schema_issues: contractIssues(row),
    findings,
    text_findings: bySeverity([...(names.get(id) ?? []), ...checkPrice(row), ...textFindings]),
    name_findings: listedNameFindings,
    developer_record: record,
    email_verified,
    similar,
    price_comparison: price,
    assignee: assignees.get(id) ?? null,
    scheduled: scheduled.get(id) ?? null,
    submission_note:
      history.data.find(({ action, revision }) => SUBMISSIONS.includes(action) && revision === row.revision)?.reason ??
      null,
    last_decision: history.data.find(({ action }) => DECISIONS.includes(action)) ?? null,
    comparisons: await comparisonsOf(id),
    not_compared: whyNotCompared(row, await probeOf(row)),
    open_reports: reports,
    malware: scanned,
    history: history.data,
  };
}

/** The test call of a version; undefined when it is still to come. */
async function probeOf({ revision_id: revisionId, live_revision_id: liveId }: SkillRow) {
  const probe = await prisma().submissionProbe.findUnique({ where: { revisionId } });
  return probe ?? (revisionId === liveId ? { result: null, tools: null } : undefined);
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

async function recordOf(
  ownerId: string,
): Promise<ReviewDetail["developer_record"] & Pick<ReviewDetail, "email_verified">> {
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
    email_verified: account.emailVerified,
    registered_at: account.createdAt,
    suspended: account.suspendedAt !== null,
    live_skills: live,
    suspended_skills: skills.filter(({ suspendedAt }) => suspendedAt !== null).length,
    approvals: count("approve"),
    rejections: count("reject"),
    warnings: count("warn", "suspend"),
  };
}

/** The newest comparisons of what the endpoint responds with what was reviewed, where they found something. */
async function comparisonsOf(skillId: string): Promise<ReviewDetail["comparisons"]> {
  const rows = await prisma().comparisonCall.findMany({
    where: { skillId, differences: { not: Prisma.AnyNull } },
    orderBy: { calledAt: "desc" },
    take: SHOWN_COMPARISONS,
  });
  return rows.map(({ calledAt, version, isSevere, differences }) => ({
    called_at: calledAt,
    version,
    severe: isSevere,
    differences: (differences as { text: string }[]).map(({ text }) => text),
  }));
}
