import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `npm run doctor`: what is wrong with this installation, and what to do about it. Changes nothing.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [{ acquireDatabase }, { ensureGenerated }, { bundle }, migrations] = await Promise.all([
    import("./lib/database.mjs"),
    import("./lib/prisma.mjs"),
    import("./lib/build.mjs"),
    import("./lib/migrations.mjs"),
  ]);
  ensureGenerated();
  let release = async () => {};
  const found = [];
  let failure;
  try {
    release = await acquireDatabase({ isMigrated: false });
    found.push(await migrations.withClient(process.env.DATABASE_URL, (client) => migrated(client, migrations)));
  } catch (error) {
    failure = error;
  }
  try {
    const { run } = await import(pathToFileURL(await bundle("host/cli/doctor.ts", "doctor")).href);
    process.exitCode = await run(found, failure);
  } finally {
    await release();
  }
  process.exit();
});

async function migrated(client, { requireMigrated }) {
  try {
    await requireMigrated(client);
    return { level: "ok", text: "the database has every migration and function" };
  } catch (error) {
    if (error?.name !== "StartError") throw error;
    return { level: "problem", text: error.message };
  }
}
