import { expect, test } from "vitest";
import { seriesOf, type UsageRow } from "@/app/(account)/usage/_components/usage-rows";
import { barsOf } from "@/components/ui/chart-data";

const DAYS = ["2026-11-19", "2026-11-20"];
const row = (skill: string, calls: number): UsageRow => ({
  date: "2026-11-20",
  skill,
  calls,
  failed: 0,
  cost: 0,
});

test("a skill called as a part of the chart is one more series, and its periods stay periods", () => {
  const series = seriesOf(DAYS, [row("period", 3), row("s1", 2), row("constructor", 1)], "calls");
  const { keyed, rows } = barsOf({ periods: DAYS, series });
  expect(rows.map(({ period }) => period)).toEqual(DAYS);
  expect(new Set(keyed.map(({ key }) => key)).size).toBe(3);
  const last = new Map<string, unknown>(Object.entries(rows[1] ?? {}));
  expect(keyed.map(({ key, name }) => [name, last.get(key)])).toEqual([
    ["period", 3],
    ["s1", 2],
    ["constructor", 1],
  ]);
});

test("the rest is never mistaken for a skill called others", () => {
  const skills = ["others", "one", "two", "three", "four", "five", "six", "seven", "eight"];
  const names = seriesOf(
    DAYS,
    skills.map((skill, at) => row(skill, 20 - at)),
    "calls",
  ).map(({ name }) => name);
  expect(names).toHaveLength(8);
  expect(new Set(names).size).toBe(8);
  expect(names.at(-1)).toMatch(/ /);
});
