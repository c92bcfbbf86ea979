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
  const { ensureGenerated } = await import("./lib/prisma.mjs");
  ensureGenerated();
  const { release, ...given } = verb === "verify" ? await scratchOrReason() : await ownDatabase(verb);
  try {
    const [{ bundle }, { formerFiles, migrationFiles, restoreMigrations }] = await Promise.all([
      import("./lib/build.mjs"),
      import("./lib/migrations.mjs"),
    ]);
    // Reads its settings when it is loaded: the database is chosen before that.
    const { run } = await import(pathToFileURL(await bundle("host/cli/backup.ts", "backup")).href);
    const known = [...formerFiles(), ...migrationFiles()].map(({ name }) => name);
    const migrations = { migrate: restoreMigrations, known };
    process.exitCode = await run(verb, resolve(file), { ...migrations, ...given });
  } finally {
    await release();
  }
  process.exit();
});

async function ownDatabase(verb) {
  const { acquireDatabase } = await import("./lib/database.mjs");
  return { release: await acquireDatabase({ isMigrated: verb === "backup" }) };
}

/** Points the settings at a scratch database for the time being; without one, tells why there is none. */
async function scratchOrReason() {
  const [{ acquireDatabase }, { createScratch }] = await Promise.all([
    import("./lib/database.mjs"),
    import("./lib/scratch.mjs"),
  ]);
  let release = async () => {};
  try {
    release = await acquireDatabase({ isMigrated: false });
    const { url, drop } = await createScratch(process.env.DATABASE_URL);
    process.env.DATABASE_URL = url;
    delete process.env.DATABASE_REPLICA_URL;
    return { scratch: url, release: () => drop().finally(release) };
  } catch (error) {
    return { unchecked: error.message || error.code, release };
  }
}
