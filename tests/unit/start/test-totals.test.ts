import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

type Totals = { passed: number; failed: number; failures: string[] };
type Total = (report: string, exitCode: number) => Totals;
const { playwrightTotals, vitestTotals, totalOf } = (await import(
  pathToFileURL(resolve("scripts/lib/test-totals.mjs")).href
)) as { playwrightTotals: Total; vitestTotals: Total; totalOf: (runs: Totals[]) => Totals };

const file = (name: string, fields: object = {}) => ({
  name: resolve(name),
  status: "passed",
  assertionResults: [],
  ...fields,
});
const vitest = (...testResults: object[]) => JSON.stringify({ numPassedTests: 7, testResults });
const playwright = (fields: object = {}) =>
  JSON.stringify({
    stats: { expected: 5 },
    config: { rootDir: resolve("tests/e2e") },
    suites: [],
    ...fields,
  });

test("the total counts what both runners ran, and skipped tests are not among it", () => {
  const skipped = { status: "skipped", ancestorTitles: [], title: "later" };
  const browsers = [{ title: "a.test.ts", specs: [{ title: "later", tests: [{ status: "skipped" }] }] }];
  const runs = [
    vitestTotals(vitest(file("tests/unit/a.test.ts", { assertionResults: [skipped] })), 0),
    playwrightTotals(playwright({ suites: browsers }), 0),
  ];
  expect(totalOf(runs)).toEqual({ passed: 12, failed: 0, failures: [] });
});

test("each test that failed is named by its file and titles, and begins to say why", () => {
  const failed = {
    status: "failed",
    ancestorTitles: ["", "a wallet"],
    title: "cannot be overdrawn",
    failureMessages: ["\u001b[31mError: it was:\n\n  -1\u001b[39m\n    at /a.test.ts:1:1\n    at b", "another"],
  };
  const report = vitest(file("tests/money/a.test.ts", { status: "failed", assertionResults: [failed] }));
  expect(vitestTotals(report, 1)).toEqual({
    passed: 7,
    failed: 1,
    failures: ["tests/money/a.test.ts > a wallet > cannot be overdrawn: Error: it was: -1"],
  });
  const message = `Error: \u001b[2mno menu\u001b[22m ${"!".repeat(500)}`;
  const specs = [
    { title: "opens", tests: [{ status: "unexpected", results: [{ errors: [{ message }] }] }] },
    { title: "closes", tests: [{ status: "expected" }] },
  ];
  const suites = [{ title: "menu.test.ts", specs: [], suites: [{ title: "the menu", specs }] }];
  expect(playwrightTotals(playwright({ suites }), 1)).toEqual({
    passed: 5,
    failed: 1,
    failures: [`tests/e2e/menu.test.ts > the menu > opens: Error: no menu ${"!".repeat(185)}…`],
  });
});

test("a file that could not be loaded, a flaky test and an error outside of tests are failures", () => {
  const broken = file("tests/unit/a.test.ts", { status: "failed", message: "no such module\n    at line 1" });
  expect(vitestTotals(vitest(broken), 1).failures).toEqual(["tests/unit/a.test.ts: no such module"]);
  const flaky = [{ title: "a.test.ts", specs: [{ title: "blinks", tests: [{ status: "flaky" }] }] }];
  expect(playwrightTotals(playwright({ suites: flaky }), 0).failures).toEqual(["tests/e2e/a.test.ts > blinks"]);
  const errors = [{ message: "the pages could not be built\n…" }];
  expect(playwrightTotals(playwright({ errors }), 1).failures).toEqual([
    "outside of the browser tests: the pages could not be built …",
  ]);
});

test("a runner that crashed is a failure, whatever its report says, and without one", () => {
  for (const [totals, name] of [
    [vitestTotals, "Vitest itself"],
    [playwrightTotals, "Playwright itself"],
  ] as const) {
    for (const [report, code] of [
      ["", 1],
      ["", 0],
      ['{"numPassed', 134],
    ] as const)
      expect(totals(report, code)).toEqual({ passed: 0, failed: 1, failures: [name] });
  }
  expect(vitestTotals(vitest(), 139)).toEqual({ passed: 7, failed: 1, failures: ["Vitest itself"] });
});
