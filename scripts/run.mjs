import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `node scripts/run.mjs <command> …`: one of host/cli, on the database of a running start or one for the time being.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [{ acquireDatabase }, { ensureGenerated }, { bundle }] = await Promise.all([
    import("./lib/database.mjs"),
    import("./lib/prisma.mjs"),
    import("./lib/build.mjs"),
  ]);
  const [name = "", ...args] = process.argv.slice(2);
  ensureGenerated();
  const release = await acquireDatabase();
  try {
    const { run } = await import(pathToFileURL(await bundle(`host/cli/${name}.ts`, name)).href);
    process.exitCode = await run(args);
  } finally {
    await release();
  }
  process.exit();
});
