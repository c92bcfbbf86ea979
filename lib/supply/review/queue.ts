/** The skills of every developer, for administrators. */
import type { Caller } from "@/lib/platform/core/caller";
import { escapeLike, prisma } from "@/lib/platform/core/db";
import { readPage } from "@/lib/platform/core/page-query";
import { SELECT_SKILL, type SkillRow } from "@/lib/supply/publishing/rows";
import { signalsOf } from "@/lib/supply/review/queue-signals";
import { toReviewedView } from "@/lib/supply/review/rows";
import type { QueuedSkill, ReviewQuery } from "@/lib/supply/review/schemas";

type Status = "draft" | "pending" | "approved" | "rejected";
type Counts = Record<Status | "ever_approved" | "suspended", number>;

/** Skills of every developer: pending ones oldest first with what to know of each, others newest first. */
export async function list(caller: Pick<Caller, "accountId">, filters: ReviewQuery) {
  const { status, search, category, execution_type, kind, assigned, limit, offset } = filters;
  const isQueue = status === "pending";
  const order = isQueue ? "r.submitted_at, s.id" : "s.updated_at DESC, s.id DESC";
  const where = `($1::text IS NULL OR s.status = $1) AND ($2::text IS NULL OR r.category = $2)
    AND ($3::text IS NULL OR r.execution_type = $3)
    AND ($4::text IS NULL OR r.name ILIKE $4 OR s.slug ILIKE $4 OR a.name ILIKE $4 OR a.email ILIKE $4)
      AND ($5::text IS NULL OR $5 = 'suspended' AND s.suspended_at IS NOT NULL
      OR $5 <> 'suspended' AND (s.live_revision_id IS NULL) = ($5 = 'new'))
    AND ($6::text IS NULL OR $6 = 'me' AND s.id IN (SELECT skill_id FROM review_assignment WHERE account_id = $7::uuid)
      OR $6 = 'none' AND s.id NOT IN (SELECT skill_id FROM review_assignment))`;
  const statement = {
    name: `review.list.${isQueue ? "queue" : "all"}`,
    text: `${SELECT_SKILL} WHERE ${where} ORDER BY ${order} LIMIT $8 OFFSET $9`,
    matches: `skill s JOIN skill_revision r ON r.id = s.current_revision_id
      JOIN account a ON a.id = s.owner_id WHERE ${where}`,
    values: [
      status ?? null,
      category ?? null,
      execution_type ?? null,
      search === undefined ? null : `%${escapeLike(search)}%`,
      kind ?? null,
      assigned ?? null,
      caller.accountId,
    ],
  };
  const [page, counts] = await Promise.all([
    readPage(statement, { limit, offset }, (row: SkillRow) => row),
    countByStatus(),
  ]);
  return { ...page, data: await withSignals(page.data), counts };
}

async function withSignals(rows: SkillRow[]): Promise<QueuedSkill[]> {
  const signals = await signalsOf(rows.filter(({ status }) => status === "pending"));
  return rows.map((row) => ({ ...toReviewedView(row), signals: signals.get(row.id) ?? null }));
}

/** How many skills are in each status, have an approved revision, and are suspended. */
export async function countByStatus(): Promise<Counts> {
  const rows = await prisma().skill.groupBy({
    by: "status",
    _count: { _all: true, liveRevisionId: true, suspendedAt: true },
  });
  const counts: Counts = { draft: 0, pending: 0, approved: 0, rejected: 0, ever_approved: 0, suspended: 0 };
  for (const { status, _count } of rows) {
    counts[status as Status] = _count._all;
    counts.ever_approved += _count.liveRevisionId;
    counts.suspended += _count.suspendedAt;
  }
  return counts;
}
