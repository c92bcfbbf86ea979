import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";
import { playwrightTotals, totalOf, vitestTotals } from "./lib/test-totals.mjs";

const BROWSER_TESTS = /(^|\/)tests\/e2e(\/|$)/;

/** A file system in memory, on Linux, and the room that the databases of all tests need. */
const MEMORY = "/dev/shm";
const MEMORY_BYTES = 4 * 1024 ** 3;

/** The runners, and when each ends. */
const running = new Map();
/** Of the browsers while Vitest runs beside them; alone they take the three of playwright.config.ts. */
const BROWSERS_BESIDE = 2;

// `npm test`: every test, browser tests with Playwright and all others with Vitest, beside each other as soon as the pages are
// built, each on data in a temporary folder. Paths choose what runs; further options go to the runner. The last lines name what
// failed, and total both. TEST_REPORTS names a folder that keeps the reports, with the time of every test.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const folder = mkdtempSync(join(tmpdir(), "marketplace-tests-"));
  chmodSync(folder, 0o755);
  const databases = databaseFolder(folder);
  const { ensureGenerated } = await import("./lib/prisma.mjs");
  ensureGenerated();
  const args = process.argv.slice(2);
  const browserPaths = args.filter((arg) => BROWSER_TESTS.test(arg));
  const isBrowserOnly = browserPaths.length > 0 && !args.some((arg) => /^tests\/(?!e2e)/.test(arg));
  const isBrowserRun = args.length === 0 || browserPaths.length > 0;
  for (const signal of ["SIGINT", "SIGTERM"]) endOn(signal);
  const runs = [];
  if (!isBrowserOnly)
    runs.push(
      runVitest(
        { folder, databases },
        args.filter((arg) => !browserPaths.includes(arg)),
      ),
    );
  if (isBrowserOnly) runs.push(runBrowsers(folder, args));
  else if (isBrowserRun) runs.push(runBrowsers(folder, [...browserPaths, `--workers=${BROWSERS_BESIDE}`]));
  const total = totalOf(await Promise.all(runs.map((run) => run.catch(crashed))));
  if (process.env.TEST_REPORTS) keepReports(folder, process.env.TEST_REPORTS);
  rmSync(folder, { recursive: true, force: true });
  const line = `${total.passed} passed, ${total.failed} failed`;
  if (process.env.TEST_TOTALS) writeFileSync(process.env.TEST_TOTALS, `${line}\n`);
  for (const failure of total.failures) console.log(`FAILED: ${failure}`);
  console.log(line);
  process.exit(total.failed === 0 ? 0 : 1);
});

/** Ends the runners, then this process, and with it the build and the database. */
function endOn(signal) {
  process.once(signal, async () => {
    for (const child of running.keys()) child.kill(signal);
    await Promise.all(running.values());
    process.exit(1);
  });
}

function crashed(error) {
  console.error(error);
  return { passed: 0, failed: 1, failures: [String(error)] };
}

/**
 * Where databases lie while tests run. Each test file copies one, a thousand small files: on a disk that takes up to a second of the
 * processor, in memory a thirtieth of it.
 */
function databaseFolder(folder) {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MEMORY_BYTES) return folder;
    const inMemory = mkdtempSync(join(MEMORY, "marketplace-tests-"));
    chmodSync(inMemory, 0o755);
    process.env.TEST_DATABASES = inMemory;
    process.once("exit", () => rmSync(inMemory, { recursive: true, force: true }));
    return inMemory;
  } catch {
    return folder;
  }
}

/** Runs Vitest on a PostgreSQL of its own. */
async function runVitest({ folder, databases }, args) {
  const { startPostgres } = await import("./lib/postgres.mjs");
  const server = process.env.TEST_DATABASE_URL ? null : await startPostgres({ folder: databases, isFast: true });
  const report = join(folder, "vitest.json");
  const isWatching = args.includes("--watch");
  const reporters = isWatching ? [] : ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = server ? { TEST_DATABASE_URL: server.url("postgres") } : {};
  const command = ["vitest/vitest.mjs", isWatching ? "watch" : "run", ...args, ...reporters];
  const code = await run(command, env);
  await server?.stop();
  return isWatching ? { passed: 0, failed: 0, failures: [] } : vitestTotals(readReport(report), code);
}

/** Builds the pages, however long that takes, then runs the browser tests. They report a build that failed: they build again. */
async function runBrowsers(folder, args) {
  const { ensurePages } = await import("./lib/build.mjs");
  await ensurePages({ withApi: Boolean(process.env.TEST_FULL) }).catch(() => {});
  return await runPlaywright(folder, args);
}

function keepReports(folder, kept) {
  mkdirSync(kept, { recursive: true });
  for (const name of ["vitest.json", "playwright.json"])
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(kept, name));
}

/** Runs the browser tests. */
async function runPlaywright(folder, args) {
  const report = join(folder, "playwright.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" };
  const command = ["@playwright/test/cli.js", "test", "--reporter=list,json", ...args];
  const code = await run(command, env);
  return playwrightTotals(readReport(report), code);
}

/** Runs a command of a package until it ends. Returns its exit code. */
async function run([path, ...args], env) {
  const child = spawn(process.execPath, [join(ROOT, "node_modules", path), ...args], {
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  const ended = new Promise((done) => child.once("close", (status) => done(status ?? 1)));
  running.set(child, ended);
  return await ended.finally(() => running.delete(child));
}

function readReport(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
