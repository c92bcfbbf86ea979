import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { ROOT, StartError } from "./install.mjs";
import { applySqlFunctions, functionsState } from "./sql-functions.mjs";

const FOLDER = join(ROOT, "prisma", "migrations");
/** The migrations that the baseline replaces: for databases and backups that have them. */
const FORMER = join(ROOT, "prisma", "former-migrations");
/** The last release with those migrations: its start brings a database to the last of them. */
const FORMER_RELEASE = "0.1.0";
/** Prisma's own command takes this lock of the session, so that the two never run at once (its `migrate deploy`). */
const PRISMA_LOCK = 72_707_369;
const POLL_MS = 200;
/** Other statements wait behind a migration that waits for a lock, so it gives up soon, and tries again after a pause. */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_TRIES = 4;
const LOCK_NOT_AVAILABLE = "55P03";
/** A migration of this one statement builds its index while others write, which no transaction can do. */
const CONCURRENT =
  /^(?:\s*--[^\n]*\n)*\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?<index>"[^"]+"|\w+)[^;]*;?\s*$/i;

/** The table in which Prisma records what was applied, as its own command creates it. */
const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/** Every migration of this release in the order in which they are applied, with the checksum that Prisma records. */
export const migrationFiles = () => filesIn(FOLDER);

/** Every migration before the baseline, in their order. */
export const formerFiles = () => filesIn(FORMER);

function filesIn(folder) {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "migration.sql")))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name, "migration.sql"), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    });
}

/** Opens a connection for `work`. Throws StartError when the database cannot be reached. */
export async function withClient(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (cause) {
    // What HAProxy does while no server passes its health check.
    if (/^Connection terminated unexpectedly|ECONNRESET/.test(cause.message))
      throw new StartError(
        "DATABASE_URL leads to a cluster without a writer: connections are closed at once. Start again when a server leads.",
        { cause },
      );
    throw new StartError(`The database cannot be reached: ${cause.message || cause.code}. Check DATABASE_URL.`, {
      cause,
    });
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Checksums of files that made the same before: the baseline named a storage for columns of a table that the next migration drops,
 * with syntax that PostgreSQL 15 lacks; plans dropped functions that a later migration drops.
 */
const FORMERLY = {
  "20261124160000_baseline": "a4f7fbf553443a0ec358a9429d40e1a690036327d63354a88ea5994044891fc9",
  "20261128095000_plans": "083f8050d0c7413e42bf61410afd07a8183d6233dd5d723e52f9c7d39f8a8d39",
};

/**
 * What the database has of each migration: `applied`, `pending`, `unfinished` (another tool began it and was killed),
 * `changed` (its file is not the one that was applied), or `unknown` (of a newer release). The baseline is `adoptable` where all
 * migrations before it were applied, and `outdated` where some were. Under `functions`: `applied`, `superseded` (a newer release
 * applied its own), or `pending`.
 */
export async function migrationState(client, files = migrationFiles()) {
  const { rows: tables } = await client.query(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS records,
       to_regclass('sql_functions') IS NOT NULL AS functions`,
  );
  const { rows } = tables[0].records
    ? await client.query(
        `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
         WHERE rolled_back_at IS NULL ORDER BY started_at`,
      )
    : { rows: [] };
  const recorded = new Map(rows.map((row) => [row.name, row]));
  const former = formerFiles().map(({ name }) => name);
  const had = former.filter((name) => recorded.get(name)?.isFinished).length;
  const baseline = migrationFiles()[0].name;
  const migrations = files.map(({ name, checksum }) => {
    const record = recorded.get(name);
    if (!record && name === baseline && had > 0)
      return { name, state: had === former.length ? "adoptable" : "outdated" };
    if (!record) return { name, state: "pending" };
    if (!record.isFinished) return { name, state: "unfinished" };
    return { name, state: [checksum, FORMERLY[name]].includes(record.checksum) ? "applied" : "changed" };
  });
  const known = new Set([...former, ...files.map(({ name }) => name)]);
  for (const { name } of rows) if (!known.has(name)) migrations.push({ name, state: "unknown" });
  return { migrations, functions: tables[0].functions ? await functionsState(client) : "pending" };
}

/**
 * Applies what the database lacks: each migration in one transaction together with its record (an index that is built
 * concurrently, without one), then prisma/sql. With `only`, the migrations of these names and nothing else. Calls `report`
 * with the name of each. Throws StartError with what failed, what stands, and how to go on.
 */
export async function applyMigrations(client, report = () => {}, only = null, files = migrationFiles()) {
  await locked(client, async () => {
    const wanted = only ? [...formerFiles(), ...files].filter(({ name }) => only.includes(name)) : files;
    await applyPending(client, report, wanted);
    if (!only && (await applySqlFunctions(client))) report("prisma/sql");
  });
}

/**
 * What a restore runs: the migrations that a backup names, or all that the database lacks. One of before the baseline gets the rest of
 * those first, so that it can adopt the baseline.
 */
export async function restoreMigrations(client, only) {
  const { migrations } = only ? { migrations: [] } : await migrationState(client);
  if (migrations.some(({ state }) => state === "outdated"))
    await applyMigrations(
      client,
      () => {},
      formerFiles().map(({ name }) => name),
    );
  await applyMigrations(client, () => {}, only);
}

/** Asks again and again: a concurrent index waits for the end of every statement, also of one that waits for this lock. */
async function locked(client, work) {
  const take = () => client.query("SELECT pg_try_advisory_lock($1) AS taken", [PRISMA_LOCK]);
  while (!(await take()).rows[0].taken) await wait(POLL_MS);
  try {
    await work();
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [PRISMA_LOCK]).catch(() => {});
  }
}

async function applyPending(client, report, files) {
  const { migrations } = await migrationState(client, files);
  const broken = migrations.find(({ state }) => state === "unfinished");
  if (broken)
    throw new StartError(
      `Another tool started the migration ${broken.name} and did not finish it. If its tables exist, set finished_at in its row of _prisma_migrations, else delete the row. Then run: npm run migrate -- apply`,
    );
  for (const migration of files) {
    const { state } = migrations.find(({ name }) => name === migration.name);
    if (state === "outdated") throw new StartError(OUTDATED);
    if (state === "adoptable") await adopt(client, migration);
    else if (state === "pending") await applyOne(client, migration);
    else continue;
    report(migration.name);
  }
}

const OUTDATED = `This database is of a release before ${FORMER_RELEASE}. Start release ${FORMER_RELEASE} once: it brings the database up to date. Then start this one.`;

/** The database has all that the baseline makes: its record replaces those of the migrations before it. */
async function adopt(client, baseline) {
  await client.query("BEGIN");
  try {
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1)", [
      formerFiles().map(({ name }) => name),
    ]);
    await record(client, baseline);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function applyOne(client, migration) {
  const { index } = CONCURRENT.exec(migration.text)?.groups ?? {};
  try {
    if (index) await buildIndex(client, migration, index);
    else await withTries(() => inTransaction(client, migration));
  } catch (cause) {
    const reason =
      cause.code === LOCK_NOT_AVAILABLE ? "its tables are locked; try again with less traffic" : cause.message;
    throw new StartError(
      `The migration ${migration.name} failed: ${reason}. It was rolled back; earlier ones are applied. Fix the cause, then run: npm run migrate -- apply`,
      { cause },
    );
  }
}

/** Runs it again when a lock is not to be had, so that what waited behind it goes on meanwhile. */
async function withTries(work) {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error;
      await wait(LOCK_TIMEOUT_MS);
    }
  }
}

/** Removes first what an attempt that was killed left of the index. */
async function buildIndex(client, migration, index) {
  await client.query("SET statement_timeout = 0");
  await client.query(RECORDS);
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  await client.query(migration.text);
  await record(client, migration);
}

async function inTransaction(client, migration) {
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(RECORDS);
    await client.query(migration.text);
    await record(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

const record = (client, { name, checksum }) =>
  client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );

/** Throws StartError for a standby: its connection string leads to a server that accepts no writes. */
async function requirePrimary(client) {
  const { rows } = await client.query("SELECT pg_is_in_recovery() AS standby");
  if (rows[0].standby)
    throw new StartError(
      "DATABASE_URL names a standby, which accepts no writes. Name the primary, or an address that follows it.",
    );
}

/** Throws StartError unless the database is a primary that has everything that this release needs. */
export async function requireMigrated(client) {
  await requirePrimary(client);
  const { migrations, functions } = await migrationState(client);
  if (migrations.some(({ state }) => state === "outdated")) throw new StartError(OUTDATED);
  const missing = migrations.filter(({ state }) => ["pending", "unfinished", "adoptable"].includes(state));
  if (missing.length === 0 && functions !== "pending") return;
  const what = [
    ...missing.map(({ name }) => name),
    ...(functions === "pending" ? ["the functions of prisma/sql"] : []),
  ];
  throw new StartError(`The database lacks ${what.join(", ")}. Run: npm run migrate -- apply`);
}
