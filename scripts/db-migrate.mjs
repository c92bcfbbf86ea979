import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

const FOLDER = "prisma/migrations";
const DATE_CHARS = 14;
const EMPTY = "-- This is an empty migration.";

// `npm run db:migrate -- --name <what>`: authors a migration from the changes of prisma/schema.prisma, and applies it.
// With `--create-only` it is written and not applied, and may be empty.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [{ acquireDatabase }, { prisma }, { migrationFiles }] = await Promise.all([
    import("./lib/database.mjs"),
    import("./lib/prisma.mjs"),
    import("./lib/migrations.mjs"),
  ]);
  const release = await acquireDatabase({ isMigrated: false });
  try {
    const run = (...args) => prisma(args, process.env.DATABASE_URL, { isShown: true });
    const [options, earlier] = [process.argv.slice(2), migrationFiles()];
    const isCreateOnly = options.includes("--create-only");
    run("migrate", "dev", ...(isCreateOnly ? [] : ["--create-only"]), ...options);
    const created = migrationFiles().find(({ name }) => earlier.every((other) => other.name !== name));
    if (created && !isCreateOnly && created.text.trim() === EMPTY)
      rmSync(`${FOLDER}/${created.name}`, { recursive: true });
    else if (created) nameLast(created.name, earlier.at(-1)?.name ?? "");
    if (!isCreateOnly) run("migrate", "dev");
    run("generate");
    const checksums = migrationFiles().map(({ name, checksum }) => `${checksum}  ${name}\n`);
    writeFileSync("prisma/migrations/checksums.txt", checksums.join(""));
  } finally {
    await release();
  }
  process.exit();
});

/** Migrations apply in the order of their names: a new one comes last, also when the newest is dated ahead of this clock. */
function nameLast(created, newest) {
  if (created > newest) return;
  const date = Number(newest.slice(0, DATE_CHARS)) + 1;
  renameSync(`${FOLDER}/${created}`, `${FOLDER}/${date}${created.slice(DATE_CHARS)}`);
}
