/** The public clock of reviews. Invariant: every figure is counted from the decisions themselves when it is asked for. */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import * as site from "@/lib/platform/site/service";
import type { ReviewClock } from "@/lib/supply/review/clock-schemas";

/** The days whose decisions count. */
const DAYS = 30;
const HOUR_SECONDS = 3_600;

type Row = { decided: number; median: number | null; p90: number | null; waiting: number };

const CLOCK = `SELECT count(*)::int AS decided, percentile_cont(0.5) WITHIN GROUP (ORDER BY wait)::float AS median,
    percentile_cont(0.9) WITHIN GROUP (ORDER BY wait)::float AS p90,
    (SELECT count(*)::int FROM skill WHERE status = 'pending' AND visibility = 'public') AS waiting
  FROM (SELECT greatest(extract(epoch FROM reviewed_at - submitted_at), 0) AS wait FROM skill_revision r
    WHERE reviewed_at > now() - make_interval(days => $1) AND submitted_at IS NOT NULL
      AND EXISTS (SELECT FROM skill s WHERE s.id = r.skill_id AND s.visibility = 'public')) AS decided`;

/** How long the decisions of the last 30 days took, how many submissions wait, and the target. */
export async function read(): Promise<ReviewClock> {
  const [[row], { settings }] = await Promise.all([query<Row>("review.clock", CLOCK, [DAYS]), site.current()]);
  return {
    days: DAYS,
    decided: row?.decided ?? 0,
    median_seconds: row?.median ?? null,
    p90_seconds: row?.p90 ?? null,
    target_seconds: settings.review_target_hours * HOUR_SECONDS,
    waiting: row?.waiting ?? 0,
  };
}

const PLACE = `SELECT count(*)::int AS place FROM skill s JOIN skill_revision r ON r.id = s.current_revision_id
  WHERE s.status = 'pending' AND s.visibility = 'public' AND (r.submitted_at, s.id) <= ($1, $2)`;

/** The place of one of the caller's skills in the queue, with the clock. Throws not_found. */
export async function placeOf({ accountId }: Pick<Caller, "accountId">, id: string) {
  const skill = await prisma().skill.findUnique({
    where: { id, ownerId: accountId },
    select: { status: true, visibility: true, currentRevisionId: true },
  });
  if (!skill) throw notFound();
  const clock = await read();
  const isWaiting = skill.status === "pending" && skill.visibility === "public";
  const revision = isWaiting
    ? await prisma().skillRevision.findUnique({ where: { id: skill.currentRevisionId }, select: { submittedAt: true } })
    : null;
  if (!revision?.submittedAt) return { place: null, submitted_at: null, clock };
  const [row] = await query<{ place: number }>("review.place", PLACE, [revision.submittedAt, id]);
  return { place: row?.place ?? null, submitted_at: revision.submittedAt, clock };
}
