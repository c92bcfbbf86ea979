/**
 * Popularity and counts of listings, updated by a job, so that no call or purchase waits for a counter. Invariant: uses
 * stay pending until the listing shows them, however long the job pauses.
 */
import { query } from "@/lib/platform/core/db";
import { isRunEnding } from "@/lib/platform/jobs/isolated";

/** Popularity counts purchases and successful calls of this many days, without the developer's own. */
const POPULARITY_DAYS = 30;
/** Skills per step. A step is one statement, which has a timeout and locks as many listings. */
const STEP_SKILLS = 500;
/** Most steps of one run; the next run continues. */
const MAX_STEPS = 1_000;

// Ids are passed as arrays, so that the planner uses the primary keys whatever its statistics say.
const STEP = `
  WITH due AS MATERIALIZED (
    SELECT u.skill_id, u.calls, u.purchases, u.changes, p.popularity, p.until FROM skill_use u
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(d.customer_calls + d.purchases), 0) AS popularity, min(d.day) + $1::int AS until
         FROM skill_stats_day d
         WHERE d.skill_id = u.skill_id AND d.day > utc_day(now()) - $1::int AND d.customer_calls + d.purchases > 0) AS p
     WHERE u.skill_id = ANY (ARRAY(
       (SELECT skill_id FROM skill_use WHERE changes <> shown ORDER BY skill_id LIMIT $2)
       UNION (SELECT skill_id FROM skill_use WHERE popular_until <= utc_day(now()) ORDER BY popular_until LIMIT $2)))),
  -- By skill, as whatever locks more than one listing, and listings before what was made of them.
  locked AS MATERIALIZED (
    SELECT t.* FROM listing l JOIN due t USING (skill_id)
     WHERE l.skill_id = ANY (ARRAY(SELECT skill_id FROM due))
       AND (l.call_count, l.purchase_count, l.popularity) IS DISTINCT FROM (t.calls, t.purchases, t.popularity::bigint)
     ORDER BY l.skill_id FOR NO KEY UPDATE OF l),
  changed AS (
    UPDATE listing l SET call_count = t.calls, purchase_count = t.purchases, popularity = t.popularity FROM locked t
     WHERE l.skill_id = ANY (ARRAY(SELECT skill_id FROM locked)) AND l.skill_id = t.skill_id RETURNING 1),
  used AS MATERIALIZED (
    SELECT u.skill_id FROM skill_use u
     WHERE u.skill_id = ANY (ARRAY(SELECT skill_id FROM due WHERE (SELECT count(*) FROM changed) >= 0))
     ORDER BY u.skill_id FOR NO KEY UPDATE),
  seen AS (
    UPDATE skill_use u SET shown = t.changes, popular_until = t.until FROM due t
     WHERE u.skill_id = ANY (ARRAY(SELECT skill_id FROM used)) AND u.skill_id = t.skill_id RETURNING 1)
  SELECT (SELECT count(*)::int FROM seen) AS seen, (SELECT count(*)::int FROM changed) AS changed`;

/** Updates calls, purchases and popularity of every listing. Returns how many changed. */
export async function updateCounters(): Promise<number> {
  let sum = 0;
  for (let step = 0; step < MAX_STEPS && !isRunEnding(); step++) {
    const [row] = await query<{ seen: number; changed: number }>("counters.step", STEP, [POPULARITY_DAYS, STEP_SKILLS]);
    sum += row?.changed ?? 0;
    if (!row?.seen) break;
  }
  return sum;
}
