/** The skills of every developer, for administrators. */
import type { Caller } from "@/lib/platform/core/caller";
import { escapeLike, prisma, query } from "@/lib/platform/core/db";
import { readPage } from "@/lib/platform/core/page-query";
import { SELECT_SKILL, type SkillRow } from "@/lib/supply/publishing/rows";
import { signalsOf } from "@/lib/supply/review/queue-signals";
import { toReviewedView } from "@/lib/supply/review/rows";
import { ofSkills } from "@/lib/supply/review/scheduled-decisions";
import type { QueuedSkill, ReviewQuery } from "@/lib/supply/review/schemas";

/** A submission that was not judged yet counts as one of high risk. */
const RISK = "coalesce(r.risk, 'high')";

/** Listings in whose names a check since their approval found something that no administrator has seen. */
const NAMES_TO_SEE = "SELECT skill_id FROM name_check JOIN listing USING (skill_id) WHERE cardinality(open) > 0";

/** Oldest first, or the highest risk first. */
const IN_QUEUE = `CASE WHEN $by_risk::boolean THEN array_position(ARRAY['high', 'medium', 'low'], ${RISK}) END,
  r.submitted_at, s.id`;

type Status = "draft" | "pending" | "approved" | "rejected";
type Counts = Record<Status | "ever_approved" | "suspended" | "names", number>;

/** Skills of every developer: pending ones oldest first with what to know of each, others newest first. */
export async function list(caller: Pick<Caller, "accountId">, filters: ReviewQuery) {
  const { status, search, category, execution_type, kind, assigned, risk, sort, limit, offset } = filters;
  const isQueue = status === "pending";
  const order = isQueue ? IN_QUEUE : "s.updated_at DESC, s.id DESC";
  const where = `s.visibility = 'public' AND ($status::text IS NULL OR s.status = $status) AND ($category::text IS NULL OR r.category = $category)
    AND ($execution_type::text IS NULL OR r.execution_type = $execution_type)
    AND ($search::text IS NULL OR r.name ILIKE $search OR s.slug ILIKE $search OR a.name ILIKE $search OR a.email ILIKE $search)
    AND CASE $kind WHEN 'suspended' THEN s.suspended_at IS NOT NULL WHEN 'names' THEN s.id IN (${NAMES_TO_SEE})
      WHEN 'new' THEN s.live_revision_id IS NULL WHEN 'edit' THEN s.live_revision_id IS NOT NULL ELSE true END
    AND ($assigned::text IS NULL
      OR $assigned = 'me' AND s.id IN (SELECT skill_id FROM review_assignment WHERE account_id = $caller::uuid)
      OR $assigned = 'none' AND s.id NOT IN (SELECT skill_id FROM review_assignment))
    AND ($risk::text IS NULL OR ${RISK} = $risk)`;
  const statement = {
    name: `review.list.${isQueue ? "queue" : "all"}`,
    text: `${SELECT_SKILL} WHERE ${where} ORDER BY ${order} LIMIT $limit OFFSET $offset`,
    matches: `skill s JOIN skill_revision r ON r.id = s.current_revision_id
      JOIN account a ON a.id = s.owner_id WHERE ${where}`,
    values: {
      status: status ?? null,
      category: category ?? null,
      execution_type: execution_type ?? null,
      search: search === undefined ? null : `%${escapeLike(search)}%`,
      kind: kind ?? null,
      assigned: assigned ?? null,
      caller: caller.accountId,
      by_risk: sort === "risk",
      risk: isQueue ? (risk ?? null) : null,
    },
  };
  const [page, counts] = await Promise.all([
    readPage(statement, { limit, offset }, (row: SkillRow) => row),
    countByStatus(),
  ]);
  return { ...page, data: await withSignals(page.data), counts };
}

async function withSignals(rows: SkillRow[]): Promise<QueuedSkill[]> {
  const pending = rows.filter(({ status }) => status === "pending");
  const [signals, scheduled] = await Promise.all([signalsOf(pending), ofSkills(pending)]);
  return rows.map((row) => ({
    ...toReviewedView(row),
    scheduled: scheduled.get(row.id) ?? null,
    signals: signals.get(row.id) ?? null,
  }));
}

/** How many skills are in each status, have an approved revision, are suspended, and wait for a look at their names. */
export async function countByStatus(): Promise<Counts> {
  const [rows, names] = await Promise.all([
    prisma().skill.groupBy({
      by: "status",
      where: { visibility: "public" },
      _count: { _all: true, liveRevisionId: true, suspendedAt: true },
    }),
    query<{ count: number }>(
      "review.names_to_see",
      `SELECT count(*)::int AS count FROM (${NAMES_TO_SEE}) AS names`,
      [],
    ),
  ]);
  const none = { draft: 0, pending: 0, approved: 0, rejected: 0, ever_approved: 0, suspended: 0 };
  const counts: Counts = { ...none, names: names[0]?.count ?? 0 };
  for (const { status, _count } of rows) {
    counts[status as Status] = _count._all;
    counts.ever_approved += _count.liveRevisionId;
    counts.suspended += _count.suspendedAt;
  }
  return counts;
}
