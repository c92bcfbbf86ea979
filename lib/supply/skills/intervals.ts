type Length = {
  /** What a term adds to the calendar in UTC. After months, the last day of a shorter one stands for the 29th to 31st. */
  adds: { days: number } | { months: number };
  /** Its days when the prices of two lengths are compared. */
  comparedDays: bigint;
};

/**
 * How long the term of a subscription may be, shortest first: the only list. The name is also the word that people read: "$4 per month".
 * PostgreSQL states it again in `term_end.sql`, in two constraints, in `listing.price_rank` and in `plan_rank.sql`, which
 * `tests/api/intervals.test.ts` compares with this.
 */
export const INTERVALS = {
  day: { adds: { days: 1 }, comparedDays: 1n },
  week: { adds: { days: 7 }, comparedDays: 7n },
  month: { adds: { months: 1 }, comparedDays: 30n },
  year: { adds: { months: 12 }, comparedDays: 365n },
} as const satisfies Record<string, Length>;

export type Interval = keyof typeof INTERVALS;
export const INTERVAL_NAMES = Object.keys(INTERVALS) as [Interval, ...Interval[]];
/** "day, week, month, or year" */
export const INTERVALS_TEXT = new Intl.ListFormat("en-US", { type: "disjunction" }).format(INTERVAL_NAMES);

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
