const MICROS = 1_000_000;

type Length = {
  /** What a term adds to the calendar in UTC. After months, the last day of a shorter one stands for the 29th to 31st. */
  adds: { days: number } | { months: number };
  /** How often it is billed: "billed yearly". */
  adverb: string;
  /** Its days when the prices of two lengths are compared. */
  comparedDays: bigint;
};

/**
 * How long the term of a subscription may be, shortest first: the only list. The name is also the word that people read: "$4 per month".
 * PostgreSQL states it again in `term_end.sql`, in two constraints, in `listing.price_rank` and in `plan_rank.sql`, which
 * `tests/api/intervals.test.ts` compares with this.
 */
export const INTERVALS = {
  day: { adds: { days: 1 }, adverb: "daily", comparedDays: 1n },
  week: { adds: { days: 7 }, adverb: "weekly", comparedDays: 7n },
  month: { adds: { months: 1 }, adverb: "monthly", comparedDays: 30n },
  year: { adds: { months: 12 }, adverb: "yearly", comparedDays: 365n },
} as const satisfies Record<string, Length>;

export type Interval = keyof typeof INTERVALS;
export const INTERVAL_NAMES = Object.keys(INTERVALS) as [Interval, ...Interval[]];
/** "day, week, month, or year" */
export const INTERVALS_TEXT = new Intl.ListFormat("en-US", { type: "disjunction" }).format(INTERVAL_NAMES);

/** How many months it has; none for a term of days. */
export const monthsOf = (interval: Interval): number => {
  const { adds } = INTERVALS[interval];
  return "months" in adds ? adds.months : 0;
};

/** Whether its price is also said by the month. */
export const isLongerThanMonth = (interval: Interval): boolean => monthsOf(interval) > 1;

/** What one month of its price is, in cents; below one, to the millionth. For terms of months. */
export function monthOf(price: number, interval: Interval): number {
  const monthly = price / monthsOf(interval);
  return Math.round(monthly * 100) / 100 || Math.round(monthly * MICROS) / MICROS;
}

/** The length as an ISO 8601 duration: "P1W". */
export function durationOf(interval: Interval): string {
  const { adds } = INTERVALS[interval];
  const [count, whole, unit, largest] = "days" in adds ? [adds.days, 7, "D", "W"] : [adds.months, 12, "M", "Y"];
  return count % whole === 0 ? `P${count / whole}${largest}` : `P${count}${unit}`;
}

/** The end of the n-th term of a subscription that began at `anchor`, as PostgreSQL's `term_end` has it. */
export function termEnd(anchor: Date, interval: Interval, term = 1): Date {
  const { adds } = INTERVALS[interval];
  const end = new Date(anchor);
  if ("days" in adds) {
    end.setUTCDate(end.getUTCDate() + adds.days * term);
    return end;
  }
  const months = end.getUTCMonth() + adds.months * term;
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), months + 1, 0)).getUTCDate();
  end.setUTCMonth(months, Math.min(end.getUTCDate(), lastDay));
  return end;
}
