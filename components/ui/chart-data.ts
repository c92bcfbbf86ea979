import { dollars } from "@/lib/platform/core/dollars";

const hue = (degrees: number) => `oklch(var(--hue-light) 0.1 ${degrees})`;
/** The colours of a series: hues that stand beside each other, and those that mean something. */
export const COLOURS = {
  1: hue(195),
  2: hue(55),
  3: hue(285),
  4: hue(150),
  5: hue(330),
  6: hue(95),
  7: hue(240),
  rest: "var(--faint)",
  accent: "var(--accent)",
  bad: "var(--bad)",
} as const;

export type Colour = keyof typeof COLOURS;
export type Series = { name: string; colour: Colour; values: number[] };

/** What a chart draws. `periods` are UTC: `2026-11`, `2026-11-20`, or the beginning of an hour. */
export type Drawing = {
  periods: string[];
  series: Series[];
  /** Amounts are US dollars; other figures are whole numbers. */
  isMoney?: boolean;
  isStacked?: boolean;
  /** Where a click on a bar leads: an address but for the parameter that names the period. */
  open?: { href: string; parameter: string; current: string | null };
};

/** What the bars are drawn from: a row a period, and in it the figure of each series under its own key. */
export function barsOf({ periods, series }: Pick<Drawing, "periods" | "series">) {
  // Never by name: sellers choose the slugs that are the names, "period" too.
  const keyed = series.map(({ name, colour, values }, place) => ({ key: `s${place}`, name, colour, values }));
  const rows = periods.map((period, at) => ({
    period,
    ...Object.fromEntries(keyed.map(({ key, values }) => [key, values[at] ?? 0])),
  }));
  return { keyed, rows };
}

const MAX_DECIMALS = 6;
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
const DAY = inUtc({ day: "numeric", month: "short" });
const MONTH = inUtc({ month: "short", year: "numeric" });
const HOUR = inUtc({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY_LENGTH = "2026-11-20".length;

/** A period in few characters: `14:00`, `Nov 20`, `Nov 2026`. */
export function periodText(period: string): string {
  const format = period.includes("T") ? HOUR : period.length === DAY_LENGTH ? DAY : MONTH;
  return format.format(new Date(period));
}

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** A figure at an axis: `0.002`, `950`, `1.2M`. */
export const axisText = (value: number): string => COMPACT.format(value);

/** A figure as tables and tooltips show it. */
export const figureText = (value: number, isMoney = false): string =>
  isMoney ? dollars(value) : value.toLocaleString("en-US", { maximumFractionDigits: MAX_DECIMALS });
