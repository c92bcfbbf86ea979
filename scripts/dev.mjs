import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `npm run dev`: as `npm start`, but pages reload by themselves and a change of the server restarts it.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [{ openOwnDatabase }, { ensureGenerated }, { watchBundle }] = await Promise.all([
    import("./lib/database.mjs"),
    import("./lib/prisma.mjs"),
    import("./lib/build.mjs"),
  ]);
  ensureGenerated();
  const stopDatabase = await openOwnDatabase();
  let child = null;
  let isEnding = false;
  const stopChild = async () => {
    if (!child || child.exitCode !== null) return;
    const exited = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await exited;
  };
  const stopWatching = await watchBundle("host/main.ts", "dev-server", async (bundle) => {
    await stopChild();
    if (!isEnding)
      child = spawn(process.execPath, [join(ROOT, "scripts", "lib", "serve.mjs"), bundle], {
        stdio: "inherit",
        env: { ...process.env, NEXT_DEV: "on" },
      });
  });
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await stopWatching();
    await stopChild();
    await stopDatabase();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
});
