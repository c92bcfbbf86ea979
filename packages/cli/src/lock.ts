import { existsSync, readFileSync } from "node:fs";
import { CliError } from "./failure.ts";
import { isInside } from "./inside.ts";
import { replaceFile } from "./unpacked.ts";

/** An installed skill. `folder` is relative to the lock file's folder; `files` is a digest of what was unpacked. */
export type Locked = { version: string; sha256: string; folder: string; files: string; source: string };
export type Lock = { lockfile: 1; skills: Record<string, Locked> };

/** What each field may be. A repository brings its lock file along, so it may be anybody's. */
const FIELDS: Record<keyof Locked, (text: string) => boolean> = {
  version: (text) => /^[\w.+-]{1,64}$/.test(text),
  sha256: (text) => /^[0-9a-f]{64}$/.test(text),
  folder: isInside,
  files: (text) => /^[0-9a-f]{64}$/.test(text),
  source: (text) => /^https?:\/\/[^\s\p{C}]+$/u.test(text),
};

/** Reads a lock file; an empty one when there is none. Throws CliError for one that is no lock file of ours. */
export function readLock(path: string): Lock {
  if (!existsSync(path)) return { lockfile: 1, skills: {} };
  const { lockfile, skills } = parse(path);
  if (lockfile !== 1 || typeof skills !== "object" || skills === null)
    throw new CliError(`${path} is not a lock file that this version reads. Fix or remove it.`);
  for (const [slug, locked] of Object.entries(skills)) requireFields(path, slug, locked);
  return { lockfile: 1, skills: skills as Lock["skills"] };
}

function parse(path: string): Partial<Record<keyof Lock, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}

function requireFields(path: string, slug: string, locked: unknown): void {
  const name = /^(?:@[a-z0-9-]{1,64}\/)?[a-z0-9-]{1,64}$/.test(slug) ? slug : "an entry";
  const fields = Object(locked) as Record<string, unknown>;
  for (const [field, isValid] of Object.entries(FIELDS)) {
    const value = fields[field];
    if (name === slug && typeof value === "string" && isValid(value)) continue;
    const why = field === "folder" ? " leads out of the project or into Git's own files" : " can't be read";
    throw new CliError(`${path}: ${name === slug ? `${field} of ${slug}` : name}${why}. Fix or remove it.`);
  }
}

/** What the lock file says of a skill. */
export const lockedOf = ({ skills }: Lock, slug: string): Locked | undefined =>
  Object.hasOwn(skills, slug) ? skills[slug] : undefined;

/** Writes a lock file, skills in alphabetical order, whole or not at all. */
export function writeLock(path: string, { skills }: Lock): void {
  const sorted = Object.fromEntries(Object.entries(skills).sort(([a], [b]) => (a < b ? -1 : 1)));
  replaceFile(path, `${JSON.stringify({ lockfile: 1, skills: sorted }, null, 2)}\n`);
}
