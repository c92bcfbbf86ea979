import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

/** Where a benchmark's stand-in for a developer's endpoint listens. */
const UPSTREAM = "127.0.0.1:39471";

// `node scripts/bench.mjs <name>`: a benchmark of tests/bench on a database of its own.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const [{ ensureDatabase, startPostgres }, { ensureClient, ensureMigrated }, { bundle }] = await Promise.all(
    [import("./lib/postgres.mjs"), import("./lib/prisma.mjs"), import("./lib/build.mjs")],
  );
  ensureClient();
  const folder = mkdtempSync(join(tmpdir(), "marketplace-bench-"));
  chmodSync(folder, 0o755);
  const server = await startPostgres({ folder });
  try {
    await ensureDatabase(server.url("postgres"), "bench");
    await ensureMigrated(server.url("bench"));
    Object.assign(process.env, {
      APP_ENV: "local",
      DATABASE_URL: server.url("bench"),
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      RATE_LIMITS: "off",
      SEED: "off",
      EXECUTION_ALLOW: UPSTREAM,
      MAX_IN_FLIGHT: "1000",
    });
    const name = process.argv[2] ?? "";
    const { run } = await import(pathToFileURL(await bundle(`tests/bench/${name}.ts`, `bench-${name}`)).href);
    process.exitCode = await run(process.argv.slice(3));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit();
});
