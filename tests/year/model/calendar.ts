/** Calendar rules, all in UTC. */
export type Interval = "day" | "week" | "month" | "year";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The end of term `n` of a subscription, counted from its anchor: 31 January and one month is the last of February, and two are
 * 31 March. The time of day stays.
 */
export function termEnd(anchorAt: number, interval: Interval, n: number): number {
  if (interval === "day") return anchorAt + n * DAY;
  if (interval === "week") return anchorAt + n * 7 * DAY;
  const anchor = new Date(anchorAt);
  const months = anchor.getUTCMonth() + n * (interval === "year" ? 12 : 1);
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const midnight = Date.UTC(anchor.getUTCFullYear(), months, Math.min(anchor.getUTCDate(), lastDay));
  return midnight + (anchorAt % DAY);
}

/** The start of the calendar period of a limit in which a moment lies; a week begins on Monday, `total` never ends. */
export function periodStart(interval: "day" | "week" | "month" | "total", at: number): number {
  const day = at - (at % DAY);
  if (interval === "total") return 0;
  if (interval === "day") return day;
  // 1 January 1970 was a Thursday.
  if (interval === "week") return day - ((day / DAY + 3) % 7) * DAY;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** The number of a UTC day. */
export const dayOf = (at: number): number => Math.floor(at / DAY);

/** The last leap day that is not after a time. */
export function leapDayBefore(at: number): number {
  let day = Date.UTC(Math.floor(new Date(at).getUTCFullYear() / 4) * 4, 1, 29);
  if (day > at) day = Date.UTC(new Date(day).getUTCFullYear() - 4, 1, 29);
  return day;
}
