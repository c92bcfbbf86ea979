import { defineConfig } from "@playwright/test";

/** The browser tests: `npm test -- tests/e2e`. What fails leaves a screenshot in test-results. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.test.ts",
  ...(!process.env.TEST_FULL && { grepInvert: /@full/ }),
  globalSetup: "./tests/e2e/global-setup.ts",
  outputDir: "test-results",
  // Much of a test is waiting: for a job, for a page, for a process to start.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // On two busy cores, too: only what fails waits as long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    // Nothing fades or slides, so that nothing is measured half way.
    reducedMotion: "reduce",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Traces of every test take a share of the time of all; `--trace on` makes one of a test that failed.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
