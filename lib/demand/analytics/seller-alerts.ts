/** Alerts to developers about their own skills: a failing or slow endpoint, at most once a day each, and the first sale. */
import { firstPaidSince } from "@/lib/demand/analytics/first-payments";
import { SKILL_FAILURES_SQL } from "@/lib/demand/analytics/skill-failures";
import { query, transaction } from "@/lib/platform/core/db";
import type { Notice } from "@/lib/platform/notifications/notices";
import { notify } from "@/lib/platform/notifications/service";

/** The calls that are looked at, and how many of them it takes to say something. */
const WINDOW_MINUTES = 15;
const MIN_CALLS = 10;
/** An endpoint is slow when half of its calls take this long. */
const SLOW_MS = 10_000;

type TroubledRow = {
  skill_id: string;
  owner_id: string;
  name: string;
  calls: number;
  failures: number;
  median_ms: number;
};

/** The rule of the trust figures: calls by others, without those that the endpoint refused or that failed on our side. */
const TROUBLED = `
  SELECT f.skill_id, s.owner_id, r.name, f.calls, f.failures, f.median_ms FROM (
      SELECT u.skill_id, count(*)::int AS calls, count(*) FILTER (WHERE u.status = 'failed')::int AS failures,
          coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY u.duration_ms) FILTER (WHERE u.status = 'succeeded'),
          0)::int AS median_ms
        FROM usage_record u
       WHERE u.created_at > now() - make_interval(mins => $1) AND u.kind = 'execute' AND u.account_id <> u.developer_id
         AND (u.status = 'succeeded' OR u.error_code IN (${SKILL_FAILURES_SQL}))
       GROUP BY u.skill_id HAVING count(*) >= $2) AS f
    JOIN skill s ON s.id = f.skill_id JOIN skill_revision r ON r.id = s.current_revision_id
   WHERE f.failures * 2 >= f.calls OR f.median_ms >= $3`;

type SoldRow = { skill_id: string; owner_id: string; name: string };

/** Skills that somebody has just paid for, and that earned nothing before yesterday: the notification itself is made once. */
const FIRST_SALES = `
  SELECT s.id AS skill_id, s.owner_id, r.name FROM skill s JOIN skill_revision r ON r.id = s.current_revision_id
   WHERE s.id IN (
       SELECT u.skill_id FROM usage_record u WHERE u.created_at > now() - make_interval(mins => $1)
         AND u.cost_micros > 0
       UNION SELECT p.skill_id FROM purchase p WHERE ${firstPaidSince("now() - interval '1 day'")})
     AND NOT EXISTS (SELECT 1 FROM skill_stats_day d
       WHERE d.skill_id = s.id AND d.day < utc_day(now()) - 1 AND d.call_micros + d.sale_micros > 0)`;

/** Notifies developers of what happened in the last minutes. Safe to run twice concurrently. Returns how many skills it is about. */
export async function alertSellers(): Promise<number> {
  const [troubled, sold] = await Promise.all([
    query<TroubledRow>("analytics.troubled", TROUBLED, [WINDOW_MINUTES, MIN_CALLS, SLOW_MS]),
    query<SoldRow>("analytics.first-sales", FIRST_SALES, [WINDOW_MINUTES]),
  ]);
  const today = new Date().toISOString().slice(0, "2026-11-22".length);
  for (const row of troubled) await notifyOwner(row, `${row.skill_id} ${today}`, troubleOf(row));
  for (const row of sold) {
    const data = { skill: row.name, skillId: row.skill_id };
    await notifyOwner(row, row.skill_id, [{ kind: "first_sale", data }]);
  }
  return troubled.length + sold.length;
}

function troubleOf({ skill_id: skillId, name: skill, calls, failures, median_ms }: TroubledRow): Notice[] {
  const about = { skill, skillId, calls };
  return [
    ...(failures * 2 >= calls ? [{ kind: "endpoint_failing" as const, data: { ...about, failures } }] : []),
    ...(median_ms >= SLOW_MS
      ? [{ kind: "endpoint_slow" as const, data: { ...about, seconds: Math.round(median_ms / 1000) } }]
      : []),
  ];
}

async function notifyOwner({ owner_id }: { owner_id: string }, subject: string, notices: Notice[]): Promise<void> {
  await transaction(async (db) => {
    for (const notice of notices) await notify(db, owner_id, subject, notice);
  });
}
