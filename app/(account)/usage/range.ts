import { spanOf } from "@/lib/core/span";
import { SummaryQuery } from "@/lib/usage/schemas";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longest range that a summary spans. */
const MAX_DAYS = 366;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The ranges that have a name of their own, in UTC. */
export const RANGES = [
  ["24h", "24 hours"],
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["custom", "Custom"],
] as const;

export type Asked = Record<string, string | undefined>;
export type Range = {
  name: (typeof RANGES)[number][0];
  query: { start_date: string; end_date: string };
  /** Every UTC day of the range. */
  days: string[];
};

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function rangeOf(name: Range["name"], start_date: string, end_date: string): Range {
  const { from, until } = spanOf({ start_date, end_date });
  const [first, last] = [dayOf(from?.getTime() ?? 0), dayOf((until?.getTime() ?? 0) - 1)];
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) days.push(dayOf(at));
  return { name, query: { start_date, end_date }, days };
}

/** The range that an address asks for; the last 30 days when it asks for none, or for one that cannot be. */
export function readRange(asked: Asked, now: number): Range {
  if (asked.range === "24h")
    return rangeOf("24h", new Date(now - DAY_MS).toISOString(), new Date(now).toISOString());
  if (asked.range === "7d") return rangeOf("7d", dayOf(now - 6 * DAY_MS), dayOf(now));
  if (asked.range === "custom") {
    const wanted = SummaryQuery.safeParse({ start_date: asked.from, end_date: asked.to });
    if (wanted.success && DAY.test(asked.from ?? "") && DAY.test(asked.to ?? "")) {
      const range = rangeOf("custom", asked.from ?? "", asked.to ?? "");
      if (range.days.length <= MAX_DAYS) return range;
    }
  }
  return rangeOf("30d", dayOf(now - 29 * DAY_MS), dayOf(now));
}

/** One day of the range that the table is narrowed to, or null. */
export function readDay(asked: Asked, range: Range): string | null {
  return asked.day !== undefined && range.days.includes(asked.day) ? asked.day : null;
}
