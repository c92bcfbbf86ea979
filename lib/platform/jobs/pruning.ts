/**
 * Deletes expired rows in batches. Invariant: no statement grows with the backlog, so later runs catch up after a pause of any
 * length.
 */
import { isRunEnding } from "@/lib/platform/jobs/isolated";

/** Rows per statement, which has a timeout. */
const BATCH_ROWS = 2_000;
/** Most statements of one run; the next run continues. */
const MAX_BATCHES = 1_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_HOURS = 24;

/**
 * Calls `pruneSome`, a `deleteMany` or `updateMany` of at most `limit` rows, until it finds fewer or the run ends. An update must
 * make its rows no longer match. Rows that change meanwhile are deleted nevertheless: give it only rows in their final state.
 * Returns how many rows.
 */
export async function prune(pruneSome: (limit: number) => PromiseLike<{ count: number }>): Promise<number> {
  let sum = 0;
  for (let batch = 0; batch < MAX_BATCHES && !isRunEnding(); batch++) {
    const { count } = await pruneSome(BATCH_ROWS);
    sum += count;
    if (count < BATCH_ROWS) break;
  }
  return sum;
}

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

export const daysAgo = (days: number) => hoursAgo(days * DAY_HOURS);
