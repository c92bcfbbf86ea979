import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, main, onPinnedNode, ROOT, StartError } from "./lib/install.mjs";

// `npm run backup|restore|verify -- <file>`: database, packages and secrets in one archive.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [verb, file] = process.argv.slice(2);
  if (!file) throw new StartError(`Name the file: npm run ${verb} -- <file>`);
  const [{ acquireDatabase }, { ensureClient }, { bundle }, { applyMigrations, migrationFiles }] =
    await Promise.all([
      import("./lib/database.mjs"),
      import("./lib/prisma.mjs"),
      import("./lib/build.mjs"),
      import("./lib/migrations.mjs"),
    ]);
  ensureClient();
  const release = await acquireDatabase({ isMigrated: verb === "backup" });
  try {
    const { run } = await import(pathToFileURL(await bundle("server/cli/backup.ts", "backup")).href);
    const migrate = (client, only) => applyMigrations(client, () => {}, only);
    const known = migrationFiles().map(({ name }) => name);
    process.exitCode = await run(verb, resolve(file), migrate, known);
  } finally {
    await release();
  }
  process.exit();
});
