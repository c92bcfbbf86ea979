import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "./install.mjs";

const SQLITE_BUSY = 5;
/** Locks of this process: garbage collection would release an unreferenced one. */
const held = new Set();

/**
 * Locks the data folder for this process. The lock is an exclusive SQLite transaction, which the operating system releases when
 * the process ends in any way. Returns a function that releases it. Throws StartError while another process holds it.
 */
export function lockFolder(folder) {
  const holder = join(folder, "lock.pid");
  let file;
  try {
    mkdirSync(folder, { recursive: true });
    file = new DatabaseSync(join(folder, "lock.sqlite"));
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    writeFileSync(holder, String(process.pid));
  } catch (error) {
    file?.close();
    if (error.errcode !== SQLITE_BUSY)
      throw new StartError(`The data folder ${folder} cannot be written: ${error.message}`, { cause: error });
    throw new StartError(
      `The data folder ${folder} is in use by process ${readFileSync(holder, "utf8")}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  held.add(file);
  return () => {
    held.delete(file);
    file.close();
  };
}
