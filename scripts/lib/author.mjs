import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyMigrations, migrationFiles, withClient } from "./migrations.mjs";
import { prisma } from "./prisma.mjs";
import { createScratch } from "./scratch.mjs";

const DATE_CHARS = 14;
const EMPTY = "-- This is an empty migration.";

/**
 * The statements that lead from the migrations of this branch to a schema, or null when there is no difference. They are compared
 * in a database of their own on the server of `databaseUrl`. What that database has, such as another branch's migrations, says
 * nothing about this branch.
 */
export async function changesOf(databaseUrl, schema = "prisma/schema.prisma") {
  const scratch = await createScratch(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "marketplace-migration-"));
  const output = join(folder, "migration.sql");
  try {
    const names = migrationFiles().map(({ name }) => name);
    await withClient(scratch.url, (client) => applyMigrations(client, () => {}, names));
    const sides = ["--from-config-datasource", "--to-schema", schema];
    prisma(["migrate", "diff", ...sides, "--script", "--output", output], scratch.url);
    const text = readFileSync(output, "utf8");
    return text.trim() === EMPTY ? null : text;
  } finally {
    rmSync(folder, { recursive: true });
    await scratch.drop();
  }
}

/** Migrations apply in the order of their names: a new one comes last, also when the newest is dated ahead of this clock. */
export function nameAfter(newest, what, now = new Date()) {
  const date = Number(now.toISOString().replace(/\D/g, "").slice(0, DATE_CHARS));
  return `${Math.max(date, Number(newest.slice(0, DATE_CHARS)) + 1)}_${what}`;
}

/** Writes a migration that comes last, and the checksums of all. Returns its name. */
export function writeMigration(what, text, folder = "prisma/migrations") {
  const name = nameAfter(migrationFiles().at(-1)?.name ?? "0", what);
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "migration.sql"), text ?? `${EMPTY}\n`);
  writeChecksums(folder);
  return name;
}

/** Notes the checksum of every migration. */
export function writeChecksums(folder = "prisma/migrations") {
  const lines = migrationFiles().map(({ name, checksum }) => `${checksum}  ${name}\n`);
  writeFileSync(join(folder, "checksums.txt"), lines.join(""));
}
