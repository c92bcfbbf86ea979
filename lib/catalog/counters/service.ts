/**
 * Popularity and ratings of listings, folded in by a job so that no call or purchase ever waits for a counter.
 * Invariant: figures are recomputed from the records, never incremented, so running twice changes nothing.
 */
import { query } from "@/lib/core/db";

/** Popularity counts purchases and successful calls of this many days. */
const POPULARITY_DAYS = 30;
/** Records younger than this may still be arriving; their days are recomputed with every round. */
const RECENT_MINUTES = 60;

const DAYS = `
  WITH active AS (
    SELECT skill_id FROM usage_record WHERE created_at > now() - make_interval(mins => $1)
    UNION SELECT skill_id FROM purchase WHERE started_at > now() - make_interval(mins => $1)),
  calls AS (
    SELECT u.skill_id, (u.created_at AT TIME ZONE 'UTC')::date AS day, count(*) FILTER (WHERE u.status = 'succeeded') AS calls,
      count(*) FILTER (WHERE u.status = 'failed') AS failures
      FROM usage_record u JOIN active USING (skill_id)
     WHERE u.created_at >= date_trunc('day', now() - make_interval(mins => $1), 'UTC') GROUP BY 1, 2),
  sales AS (
    SELECT p.skill_id, (p.started_at AT TIME ZONE 'UTC')::date AS day, count(*) AS purchases
      FROM purchase p JOIN active USING (skill_id)
     WHERE p.started_at >= date_trunc('day', now() - make_interval(mins => $1), 'UTC') GROUP BY 1, 2)
  INSERT INTO skill_daily AS d (skill_id, day, calls, failures, purchases)
    SELECT skill_id, day, coalesce(calls, 0), coalesce(failures, 0), coalesce(purchases, 0)
      FROM calls FULL JOIN sales USING (skill_id, day) ORDER BY skill_id, day
  ON CONFLICT (skill_id, day) DO UPDATE SET calls = excluded.calls, failures = excluded.failures, purchases = excluded.purchases
    WHERE (d.calls, d.failures, d.purchases) IS DISTINCT FROM (excluded.calls, excluded.failures, excluded.purchases)`;

const TOTALS = `
  WITH totals AS (
    SELECT l.skill_id, coalesce(sum(d.calls), 0) AS calls, coalesce(sum(d.purchases), 0) AS purchases,
      coalesce(sum(d.calls + d.purchases) FILTER (WHERE d.day > (now() AT TIME ZONE 'UTC')::date - $1::int), 0) AS popularity
      FROM listing l JOIN skill_daily d USING (skill_id) GROUP BY l.skill_id),
  -- By skill, as whatever locks more than one listing.
  locked AS MATERIALIZED (
    SELECT t.* FROM listing l JOIN totals t USING (skill_id)
     WHERE (l.call_count, l.purchase_count, l.popularity) IS DISTINCT FROM (t.calls::bigint, t.purchases::bigint, t.popularity::bigint)
     ORDER BY l.skill_id FOR NO KEY UPDATE OF l)
  UPDATE listing l SET call_count = t.calls, purchase_count = t.purchases, popularity = t.popularity FROM locked t
   WHERE l.skill_id = t.skill_id
  RETURNING 1 AS changed`;

/** Brings calls, purchases and popularity of every listing up to date. Returns how many changed. */
export async function foldCounters(): Promise<number> {
  await query("counters.days", DAYS, [RECENT_MINUTES]);
  return (await query("counters.totals", TOTALS, [POPULARITY_DAYS])).length;
}
