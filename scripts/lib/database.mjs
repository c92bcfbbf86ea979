import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { lockFolder } from "./lock.mjs";
import { applyMigrations, requireMigrated, withClient } from "./migrations.mjs";
import { ensureDatabase, startPostgres } from "./postgres.mjs";

const DATABASE = "marketplace";

/** The folder of this installation's own data. */
export function dataFolder() {
  return resolve(process.env.DATA_DIR ?? ".data");
}

/**
 * Gives this process its database: the one of DATABASE_URL, or PostgreSQL embedded in the data folder. `prepare` is
 * given its address before anybody uses it. Sets DATABASE_URL. Returns what stops it again; nothing is stopped that was
 * not started here.
 */
async function openDatabase(prepare) {
  if (process.env.DATABASE_URL) {
    await prepare(process.env.DATABASE_URL);
    return async () => {};
  }
  forgetOtherServers();
  const folder = dataFolder();
  const unlock = lockFolder(folder);
  const running = join(folder, "database-url");
  let server;
  try {
    server = await startPostgres({ folder });
    await ensureDatabase(server.url("postgres"), DATABASE);
    rememberEmbedded(server.url(DATABASE));
    await prepare(server.url(DATABASE));
    writeFileSync(running, server.url(DATABASE), { mode: 0o600 });
  } catch (error) {
    await server?.stop();
    unlock();
    throw error;
  }
  let isStopping = false;
  server.ended.then(() => {
    if (!isStopping) endWithout(folder);
  });
  return async () => {
    isStopping = true;
    await server.stop();
    rmSync(running, { force: true });
    unlock();
  };
}

/** Ends a process whose database ended, so that its supervisor, or a person, starts both again. */
function endWithout(folder) {
  console.error(
    `The database in ${folder} ended; postgres.log there may say why. Start again: what was stored is still there.`,
  );
  process.exit(1);
}

/** Settings of PostgreSQL's clients (PGSSLMODE, PGOPTIONS …) are about another server; ours takes none of them. */
function forgetOtherServers() {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]+$/.test(name)) delete process.env[name];
}

/** The database of a start. The embedded one is migrated by it, unless MIGRATE=off; that of DATABASE_URL must be. */
export function openOwnDatabase() {
  const isOwn = !process.env.DATABASE_URL && process.env.MIGRATE !== "off";
  return openDatabase(isOwn ? (url) => withClient(url, (client) => applyMigrations(client)) : refuseUnlessMigrated);
}

const refuseUnlessMigrated = (url) => withClient(url, requireMigrated);

/**
 * The database for a command beside a running start: that start's when there is one, else one for the time being. It
 * must be migrated unless the command does that.
 */
export async function acquireDatabase({ isMigrated = true } = {}) {
  const running = join(dataFolder(), "database-url");
  const open = () => openDatabase(isMigrated ? refuseUnlessMigrated : async () => {});
  if (process.env.DATABASE_URL || !existsSync(running)) return open();
  try {
    return await open();
  } catch (error) {
    if (error?.name !== "StartError" || !existsSync(running)) throw error;
    rememberEmbedded(readFileSync(running, "utf8"));
    return async () => {};
  }
}

/** An embedded database is a local installation, not a production one. */
function rememberEmbedded(url) {
  process.env.DATABASE_URL = url;
  process.env.EMBEDDED_DATABASE = "1";
}
