/** What a field of a cron expression says: the values that match, and whether it begins with a star. */
export type CronField = { source: string; values: number[]; isStar: boolean };

type Range = { label: string; first: number; last: number; names: string[] };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const SUNDAY_TOO = 7;

/** The five fields in their order. A name stands for its place in `names`, counted from `first`. */
export const CRON_RANGES: Range[] = [
  { label: "minute", first: 0, last: 59, names: [] },
  { label: "hour", first: 0, last: 23, names: [] },
  { label: "day of the month", first: 1, last: 31, names: [] },
  { label: "month", first: 1, last: 12, names: MONTHS },
  { label: "day of the week", first: 0, last: SUNDAY_TOO, names: DAYS },
];

/** Reads a field: a list of `*`, values and ranges, each with an optional step. Returns null when it can't be read. */
export function cronField(source: string, range: Range): CronField | null {
  const values = new Set<number>();
  for (const part of source.toLowerCase().split(",")) {
    const found = valuesOf(part, range);
    if (!found) return null;
    for (const value of found) values.add(range.last === SUNDAY_TOO ? value % SUNDAY_TOO : value);
  }
  return { source, values: [...values].sort((a, b) => a - b), isStar: source.startsWith("*") };
}

function valuesOf(part: string, range: Range): number[] | null {
  const { from, to, step = "1" } = /^(?<from>\*|\w+)(?:-(?<to>\w+))?(?:\/(?<step>\d+))?$/.exec(part)?.groups ?? {};
  if (from === undefined || Number(step) === 0 || (from === "*" && to !== undefined)) return null;
  const isOpen = from === "*" || (to === undefined && part.includes("/"));
  const first = from === "*" ? range.first : numberOf(from, range);
  // A star leaves the second name of Sunday out.
  const end = range.last === SUNDAY_TOO ? SUNDAY_TOO - 1 : range.last;
  const last = isOpen ? end : to === undefined ? first : numberOf(to, range);
  if (first === null || last === null || last < first) return null;
  const count = Math.floor((last - first) / Number(step)) + 1;
  return Array.from({ length: count }, (_, index) => first + index * Number(step));
}

function numberOf(text: string, { first, last, names }: Range): number | null {
  const named = names.indexOf(text);
  if (named >= 0) return first + named;
  const value = /^\d+$/.test(text) ? Number(text) : -1;
  return value >= first && value <= last ? value : null;
}
