import type { Micros } from "@/lib/platform/core/money";
import type { Interval } from "@/lib/supply/skills/schemas";

const BASIS_POINTS = 10_000n;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = { day: 1, week: 7 } as const;
const MONTHS = { month: 1, year: 12 } as const;

/**
 * The end of the n-th term of a subscription that began at `anchor`: calendar terms in UTC, counted from the anchor
 * day, so that 31 January is followed by the last of February and then by 31 March. What the database's own must be.
 */
export function termEnd(anchor: Date, interval: Interval, term: number): Date {
  if (interval === "day" || interval === "week") return new Date(anchor.getTime() + DAYS[interval] * term * DAY_MS);
  const end = new Date(anchor);
  end.setUTCDate(1);
  end.setUTCMonth(anchor.getUTCMonth() + MONTHS[interval] * term);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return end;
}

/** The marketplace's fee for a price, rounded down: what the database's own must be. */
export function feeOf(price: Micros, feeBps: number): Micros {
  return (price * BigInt(feeBps)) / BASIS_POINTS;
}
