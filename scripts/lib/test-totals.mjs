import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Most characters of a failure's message that are said: the rest is in the runner's own output. */
const MAX_MESSAGE = 200;

/**
 * Passed and failed tests of a report of Vitest, and what failed: its name and the beginning of why. A file that failed as a
 * whole is a failure, and so is a run that crashed.
 */
export function vitestTotals(report, exitCode) {
  const { numPassedTests = 0, testResults } = parsed(report);
  const failures = (testResults ?? []).flatMap(({ name = "", status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0 && status !== "failed") return [];
    const file = relative(process.cwd(), name);
    if (tests.length === 0) return [failure([file], message)];
    return tests.map(({ ancestorTitles, title, failureMessages }) =>
      failure([file, ...ancestorTitles, title], failureMessages?.[0]),
    );
  });
  return counted(numPassedTests, failures, testResults && exitCode === 0 ? null : "Vitest");
}

/** The same of a report of Playwright. */
export function playwrightTotals(report, exitCode) {
  const { stats, errors = [], suites = [], config } = parsed(report);
  const folder = relative(process.cwd(), config?.rootDir ?? process.cwd());
  const failures = [
    ...suites.flatMap((suite) => failuresIn(suite, [])).map((name) => (folder ? `${folder}/${name}` : name)),
    ...errors.map(({ message }) => failure(["outside of the browser tests"], message)),
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
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === "unexpected" || status === "flaky"));
  return [
    ...failed.map((spec) => failure([...path, spec.title], reasonOf(spec))),
    ...suites.flatMap((suite) => failuresIn(suite, path)),
  ];
}

/** A runner that ended badly has failed, also when its report names no failure. */
function counted(passed, failures, crashed) {
  const named = crashed && failures.length === 0 ? [`${crashed} itself`] : failures;
  return { passed, failed: named.length, failures: named };
}

/** Why a test of Playwright failed: of its first attempt that did. */
function reasonOf({ tests }) {
  const failed = tests.flatMap(({ results = [] }) => results).find(({ errors = [] }) => errors.length > 0);
  return failed?.errors[0].message;
}

/** A line that names a test and begins to say why it failed. */
function failure(titles, message = "") {
  const [said] = stripVTControlCharacters(message).split(/\n\s+at /, 1);
  const reason = said.replaceAll(/\s+/g, " ").trim();
  const cut = reason.length > MAX_MESSAGE ? `${reason.slice(0, MAX_MESSAGE)}…` : reason;
  return [titles.filter(Boolean).join(" > "), cut].filter(Boolean).join(": ");
}

/** A report that is missing or cut off says nothing: its run crashed. */
function parsed(report) {
  try {
    return JSON.parse(report);
  } catch {
    return {};
  }
}
