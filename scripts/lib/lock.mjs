import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parentOnOtherNode, StartError } from "./install.mjs";

const TAKEOVER_ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;
/** Longest wait for an orphan: as long as requests in flight may take to end, and the database after them. */
const ORPHAN_END_TIMEOUT_MS = 50_000;
/** A lock that still has no words after this long was left by a start that was killed in between. */
const WRITE_TIMEOUT_MS = 5_000;

/** What Linux tells of a process after its name, beginning with its state; null where it is not told. */
function statOf(pid) {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return null;
  return readFileSync(stat, "utf8").split(") ").at(-1)?.split(" ") ?? null;
}

/** When a process began, so that a number that another process got later is not taken for it; null where unknown. */
function beginOf(pid) {
  return statOf(pid)?.[19] ?? null;
}

/** Whether a process is alive; one that has ended and only waits to be noticed is not. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return statOf(pid)?.[0] !== "Z";
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Takes the data folder for this process. A lock whose process is gone, however it ended, is taken over.
 * Throws StartError while another start uses the folder. Returns what gives it back.
 */
export function lockFolder(folder) {
  const file = join(folder, "lock");
  const mine = JSON.stringify({ pid: process.pid, begin: beginOf(process.pid), parent: parentOnOtherNode() });
  try {
    mkdirSync(folder, { recursive: true });
    for (let attempt = 0; attempt < TAKEOVER_ATTEMPTS; attempt++) {
      if (create(file, mine)) return () => give(file, mine);
      const found = readLock(file);
      const holder = holderOf(found);
      if (holder) throw new FolderInUse(folder, holder);
      if (found !== null) discard(file, found);
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The data folder ${folder} cannot be written: ${error.message}`);
  }
  throw new StartError(`The data folder ${folder} is in use by another start.`);
}

/** The same, but a holder whose own parent was killed is ending already: it is waited for. */
export async function lockFolderSoon(folder) {
  const deadline = Date.now() + ORPHAN_END_TIMEOUT_MS;
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
  constructor(folder, { pid, parent }) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop it, or set DATA_DIR to another folder.`,
    );
    // An orphan's parent is another than the one it began with.
    const now = statOf(pid)?.[1];
    this.isEnding = now !== undefined && parent !== undefined && Number(now) !== parent;
  }
}

function create(file, content) {
  try {
    writeFileSync(file, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function readLock(file) {
  try {
    return { text: readFileSync(file, "utf8"), ageMs: Date.now() - statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** The living process that a lock names; null when it is gone. A lock that is just being written has a holder too. */
function holderOf(found) {
  if (found === null) return null;
  const holder = parse(found.text);
  if (holder === null) return found.ageMs < WRITE_TIMEOUT_MS ? { pid: "unknown" } : null;
  const isSame = holder.begin === null || beginOf(holder.pid) === holder.begin;
  return isAlive(holder.pid) && isSame ? holder : null;
}

/** Removes a dead lock, but not the one that another start may have put in its place meanwhile. */
function discard(file, { text }) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  if (readFileSync(aside, "utf8") === text) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function give(file, mine) {
  if (readLock(file)?.text === mine) rmSync(file, { force: true });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
