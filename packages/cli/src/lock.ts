import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { CliError } from "./failure.ts";

/** An installed skill. `folder` is relative to the lock file's folder; `files` is a digest of what was unpacked. */
export type Locked = { version: string; sha256: string; folder: string; files: string; source: string };
export type Lock = { lockfile: 1; skills: Record<string, Locked> };

/** Reads a lock file; an empty one when there is none. Throws CliError for one that is no lock file of ours. */
export function readLock(path: string): Lock {
  if (!existsSync(path)) return { lockfile: 1, skills: {} };
  try {
    const lock = JSON.parse(readFileSync(path, "utf8")) as Lock;
    if (lock.lockfile === 1 && typeof lock.skills === "object") return lock;
  } catch {}
  throw new CliError(`${path} is not a lock file that this version reads. Mend or remove it.`);
}

/** Writes a lock file, skills in alphabetical order, whole or not at all. */
export function writeLock(path: string, { skills }: Lock): void {
  const sorted = Object.fromEntries(Object.entries(skills).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(`${path}.part`, `${JSON.stringify({ lockfile: 1, skills: sorted }, null, 2)}\n`);
  renameSync(`${path}.part`, path);
}
