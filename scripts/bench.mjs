import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

/** Where a benchmark's stand-ins for developers' endpoints listen. */
const UPSTREAMS = "127.0.0.1:39471,127.0.0.1:39472";
/** The programs that a benchmark runs in processes of their own. */
const PROGRAMS = {
  load: "tests/bench/load.ts",
  floor: "tests/bench/floor.ts",
  upstream: "tests/bench/upstream.ts",
};

/** Sections that measure plain `next start`, too, which takes longer to build. */
const PLAIN_NEXT = ["api", "starts", "pages"];

// `npm run bench [-- --quick] [--only=<section>,…]`: the benchmarks of tests/bench, on a database of their own.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const [{ ensureDatabase, startPostgres }, { ensureGenerated }, { bundle, ensurePages, ensureServer }, migrations] =
    await Promise.all([
      import("./lib/postgres.mjs"),
      import("./lib/prisma.mjs"),
      import("./lib/build.mjs"),
      import("./lib/migrations.mjs"),
    ]);
  ensureGenerated();
  const only = process.argv
    .find((arg) => arg.startsWith("--only="))
    ?.slice("--only=".length)
    .split(",");
  await ensurePages({ withApi: !only || only.some((section) => PLAIN_NEXT.includes(section)) });
  await ensureServer();
  for (const [name, entry] of Object.entries(PROGRAMS)) await bundle(entry, `bench-${name}`);
  const folder = mkdtempSync(join(tmpdir(), "marketplace-bench-"));
  chmodSync(folder, 0o755);
  const server = await startPostgres({ folder });
  try {
    await ensureDatabase(server.url("postgres"), "bench");
    await migrations.withClient(server.url("bench"), (client) => migrations.applyMigrations(client));
    await ensureDatabase(server.url("postgres"), "bench_empty", "bench");
    Object.assign(process.env, {
      APP_ENV: "local",
      DATABASE_URL: server.url("bench"),
      DATABASE_POOL: "16",
      DATA_DIR: folder,
      LOG_LEVEL: "error",
      RATE_LIMIT_SCALE: "1000",
      SEED: "off",
      EXECUTION_ALLOW: UPSTREAMS,
      MAX_IN_FLIGHT: "1000",
      // What was lived in comes from a long year.
      TEST_FULL: "1",
    });
    const { run } = await import(pathToFileURL(await bundle("tests/bench/main.ts", "bench")).href);
    process.exitCode = await run(process.argv.slice(2));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit();
});
