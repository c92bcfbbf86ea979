import { SpanQuery } from "@/lib/demand/usage/schemas";
import { spanOf } from "@/lib/platform/core/span";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 366;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The ranges that have a name of their own, in UTC. */
export const RANGES = [
  ["24h", "24 hours"],
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["custom", "Custom"],
] as const;

type Interval = "hour" | "day";
type Span = { start_date: string; end_date: string };
export type Asked = Record<string, string | undefined>;
export type Range = {
  name: (typeof RANGES)[number][0];
  query: Span;
  interval: Interval;
  /** Every UTC day or hour of the range, as the API names them. */
  periods: string[];
};

const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS };
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const periodOf = (time: number, interval: Interval) =>
  interval === "day" ? dayOf(time) : new Date(time).toISOString().replace(/:\d\d\.\d{3}Z$/, ":00Z");

function rangeOf(name: Range["name"], query: Span, interval: Interval = "day"): Range {
  const { from, until } = spanOf(query);
  const length = LENGTH_MS[interval];
  const periods: string[] = [];
  const first = Math.floor((from?.getTime() ?? 0) / length) * length;
  for (let at = first; at < (until?.getTime() ?? 0); at += length) periods.push(periodOf(at, interval));
  return { name, query, interval, periods };
}

/** The range that an address asks for; the last 30 days when it asks for none, or for one that cannot be. */
export function readRange(asked: Asked, now: number): Range {
  if (asked.range === "24h") {
    const query = { start_date: new Date(now - DAY_MS).toISOString(), end_date: new Date(now).toISOString() };
    return rangeOf("24h", query, "hour");
  }
  if (asked.range === "7d") return rangeOf("7d", { start_date: dayOf(now - 6 * DAY_MS), end_date: dayOf(now) });
  if (asked.range === "custom") {
    const wanted = SpanQuery.safeParse({ start_date: asked.from, end_date: asked.to });
    if (wanted.success && DAY.test(asked.from ?? "") && DAY.test(asked.to ?? "")) {
      const range = rangeOf("custom", { start_date: asked.from ?? "", end_date: asked.to ?? "" });
      if (range.periods.length <= MAX_DAYS) return range;
    }
  }
  return rangeOf("30d", { start_date: dayOf(now - 29 * DAY_MS), end_date: dayOf(now) });
}

/** The day or hour of the range that the table is narrowed to, with its span; null for none. */
export function readPeriod(asked: Asked, range: Range): { name: string; query: Span } | null {
  const name = asked.at;
  if (name === undefined || !range.periods.includes(name)) return null;
  if (range.interval === "day") return { name, query: { start_date: name, end_date: name } };
  const [start, end] = [Date.parse(name), Date.parse(name) + HOUR_MS];
  // The hours at the ends are cut where the range is, as their bars are.
  const from = Math.max(start, Date.parse(range.query.start_date));
  const until = Math.min(end, Date.parse(range.query.end_date));
  return {
    name,
    query: { start_date: new Date(from).toISOString(), end_date: new Date(until).toISOString() },
  };
}
