/** What a developer's console shows first: 30 days beside the 30 before, over all skills, from the rollups. */
import type { Caller } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";
import { toCredits } from "@/lib/platform/core/money";

/** UTC days of a period, today included. */
export const PERIOD_DAYS = 30;

type HomeRow = {
  earned: string;
  earned_before: string;
  calls: string;
  calls_before: string;
  failures: string;
  customers: number;
  customers_before: number;
};

/**
 * Net revenue in credits, customers' calls and downloads, the share of them that succeeded, and customers, of all of the
 * caller's skills. What endpoints refused because of its parameters does not count, and neither do the developer's own calls.
 */
export async function home({ accountId }: Pick<Caller, "accountId">) {
  const [row] = await query<HomeRow>(
    "analytics.home",
    `WITH own AS (SELECT id FROM skill WHERE owner_id = $1), today AS (SELECT utc_day(now()) AS day)
     SELECT f.*, c.* FROM (
       SELECT coalesce(sum(d.call_micros + d.sale_micros - d.call_fee_micros - d.sale_fee_micros)
            FILTER (WHERE d.day > t.day - $2::int), 0) AS earned,
         coalesce(sum(d.call_micros + d.sale_micros - d.call_fee_micros - d.sale_fee_micros)
            FILTER (WHERE d.day <= t.day - $2::int), 0) AS earned_before,
         coalesce(sum(d.customer_calls)
            FILTER (WHERE d.day > t.day - $2::int), 0) AS calls,
         coalesce(sum(d.customer_calls)
            FILTER (WHERE d.day <= t.day - $2::int), 0) AS calls_before,
         coalesce(sum(d.customer_failures)
            FILTER (WHERE d.day > t.day - $2::int), 0) AS failures
         FROM today t JOIN skill_stats_day d ON d.skill_id IN (SELECT id FROM own) AND d.day > t.day - 2 * $2::int) AS f
       CROSS JOIN (
       SELECT count(DISTINCT d.account_id)
            FILTER (WHERE d.day > t.day - $2::int)::int AS customers,
         count(DISTINCT d.account_id)
            FILTER (WHERE d.day <= t.day - $2::int)::int AS customers_before
         FROM today t JOIN skill_caller_day d ON d.skill_id IN (SELECT id FROM own) AND d.day > t.day - 2 * $2::int
        WHERE d.account_id <> $1) AS c`,
    [accountId, PERIOD_DAYS],
  );
  const [calls, failures] = [Number(row?.calls ?? 0), Number(row?.failures ?? 0)];
  return {
    earned: compared(toCredits(BigInt(row?.earned ?? 0)), toCredits(BigInt(row?.earned_before ?? 0))),
    calls: compared(calls, Number(row?.calls_before ?? 0)),
    customers: compared(row?.customers ?? 0, row?.customers_before ?? 0),
    successRate: calls + failures === 0 ? null : calls / (calls + failures),
  };
}

export type Compared = { now: number; before: number };
const compared = (now: number, before: number): Compared => ({ now, before });

/** The change from the period before, as people read it: `+25%`; null when there was nothing before. */
export function trendText({ now, before }: Compared): string | null {
  if (before <= 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)}%`;
}
