import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

/** How many processes share a database and a Redis. */
const PROCESSES = 3;
const SUITES = ["tests/api", "tests/money"];
/** Tests of what one process does by itself: what it sends to the database, and what it keeps open. */
const OF_ONE_PROCESS = [
  "round-trips",
  "plans",
  "early-plans",
  "open-downloads",
  "open-exports",
  "strangers",
  "package-retention",
].map((name) => `**/${name}.test.ts`);

// `npm run test:cluster`: the API's tests and the races for money with requests spread over several processes, and again
// through PgBouncer where that is installed.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const [{ startPostgres }, { ensureGenerated }, { startPooler, startRedis }] = await Promise.all([
    import("./lib/postgres.mjs"),
    import("./lib/prisma.mjs"),
    import("./lib/neighbours.mjs"),
  ]);
  ensureGenerated();
  const folder = mkdtempSync(join(tmpdir(), "marketplace-cluster-"));
  chmodSync(folder, 0o755);
  const server = await startPostgres({ folder, isFast: true });
  const redis = await startRedis();
  const pooler = await startPooler(folder, server);
  if (!redis) console.log("redis-server is not installed: limits are counted by each process.");
  if (!pooler) console.log("pgbouncer is not installed: nothing is run through it.");
  const shared = { TEST_DATABASE_URL: server.url("postgres"), ...(redis && { REDIS_URL: redis.url }) };
  const files = process.argv.slice(2);
  let code = await vitest({ ...shared, TEST_PROCESSES: String(PROCESSES) }, files);
  if (pooler) code = (await vitest({ ...shared, TEST_POOLER_PORT: String(pooler.port) }, files)) || code;
  await pooler?.stop();
  await redis?.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
});

function vitest(settings, files) {
  // One file at a time: it has several processes to ask already.
  const args = ["run", "--project", "api", "--maxWorkers=1"];
  args.push(...OF_ONE_PROCESS.flatMap((glob) => ["--exclude", glob]));
  const child = spawn(
    process.execPath,
    [join(ROOT, "node_modules", "vitest", "vitest.mjs"), ...args, ...(files.length > 0 ? files : SUITES)],
    { stdio: "inherit", env: { ...process.env, ...settings, NEXT_TELEMETRY_DISABLED: "1" } },
  );
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => child.kill(signal));
  return new Promise((done) => child.once("exit", (status) => done(status ?? 1)));
}
