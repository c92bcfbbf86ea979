import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { lockFolderSoon } from "./lock.mjs";
import { ensureDatabase, startPostgres } from "./postgres.mjs";
import { ensureMigrated } from "./prisma.mjs";

const DATABASE = "marketplace";

/** The folder of this installation's own data. */
export function dataFolder() {
  return resolve(process.env.DATA_DIR ?? ".data");
}

/**
 * Gives this process its database, migrated: the one of DATABASE_URL, or PostgreSQL embedded in the data folder.
 * Sets DATABASE_URL. Returns what stops it again; nothing is stopped that was not started here.
 */
export async function openDatabase() {
  if (process.env.DATABASE_URL) {
    await ensureMigrated(process.env.DATABASE_URL);
    return async () => {};
  }
  const folder = dataFolder();
  const unlock = await lockFolderSoon(folder);
  const running = join(folder, "database-url");
  let server;
  try {
    server = await startPostgres({ folder });
    await ensureDatabase(server.url("postgres"), DATABASE);
    rememberEmbedded(server.url(DATABASE));
    await ensureMigrated(server.url(DATABASE));
    writeFileSync(running, server.url(DATABASE), { mode: 0o600 });
  } catch (error) {
    await server?.stop();
    unlock();
    throw error;
  }
  return async () => {
    await server.stop();
    rmSync(running, { force: true });
    unlock();
  };
}

/** The same for a command beside a running start: that start's database when there is one, else one for the time being. */
export async function borrowDatabase() {
  const running = join(dataFolder(), "database-url");
  if (process.env.DATABASE_URL || !existsSync(running)) return openDatabase();
  try {
    return await openDatabase();
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
