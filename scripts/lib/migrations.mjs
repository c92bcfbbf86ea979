import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { ROOT, StartError } from "./install.mjs";
import { applySqlFunctions, functionsState } from "./sql-functions.mjs";

const FOLDER = join(ROOT, "prisma", "migrations");
/** Prisma's own command takes this lock of the session, so that the two never run at once (its `migrate deploy`). */
const PRISMA_LOCK = 72_707_369;
/** Others wait behind a migration that waits for a lock, so it gives up soon. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = "55P03";

/** The table in which Prisma records what was applied, as its own command creates it. */
const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/** Every migration of this release in the order in which they are applied, with the checksum that Prisma records. */
export function migrationFiles() {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(join(FOLDER, name, "migration.sql")))
    .sort()
    .map((name) => {
      const text = readFileSync(join(FOLDER, name, "migration.sql"), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    });
}

/** Opens a connection for `work`. Throws StartError when the database cannot be reached. */
export async function withClient(databaseUrl, work) {
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
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * What the database has of each migration: `applied`, `pending`, `unfinished` (another tool began it and was killed),
 * `changed` (its file is not the one that was applied), or `unknown` (of a newer release). Under `functions`:
 * `applied`, `superseded` (a newer release applied its own), or `pending`.
 */
export async function migrationState(client) {
  const { rows: tables } = await client.query(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS records, to_regclass('sql_functions') IS NOT NULL AS functions",
  );
  const { rows } = tables[0].records
    ? await client.query(
        `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
         WHERE rolled_back_at IS NULL ORDER BY started_at`,
      )
    : { rows: [] };
  const recorded = new Map(rows.map((row) => [row.name, row]));
  const files = migrationFiles();
  const migrations = files.map(({ name, checksum }) => {
    const record = recorded.get(name);
    if (!record) return { name, state: "pending" };
    if (!record.isFinished) return { name, state: "unfinished" };
    return { name, state: record.checksum === checksum ? "applied" : "changed" };
  });
  const known = new Set(files.map(({ name }) => name));
  for (const { name } of rows) if (!known.has(name)) migrations.push({ name, state: "unknown" });
  return { migrations, functions: tables[0].functions ? await functionsState(client) : "pending" };
}

/**
 * Applies what the database lacks: each migration in one transaction together with its record, then prisma/sql. With
 * `only`, the migrations of these names and nothing else. Calls `report` with the name of each. Throws StartError with what
 * failed, what stands, and how to go on.
 */
export async function applyMigrations(client, report = () => {}, only = null) {
  const { migrations } = await migrationState(client);
  const broken = migrations.find(({ state }) => state === "unfinished");
  if (broken)
    throw new StartError(
      `Another tool started the migration ${broken.name} and did not finish it. If its tables exist, set finished_at in its row of _prisma_migrations, else delete the row. Then run: npm run migrate -- apply`,
    );
  for (const { name, text, checksum } of migrationFiles()) {
    if (migrations.find((migration) => migration.name === name)?.state !== "pending") continue;
    if (only && !only.includes(name)) continue;
    if (await applyOne(client, { name, text, checksum })) report(name);
  }
  if (!only && (await applySqlFunctions(client))) report("prisma/sql");
}

/** Applies one migration unless another process did so meanwhile. Returns whether it was applied here. */
async function applyOne(client, { name, text, checksum }) {
  try {
    return await inTransaction(client, async () => {
      await client.query(RECORDS);
      const { rowCount } = await client.query(
        "SELECT 1 FROM _prisma_migrations WHERE migration_name = $1 AND rolled_back_at IS NULL",
        [name],
      );
      if (rowCount > 0) return false;
      await client.query(text);
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
        [randomUUID(), checksum, name],
      );
      return true;
    });
  } catch (cause) {
    const reason =
      cause.code === LOCK_NOT_AVAILABLE
        ? "its tables are locked; try again with less traffic"
        : cause.message;
    throw new StartError(
      `The migration ${name} failed: ${reason}. It was rolled back; earlier ones are applied. Fix the cause, then run: npm run migrate -- apply`,
      { cause },
    );
  }
}

async function inTransaction(client, work) {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [PRISMA_LOCK]);
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Throws StartError unless the database has everything that this release needs. */
export async function requireMigrated(client) {
  const { migrations, functions } = await migrationState(client);
  const missing = migrations.filter(({ state }) => state === "pending" || state === "unfinished");
  if (missing.length === 0 && functions !== "pending") return;
  const what = [
    ...missing.map(({ name }) => name),
    ...(functions === "pending" ? ["the functions of prisma/sql"] : []),
  ];
  throw new StartError(`The database lacks ${what.join(", ")}. Run: npm run migrate -- apply`);
}
