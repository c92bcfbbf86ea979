import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./install.mjs";

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
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "lock");
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = openSync(file, "wx");
      writeSync(handle, JSON.stringify({ pid: process.pid, begin: beginOf(process.pid) }));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST")
        throw new StartError(`The data folder ${folder} cannot be written: ${error.message}`);
      const holder = readHolder(file);
      if (holder && isAlive(holder.pid) && (holder.begin === null || beginOf(holder.pid) === holder.begin)) {
        throw new StartError(
          `The data folder ${folder} is in use by process ${holder.pid}. Stop it, or set DATA_DIR to another folder.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new StartError(`The data folder ${folder} is in use by another start.`);
}

function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
