/**
 * Figures of skills by hour and day, folded in by a job so that no call waits for them and no page scans usage.
 * Invariant: figures are recomputed from the records of whole hours, never incremented, so running twice, or again
 * after a pause of any length, changes nothing.
 */
import { query, transaction } from "@/lib/core/db";
import { BEGIN, CALLERS, CALLS, DAYS, SALES } from "@/lib/usage/figures/fold/statements";

/** Records younger than this may still be arriving; their hours are recomputed with every round. */
const RECENT_MINUTES = 60;
/** Longest span of one step; after a long pause, a round takes several. */
const STEP_MS = 24 * 60 * 60 * 1000;
/** How long hours are kept; their days stay. */
const KEEP_HOURS = 72;

/** Brings the figures of every skill up to date. Returns how many steps that took. */
export async function foldFigures(): Promise<number> {
  const [span] = await query<{ from: Date; until: Date }>("figures.begin", BEGIN, [RECENT_MINUTES]);
  if (!span) return 0;
  let steps = 0;
  for (let from = span.from.getTime(); from <= span.until.getTime(); from += STEP_MS) {
    await step(new Date(from), new Date(Math.min(from + STEP_MS, span.until.getTime() + 1)));
    steps++;
  }
  await query(
    "figures.tidy",
    "DELETE FROM skill_stats_hour WHERE hour < now() - make_interval(hours => $1)",
    [KEEP_HOURS],
  );
  return steps;
}

/** Two processes take turns, so that neither writes figures older than the other's. */
async function step(from: Date, until: Date): Promise<void> {
  await transaction(async (db) => {
    await query("figures.lock", "SELECT pg_advisory_xact_lock(hashtext('figures')) AS locked", [], db);
    for (const [name, text] of Object.entries({ CALLS, SALES, CALLERS, DAYS }))
      await query(`figures.${name}`, text, [from, until], db);
    await query(
      "figures.mark",
      `INSERT INTO rollup_mark AS m (name, done_at) VALUES ('figures', $1)
       ON CONFLICT (name) DO UPDATE SET done_at = greatest(m.done_at, excluded.done_at)`,
      [until],
      db,
    );
  });
}
