import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `npm test`: every test, on a PostgreSQL of its own that lives in a temporary folder.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const [{ startPostgres }, { ensureClient }] = await Promise.all([
    import("./lib/postgres.mjs"),
    import("./lib/prisma.mjs"),
  ]);
  ensureClient();
  const folder = mkdtempSync(join(tmpdir(), "marketplace-tests-"));
  chmodSync(folder, 0o755);
  const server = process.env.TEST_DATABASE_URL ? null : await startPostgres({ folder, isFast: true });
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    ...(server && { TEST_DATABASE_URL: server.url("postgres") }),
  };
  const mode = process.argv.includes("--watch") ? "watch" : "run";
  const vitest = spawn(
    process.execPath,
    [join(ROOT, "node_modules", "vitest", "vitest.mjs"), mode, ...process.argv.slice(2)],
    { stdio: "inherit", env },
  );
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal));
  const code = await new Promise((done) => vitest.once("exit", (status) => done(status ?? 1)));
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
});
