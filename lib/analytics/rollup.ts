/**
 * Figures of skills by day and what was made of them ever, folded in by a job so that no call waits for them and no page
 * scans usage. Invariant: each call, purchase and sale is counted once, in steps that move the mark in their own transaction,
 * whatever transactions are under way and however long no round was made.
 */
import { query } from "@/lib/core/db";
import { isCancelled } from "@/lib/core/db-errors";
import { prune } from "@/lib/jobs/pruning";
import { isRoundEnding } from "@/lib/jobs/round";

/** Most numbers that one step goes over: a step is one statement, which has a deadline. */
const STEP_NUMBERS = 20_000;
/** What a step that took too long is made smaller to, at the least. */
const MIN_STEP_NUMBERS = 500;
/** How long it is kept who called on which day; figures reach back 90 days. */
const CALLER_DAYS = 100;
/** Most steps of one round; the next round goes on. */
const MAX_STEPS = 500;

type Step = { folded: string; is_over: boolean };

/** Adds what has happened since to the figures. Safe to run twice at once. Returns over how many numbers it went. */
export async function foldFigures(): Promise<number> {
  let sum = 0;
  let most = STEP_NUMBERS;
  for (let step = 0; step < MAX_STEPS && !isRoundEnding(); step++) {
    try {
      const { folded, is_over } = await fold(most);
      sum += Number(folded);
      if (is_over) break;
    } catch (error) {
      if (!isCancelled(error) || most <= MIN_STEP_NUMBERS) throw error;
      most = Math.max(MIN_STEP_NUMBERS, Math.floor(most / 4));
    }
  }
  return sum;
}

async function fold(most: number): Promise<Step> {
  const [given] = await query<{ last: string }>(
    "figures.given",
    "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM event_seq",
    [],
  );
  const [step] = await query<Step>("figures.fold", "SELECT folded, is_over FROM figures_fold($1, $2)", [
    most,
    given?.last ?? 0,
  ]);
  if (!step) throw new Error("figures_fold returned nothing");
  return step;
}

/** Forgets who called a skill on days that no figure reaches any more. Returns how many. */
export function expireCallers(): Promise<number> {
  return prune("figures.callers.expire", "skill_caller_day", {
    where: "day < utc_day(now()) - $1::int",
    values: [CALLER_DAYS],
  });
}
