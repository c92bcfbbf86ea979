import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const withDatabase = {
  globalSetup: ["tests/support/global-setup.ts"],
  setupFiles: ["tests/support/setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    // Much of a test is waiting: for a job, for a page, for a process to start.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts", "tests/architecture.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts", "tests/money/**/*.test.ts"],
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          // A primary and its standby, started and stopped several times: `npm run test:full`.
          exclude: process.env.TEST_FULL ? [] : ["tests/faults/replica.test.ts"],
          ...withDatabase,
          testTimeout: 600_000,
        },
      },
    ],
  },
});
