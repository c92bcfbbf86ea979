/** What a skill did on a UTC day. */
export type UsageRow = { date: string; skill: string; calls: number; failed: number; cost: number };
export type Measure = "calls" | "failed" | "cost";

/** What the bars may show. */
export const MEASURES: [Measure, string][] = [
  ["calls", "Calls"],
  ["failed", "Errors"],
  ["cost", "Credits"],
];

/** Most skills that have a colour of their own; the rest are one. */
const MAX_SERIES = 7;
export const OTHERS = "others";

/** The series of a chart, the largest first, and a row for each day with a figure for each series. */
export function stack(days: string[], rows: UsageRow[], measure: Measure) {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row.skill, (totals.get(row.skill) ?? 0) + row[measure]);
  const ranked = [...totals].filter(([, total]) => total > 0).sort((a, b) => b[1] - a[1]);
  const named = ranked.slice(0, MAX_SERIES).map(([skill]) => skill);
  const series = ranked.length > MAX_SERIES ? [...named, OTHERS] : named;
  const bars = days.map((date) => {
    const bar: Record<string, string | number> & { date: string } = { date };
    for (const row of rows) {
      if (row.date !== date || row[measure] === 0) continue;
      const name = named.includes(row.skill) ? row.skill : OTHERS;
      bar[name] = Number(bar[name] ?? 0) + row[measure];
    }
    return bar;
  });
  return { series, bars };
}
