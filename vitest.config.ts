import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
/** Lets files share processes: loading packages anew for every file took as long as many a file's tests. */
const FRESH_MODULES = "tests/support/fresh-modules.ts";
/** Minutes each, about the demo, or about what changes with a package rather than with us: by `npm run test:full`. */
const FULL_ONLY = process.env.TEST_FULL
  ? []
  : [
      "tests/api/guides.test.ts",
      "tests/api/mcp-conformance.test.ts",
      "tests/api/mcp-npm-servers.test.ts",
      "tests/api/openapi-clients.test.ts",
      "tests/faults/ha.test.ts",
      "tests/faults/killed-process.test.ts",
      "tests/faults/migration-locks.test.ts",
      "tests/faults/replica.test.ts",
      "tests/faults/seed.test.ts",
      "tests/faults/silent-host.test.ts",
      "tests/faults/traces.test.ts",
      "tests/money/early-plans.test.ts",
    ];
/** Plants a defect in the modules of the product. It has the defect's name: what was transformed is cached by the names of plugins. */
async function planted(name: string) {
  const path = pathToFileURL(join(root, "tests/year/defects.ts")).href;
  const { DEFECTS, withDefect }: typeof import("./tests/year/defects") = await import(path);
  const defect = DEFECTS[name];
  if (!defect) throw new Error(`there is no defect ${name}: ${Object.keys(DEFECTS).join(", ")}`);
  const transform = (code: string, id: string) => withDefect(defect, id, code);
  return { name: `defect-${name}`, enforce: "pre" as const, transform };
}
const withDatabase = { globalSetup: ["tests/support/global-setup.ts"] };

/** What begins first. */
const ORDER = [/\/year\.test\.ts$/, /\/tests\/faults\/(?!backup)/, /\/tests\/faults\//];

/**
 * Starts with the year and the faults, which mostly wait, so that other files use the time. The backup needs what the year leaves
 * behind, so that it comes after the other faults.
 */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) =>
      ORDER.findIndex((form) => form.test(moduleId)) + 1 || ORDER.length + 1;
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  resolve: { alias: { "@": root } },
  plugins: process.env.YEAR_DEFECT ? [await planted(process.env.YEAR_DEFECT)] : [],
  test: {
    // How long a test waits for what must come, on a busy machine, too. Only one that fails waits as long.
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Much of a test is waiting: for a lock, for a timeout, for a process to start. More than these need more connections than
    // the tests' server accepts.
    maxWorkers: Math.min(6, availableParallelism() + 1),
    sequence: { sequencer: FaultsFirst, setupFiles: "list" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts", "tests/architecture.test.ts"],
          isolate: false,
          setupFiles: [FRESH_MODULES],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts", "tests/money/**/*.test.ts"],
          exclude: FULL_ONLY,
          ...withDatabase,
          isolate: false,
          setupFiles: [FRESH_MODULES, "tests/support/setup.ts"],
          env: { TEST_BOOKS: "checked" },
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts", "tests/year/**/*.test.ts"],
          exclude: FULL_ONLY,
          ...withDatabase,
          isolate: false,
          setupFiles: [FRESH_MODULES, "tests/support/setup.ts"],
          testTimeout: 600_000,
        },
      },
    ],
  },
});
