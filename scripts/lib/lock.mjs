import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parentOnOtherNode, StartError } from "./install.mjs";

const RETRY_DELAY_MS = 200;
/** Longest wait for a process that is ending: for its requests in flight, and then for its database. */
const END_TIMEOUT_MS = 50_000;
const SQLITE_BUSY = 5;
/** Locks of this process: one that nothing refers to would be collected as garbage, and so given back. */
const held = new Set();

/**
 * Takes the data folder for this process. The operating system holds the lock, through an SQLite file, and frees it when the
 * process ends, however that happens. Throws StartError while another start uses the folder. Returns what gives it back.
 */
export function lockFolder(folder) {
  let file;
  try {
    mkdirSync(folder, { recursive: true });
    file = new DatabaseSync(join(folder, "lock.sqlite"));
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    const holder = { pid: process.pid, parent: parentOnOtherNode() };
    writeFileSync(join(folder, "lock.json"), JSON.stringify(holder));
  } catch (error) {
    file?.close();
    if (error.errcode === SQLITE_BUSY) throw new FolderInUse(folder);
    throw new StartError(`The data folder ${folder} cannot be written: ${error.message}`);
  }
  held.add(file);
  return () => {
    held.delete(file);
    file.close();
  };
}

/** The same, but waits for a holder whose own parent was killed: it is ending already. */
export async function lockFolderSoon(folder) {
  const deadline = Date.now() + END_TIMEOUT_MS;
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderInUse) || !error.isEnding || Date.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, RETRY_DELAY_MS));
    }
  }
}

class FolderInUse extends StartError {
  constructor(folder) {
    const { pid, parent } = holderOf(folder);
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop it, or set DATA_DIR to another folder.`,
    );
    const stat = `/proc/${pid}/stat`;
    // A process whose parent was killed has another parent than the one that it began with.
    this.isEnding =
      parent !== undefined &&
      existsSync(stat) &&
      Number(readFileSync(stat, "utf8").split(") ").at(-1).split(" ")[1]) !== parent;
  }
}

/** What the holder wrote about itself, for the message: the lock itself does not depend on it. */
function holderOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "lock.json"), "utf8"));
  } catch {
    return { pid: "unknown" };
  }
}
