/** An installation that was lived in: what a simulated year leaves behind, made anew wherever the sources have changed. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** The year that it comes from: short beside `npm test`, long in `npm run test:full`. */
export const YEAR = process.env.TEST_FULL
  ? { seed: 7, days: 180, operations: 10_000, accounts: 60 }
  : { seed: 7, days: 60, operations: 1_000, accounts: 12 };
const SOURCES = [
  "lib/**/*.{ts,tsx}",
  "app/v1/**/*.ts",
  "host/**/*.ts",
  "prisma/**/*.{sql,prisma}",
  "tests/year/**/*.ts",
];
const POLL_MS = 200;

/** A backup of it, and the emails of some who have lived there; all of them have the password of the year. */
export type LivedIn = { archive: string; people: { admin: string; seller: string; buyer: string } };

/** Where it is noted who has lived there: the last thing that is written. */
export const peopleOf = (archive: string): string => `${archive}.json`;
/** Whether a backup is there, whole. */
export const isWhole = (archive: string): boolean => existsSync(peopleOf(archive));

/** Where the backup of this year and these sources lies, once it is made. */
export function livedInPath(): string {
  const digest = createHash("sha256").update(JSON.stringify(YEAR));
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern)).sort())
    digest.update(`${file}\n`).update(readFileSync(file));
  return join(tmpdir(), `marketplace-lived-in-${digest.digest("hex").slice(0, 16)}.zip`);
}

/** Holds the one right to make it, until `work` is done. Those who wait find it made. */
export async function makingLivedIn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  while (!take(lock)) await wait(POLL_MS);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes a lock, also from a process that has ended. */
function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const holder = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The installation, made first where there is none yet. Throws what its year printed when that differs from the model. */
export async function livedIn(): Promise<LivedIn> {
  const archive = livedInPath();
  if (!isWhole(archive)) await makingLivedIn(archive, async () => isWhole(archive) || (await make(archive)));
  return { archive, people: JSON.parse(readFileSync(peopleOf(archive), "utf8")) };
}

async function make(archive: string): Promise<void> {
  const options = Object.entries(YEAR).flatMap(([name, value]) => [`--${name}`, String(value)]);
  // A run of its own, with a database server of its own: of ours it has no settings.
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { NODE_ENV: "test" as const, PATH, HOME, TMPDIR };
  const command = ["scripts/test-year.mjs", ...options, "--keep-only", archive];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"], env });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  if (!isWhole(archive)) throw new Error(`the year left nothing: ${out}${err}`);
}
