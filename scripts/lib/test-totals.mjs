import { relative } from "node:path";

/**
 * Passed and failed tests of a report of Vitest, and the names of what failed. A file that failed as a whole is a failure, and
 * so is a run that crashed.
 */
export function vitestTotals(report, exitCode) {
  const { numPassedTests = 0, testResults } = parsed(report);
  const failures = (testResults ?? []).flatMap(({ name = "", status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0 && status !== "failed") return [];
    const file = relative(process.cwd(), name);
    if (tests.length === 0) return [nameOf(file, firstLine(message))];
    return tests.map(({ ancestorTitles, title }) => nameOf(file, ...ancestorTitles, title));
  });
  return counted(numPassedTests, failures, testResults && exitCode === 0 ? null : "Vitest");
}

/** The same of a report of Playwright. */
export function playwrightTotals(report, exitCode) {
  const { stats, errors = [], suites = [], config } = parsed(report);
  const folder = relative(process.cwd(), config?.rootDir ?? process.cwd());
  const failures = [
    ...suites.flatMap((suite) => failuresIn(suite, [])).map((name) => (folder ? `${folder}/${name}` : name)),
    ...errors.map(({ message }) => nameOf("outside of the browser tests", firstLine(message))),
  ];
  return counted(stats?.expected ?? 0, failures, stats && exitCode === 0 ? null : "Playwright");
}

/** The sum of several runs. */
export function totalOf(runs) {
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  return { passed, failed, failures: runs.flatMap((run) => run.failures) };
}

function failuresIn({ title, suites = [], specs = [] }, above) {
  const path = [...above, title];
  const failed = specs.filter(({ tests }) =>
    tests.some(({ status }) => status === "unexpected" || status === "flaky"),
  );
  return [
    ...failed.map((spec) => nameOf(...path, spec.title)),
    ...suites.flatMap((suite) => failuresIn(suite, path)),
  ];
}

/** A runner that ended badly has failed, also when its report names no failure. */
function counted(passed, failures, crashed) {
  const named = crashed && failures.length === 0 ? [`${crashed} itself`] : failures;
  return { passed, failed: named.length, failures: named };
}

const nameOf = (...parts) => parts.filter(Boolean).join(" > ");

const firstLine = (text = "") => text.split("\n")[0];

/** A report that is missing or cut off says nothing: its run crashed. */
function parsed(report) {
  try {
    return JSON.parse(report);
  } catch {
    return {};
  }
}
