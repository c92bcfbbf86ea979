/** Passed and failed tests of a report of Vitest. A file that failed as a whole is a failure, and so is a run that crashed. */
export function vitestTotals(report, exitCode) {
  const { numPassedTests = 0, numFailedTests = 1, testResults = [] } = parsed(report);
  const files = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  return counted(numPassedTests, numFailedTests + files.length, exitCode);
}

/** The same of a report of Playwright. */
export function playwrightTotals(report, exitCode) {
  const { stats = {}, errors = [] } = parsed(report);
  const { expected = 0, unexpected = 1, flaky = 0 } = stats;
  return counted(expected, unexpected + flaky + errors.length, exitCode);
}

/** The sum of several runs. */
export function totalOf(runs) {
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  return { passed, failed };
}

function counted(passed, failed, exitCode) {
  return { passed, failed: exitCode === 0 ? failed : Math.max(1, failed) };
}

/** A report that is missing or cut off says nothing: its run crashed. */
function parsed(report) {
  try {
    return JSON.parse(report);
  } catch {
    return {};
  }
}
