import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { ROOT, StartError } from "./install.mjs";
import { applySqlFunctions } from "./sql-functions.mjs";

const CLIENT = join(ROOT, "lib", "core", "generated", "client.ts");
const SCHEMA = join(ROOT, "prisma", "schema.prisma");
const MIGRATIONS = join(ROOT, "prisma", "migrations");

/** The environment of Prisma's own command: our engine stands in for the native one. */
function environment(databaseUrl) {
  return {
    PRISMA_SCHEMA_ENGINE_BINARY: join(ROOT, "prisma", "schema-engine.mjs"),
    ...process.env,
    DATABASE_URL: databaseUrl,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
}

/** Runs Prisma's own command. Throws StartError with its words when it fails. */
export function prisma(args, databaseUrl, { isShown = false } = {}) {
  const command = [
    join(ROOT, "node_modules", "prisma", "build", "index.js"),
    ...args,
    "--config",
    join(ROOT, "prisma", "config.ts"),
  ];
  const stdio = isShown ? "inherit" : ["ignore", "pipe", "pipe"];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    env: environment(databaseUrl),
    stdio,
    encoding: "utf8",
  });
  if (status !== 0)
    throw new StartError(`prisma ${args.join(" ")} failed.\n${stdout ?? ""}${stderr ?? ""}`.trim());
}

/** Makes the database client when it is missing or older than the schema. */
export function ensureClient() {
  if (existsSync(CLIENT) && statSync(CLIENT).mtimeMs >= statSync(SCHEMA).mtimeMs) return;
  prisma(["generate"], "postgresql://localhost/unused");
}

/**
 * Applies the migrations and the functions of prisma/sql that the database lacks. Prisma's own command takes seconds to
 * say "none", so the database is asked first. Throws StartError with what failed.
 */
export async function ensureMigrated(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (cause) {
    throw new StartError(
      `The database cannot be reached: ${cause.message || cause.code}. Check DATABASE_URL.`,
      { cause },
    );
  }
  try {
    const applied = await appliedMigrations(client);
    if (!migrationNames().every((name) => applied.has(name))) {
      console.log("Applying migrations …");
      prisma(["migrate", "deploy"], databaseUrl);
    }
    await applySqlFunctions(client);
  } finally {
    await client.end();
  }
}

async function appliedMigrations(client) {
  const { rows: tables } = await client.query(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there",
  );
  if (!tables[0].there) return new Set();
  const { rows } = await client.query(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return new Set(rows.map((row) => row.migration_name));
}

function migrationNames() {
  return readdirSync(MIGRATIONS).filter((name) => existsSync(join(MIGRATIONS, name, "migration.sql")));
}
