/**
 * Counts of calls and purchases of listings, updated by a job, so that no call or purchase waits for a counter. Invariant: uses
 * stay pending until the listing shows them, however long the job pauses.
 */
import { query } from "@/lib/platform/core/db";
import { isRunEnding } from "@/lib/platform/jobs/isolated";

/** Skills per step. A step is one statement, which has a timeout and locks as many listings. */
const STEP_SKILLS = 500;
/** Most steps of one run; the next run continues. */
const MAX_STEPS = 1_000;

// Ids are passed as arrays, so that the planner uses the primary keys whatever its statistics say.
const STEP = `
  WITH due AS MATERIALIZED (
    SELECT u.skill_id, u.calls, u.purchases, u.changes FROM skill_use u WHERE u.skill_id = ANY (ARRAY(
      SELECT skill_id FROM skill_use WHERE changes <> shown ORDER BY skill_id LIMIT $1))),
  -- By skill, as whatever locks more than one listing, and listings before what was made of them.
  locked AS MATERIALIZED (
    SELECT t.* FROM listing l JOIN due t USING (skill_id)
     WHERE l.skill_id = ANY (ARRAY(SELECT skill_id FROM due))
       AND (l.call_count, l.purchase_count) IS DISTINCT FROM (t.calls, t.purchases)
     ORDER BY l.skill_id FOR NO KEY UPDATE OF l),
  changed AS (
    UPDATE listing l SET call_count = t.calls, purchase_count = t.purchases FROM locked t
     WHERE l.skill_id = ANY (ARRAY(SELECT skill_id FROM locked)) AND l.skill_id = t.skill_id RETURNING 1),
  used AS MATERIALIZED (
    SELECT u.skill_id FROM skill_use u
     WHERE u.skill_id = ANY (ARRAY(SELECT skill_id FROM due WHERE (SELECT count(*) FROM changed) >= 0))
     ORDER BY u.skill_id FOR NO KEY UPDATE),
  seen AS (
    UPDATE skill_use u SET shown = t.changes FROM due t
     WHERE u.skill_id = ANY (ARRAY(SELECT skill_id FROM used)) AND u.skill_id = t.skill_id RETURNING 1)
  SELECT (SELECT count(*)::int FROM seen) AS seen, (SELECT count(*)::int FROM changed) AS changed`;

/** Updates calls and purchases of every listing. Returns how many changed. */
export async function updateCounters(): Promise<number> {
  let sum = 0;
  for (let step = 0; step < MAX_STEPS && !isRunEnding(); step++) {
    const [row] = await query<{ seen: number; changed: number }>("counters.step", STEP, [STEP_SKILLS]);
    sum += row?.changed ?? 0;
    if (!row?.seen) break;
  }
  return sum;
}
