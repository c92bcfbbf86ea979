/** The shortest history that still differs: operations are removed as long as the same difference comes. */
import { readFileSync, writeFileSync } from "node:fs";
import { letterOf, type Op } from "@/tests/year/actors/kinds";

/** A kept history: what it shows, and its operations in their order. */
export type Kept = { about: string; seed: number | null; operations: Op[] };

/** Reads a kept history. */
export const readHistory = (path: string): Kept => JSON.parse(readFileSync(path, "utf8"));

/** Writes a history, one operation a line, so that people can read and change it. */
export function writeHistory(path: string, { about, seed, operations }: Kept): void {
  const lines = operations.map((op) => `    ${JSON.stringify(op)}`).join(",\n");
  writeFileSync(
    path,
    `{\n  "about": ${JSON.stringify(about)},\n  "seed": ${seed},\n  "operations": [\n${lines}\n  ]\n}\n`,
  );
}

/** What a difference is about, without names and amounts: shrinking must not slip from one to another. */
export const gistOf = (text: string): string =>
  text
    .split("\n")
    .slice(0, 2)
    .join(" ")
    .replace(/"\w+":"?[^",}]*"?/g, "")
    .replace(/[a-z]?\d+(\.\d+)?/g, "#")
    .slice(0, 120);

/**
 * Removes operations, half of them at first and then ever smaller parts, while `fails` says that what is left still differs.
 * `patienceMs` bounds the time; the shortest so far is returned.
 */
export async function shrink(
  history: Op[],
  fails: (shorter: Op[]) => Promise<boolean>,
  patienceMs: number,
): Promise<Op[]> {
  const until = Date.now() + patienceMs;
  // The last operation is the one that differs.
  const last = history.slice(-1);
  let rest = history.slice(0, -1);
  for (let size = Math.ceil(rest.length / 2); size >= 1; ) {
    let isShorter = false;
    for (let from = 0; from < rest.length && Date.now() < until; ) {
      const shorter = [...rest.slice(0, from), ...rest.slice(from + size)];
      if (await fails([...shorter, ...last])) {
        rest = shorter;
        isShorter = true;
      } else from += size;
    }
    if (Date.now() >= until) break;
    if (size === 1 && !isShorter) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return [...rest, ...last];
}

/** Who owns each key, as the operations that made them say. */
function ownersOf(history: Op[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { kind, as, key, by } of history) {
    if (kind === "register") owners.set(String(key), String(as));
    else if (letterOf(as) === "k") owners.set(String(as), owners.get(String(by)) ?? "");
  }
  return owners;
}

/**
 * The operations that the last one can depend on: those that share an object with it, and those that made these objects or share one
 * with what made them. Mostly a small part of a year, and tried first.
 */
export function relatedTo(history: Op[]): Op[] {
  const owners = ownersOf(history);
  const objectsOf = (op: Op) => {
    const named = Object.values(op).filter((value): value is string => letterOf(value) !== null);
    return [...named, ...named.flatMap((ref) => owners.get(ref) ?? [])];
  };
  const wanted = new Set(objectsOf(history.at(-1) as Op));
  const kept: Op[] = [];
  for (const op of history.toReversed()) {
    const objects = objectsOf(op);
    if (op.kind !== "pass" && op.kind !== "job" && !objects.some((ref) => wanted.has(ref))) continue;
    kept.push(op);
    if (op.as !== undefined && wanted.has(String(op.as))) for (const ref of objects) wanted.add(ref);
  }
  return kept.toReversed();
}
