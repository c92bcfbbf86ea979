/**
 * Sums of earnings by day, so that no page and no payout adds up years of entries. Invariant: each entry is in the sums of
 * its day or after the mark, never in both and never in neither, whatever transactions are under way.
 */
import { query } from "@/lib/core/db";

/** Most entries that one step takes: a step is one statement, which has a deadline. */
const STEP_ENTRIES = 50_000;
/** Most steps of one round; the next round goes on. */
const MAX_STEPS = 500;

/** Adds to the days what has been posted since. Safe to run twice at once. Returns over how many entries it went. */
export async function foldEarnings(): Promise<number> {
  let sum = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [row] = await query<{ folded: string }>("earnings.fold", "SELECT earnings_fold($1) AS folded", [
      STEP_ENTRIES,
    ]);
    const folded = Number(row?.folded ?? 0);
    sum += folded;
    // A step that folds nothing has looked how far the next round may go.
    if (folded === 0) return sum;
  }
  return sum;
}
