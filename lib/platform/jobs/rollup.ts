/**
 * Rollups: sums kept up to date by jobs, so that no call waits for them and no page adds up its history. Invariant: each event
 * is counted once, whatever transactions are in progress and however long no run was made. See docs/adr/0011-event-sequence.md.
 */
import { query } from "@/lib/platform/core/db";
import { isCancelled } from "@/lib/platform/core/db-errors";
import { isRunEnding } from "@/lib/platform/jobs/isolated";

/** Most event numbers of one step. A step is one statement, which has a timeout. */
const STEP_EVENTS = 20_000;
/** The smallest step to retry with after a timeout. */
const MIN_STEP_EVENTS = 500;
/** Most steps of one run. The next run continues. */
const MAX_STEPS = 500;

/** A row of `rollup_cursor` and its SQL function `rollup_<name>(from, until)`. */
export type RollupName = "analytics" | "earnings" | "journal" | "wallets";

/**
 * Adds the events since the rollup's cursor, in steps, each in its own transaction. Safe to run several times at once.
 * Returns how many event numbers it went over. Throws when a step fails, or times out at the smallest size.
 */
export async function rollUp(name: RollupName): Promise<number> {
  let sum = 0;
  let most = STEP_EVENTS;
  for (let step = 0; step < MAX_STEPS && !isRunEnding(); step++) {
    try {
      const [row] = await query<{ rolled_up: string; is_done: boolean }>(
        "rollup.step",
        "SELECT rolled_up, is_done FROM rollup_step($1, $2)",
        [name, most],
      );
      sum += Number(row?.rolled_up ?? 0);
      if (!row || row.is_done) break;
    } catch (error) {
      if (!isCancelled(error) || most <= MIN_STEP_EVENTS) throw error;
      most = Math.max(MIN_STEP_EVENTS, Math.floor(most / 4));
    }
  }
  return sum;
}
