import type { Colour, Series } from "@/components/ui/chart-data";

export type UsageRow = { date: string; skill: string; calls: number; failed: number; cost: number };
/** What people call a skill of this slug. */
export type NameOf = (slug: string) => string;
export type Measure = "calls" | "failed" | "cost";

export const MEASURES: [Measure, string][] = [
  ["calls", "Calls"],
  ["failed", "Errors"],
  ["cost", "Cost"],
];

/** Colours of the skills that have one of their own; the rest are one. */
const OWN_COLOURS: Colour[] = [1, 2, 3, 4, 5, 6, 7];
/** What the rest is called. */
const OTHERS = "other skills";

/** The series of a chart, the largest first, each with a figure for every period. */
export function seriesOf(
  periods: string[],
  rows: UsageRow[],
  measure: Measure,
  nameOf: NameOf = (slug) => slug,
): Series[] {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row.skill, (totals.get(row.skill) ?? 0) + row[measure]);
  const ranked = [...totals]
    .filter(([, total]) => total > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([skill]) => skill);
  const places = new Map(periods.map((period, at) => [period, at]));
  const sum = (name: string, colour: Colour, skills: string[]): Series => {
    const values = periods.map(() => 0);
    for (const row of rows) {
      const at = places.get(row.date);
      if (at !== undefined && skills.includes(row.skill)) values[at] = (values[at] ?? 0) + row[measure];
    }
    return { name, colour, values };
  };
  const own = OWN_COLOURS.slice(0, ranked.length).map((colour, at) => {
    const skill = ranked[at] ?? "";
    return sum(nameOf(skill), colour, [skill]);
  });
  const others = ranked.slice(OWN_COLOURS.length);
  return others.length > 0 ? [...own, sum(OTHERS, "rest", others)] : own;
}
