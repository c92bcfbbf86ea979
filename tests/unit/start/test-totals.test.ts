import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

type Totals = { passed: number; failed: number };
type Total = (report: string, exitCode: number) => Totals;
const { playwrightTotals, vitestTotals, totalOf } = (await import(
  pathToFileURL(resolve("scripts/lib/test-totals.mjs")).href
)) as { playwrightTotals: Total; vitestTotals: Total; totalOf: (runs: Totals[]) => Totals };

const vitest = (fields: object) => JSON.stringify({ numPassedTests: 7, numFailedTests: 0, ...fields });
const playwright = (stats: object, errors: object[] = []) =>
  JSON.stringify({ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 2, ...stats }, errors });

test("the total counts what both runners ran, and skipped tests are not among it", () => {
  const runs = [vitestTotals(vitest({}), 0), playwrightTotals(playwright({}), 0)];
  expect(totalOf(runs)).toEqual({ passed: 12, failed: 0 });
});

test("a file that could not be loaded, a flaky test and an error outside of tests are failures", () => {
  const broken = { testResults: [{ status: "failed", assertionResults: [] }] };
  expect(vitestTotals(vitest(broken), 1)).toEqual({ passed: 7, failed: 1 });
  expect(playwrightTotals(playwright({ flaky: 1 }), 0)).toEqual({ passed: 5, failed: 1 });
  expect(playwrightTotals(playwright({}, [{}]), 1)).toEqual({ passed: 5, failed: 1 });
});

test("a runner that crashed is a failure, whatever its report says, and without one", () => {
  for (const totals of [vitestTotals, playwrightTotals]) {
    expect(totals("", 1)).toEqual({ passed: 0, failed: 1 });
    expect(totals("", 0)).toEqual({ passed: 0, failed: 1 });
    expect(totals('{"numPassed', 134)).toEqual({ passed: 0, failed: 1 });
  }
  expect(vitestTotals(vitest({}), 139)).toEqual({ passed: 7, failed: 1 });
});
