import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT, StartError } from "./install.mjs";

const FOLDER = join(ROOT, "prisma", "sql");
/** Two processes that start together apply the files one after the other. Any number serves that nothing else uses. */
const LOCK_ID = 7_201_846;

/** Every file of prisma/sql in the order in which they are applied. */
function sqlFiles() {
  return globSync("**/*.sql", { cwd: FOLDER })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(FOLDER, path), "utf8") }));
}

/**
 * Applies every function and trigger of prisma/sql in one transaction, if the files changed since they were last applied
 * to this database. Takes a connected client of the migrated database. Returns whether anything was applied. Throws
 * StartError with the file's name and PostgreSQL's reason; nothing is applied then.
 */
export async function applySqlFunctions(client) {
  const files = sqlFiles();
  const wanted = hashOf(files);
  if ((await latestHash(client)) === wanted) return false;
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK_ID]);
    if ((await latestHash(client)) !== wanted) {
      // Functions call each other in any order; PostgreSQL would otherwise refuse a body whose callee comes later.
      await client.query("SET LOCAL check_function_bodies = off");
      for (const file of files) await apply(client, file);
      await client.query(
        `INSERT INTO sql_functions (hash, applied_at) VALUES ($1, clock_timestamp())
         ON CONFLICT (hash) DO UPDATE SET applied_at = excluded.applied_at`,
        [wanted],
      );
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
  return true;
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const { path, text } of files) hash.update(`${path}\0${text}\0`);
  return hash.digest("hex");
}

/**
 * Whether this release's files are those that the database has: `applied`, `superseded` (another release applied its own
 * later; it serves this one, too, see prisma/sql/README.md), or `pending`.
 */
export async function functionsState(client) {
  const wanted = hashOf(sqlFiles());
  if ((await latestHash(client)) === wanted) return "applied";
  const { rowCount } = await client.query("SELECT 1 FROM sql_functions WHERE hash = $1", [wanted]);
  return rowCount > 0 ? "superseded" : "pending";
}

async function latestHash(client) {
  const { rows } = await client.query("SELECT hash FROM sql_functions ORDER BY applied_at DESC LIMIT 1");
  return rows[0]?.hash ?? null;
}

async function apply(client, { path, text }) {
  try {
    await client.query(text);
  } catch (cause) {
    const file = relative(ROOT, join(FOLDER, path));
    throw new StartError(`${file} could not be applied: ${cause.message}`, { cause });
  }
}
