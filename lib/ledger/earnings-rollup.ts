/**
 * Sums of earnings by day, so that no page and no payout adds up years of entries. Invariant: each entry is in the sums of
 * its day or after the mark, never in both and never in neither, whatever transactions are under way.
 */
import { query } from "@/lib/core/db";
import { isRoundEnding } from "@/lib/jobs/round";

/** Most entries that one step takes: a step is one statement, which has a deadline. */
const STEP_ENTRIES = 50_000;
/** Most steps of one round; the next round goes on. */
const MAX_STEPS = 500;

type Step = { folded: string; looks_to: string; is_over: boolean };

/** Adds to the days what has been posted since. Safe to run twice at once. Returns over how many entries it went. */
export async function foldEarnings(): Promise<number> {
  let sum = 0;
  let seen: string | null = null;
  for (let step = 0; step < MAX_STEPS && !isRoundEnding(); step++) {
    const [row]: Step[] = await query<Step>(
      "earnings.fold",
      "SELECT folded, looks_to, is_over FROM earnings_fold($1, $2)",
      [STEP_ENTRIES, seen],
    );
    if (!row) throw new Error("earnings_fold returned nothing");
    sum += Number(row.folded);
    if (row.is_over) return sum;
    seen = row.looks_to;
  }
  return sum;
}
