/** Which operations have met on the same object, one right after the other. */

import { letterOf, type Op } from "@/tests/year/actors/kinds";

const NAMES: Record<string, string> = {
  a: "account",
  k: "key",
  s: "skill",
  p: "purchase",
  o: "order",
  r: "request",
  m: "promotion",
  w: "webhook",
};

/** A table of ordered pairs of kinds by what they met on. */
export function openPairs() {
  /** The last operation on each object. */
  const last = new Map<string, string>();
  const counts = new Map<string, number>();
  /** The kinds that have touched each kind of object. */
  const kinds = new Map<string, Set<string>>();
  return {
    /** Counts an operation; `touched` are its objects as they were before it. */
    count: (op: Op, touched: string[]) => {
      for (const ref of touched) {
        const what = letterOf(ref) ?? "";
        if (!NAMES[what]) continue;
        kinds.set(what, (kinds.get(what) ?? new Set()).add(op.kind));
        const before = last.get(ref);
        if (before) {
          const pair = `${what} ${before} ${op.kind}`;
          counts.set(pair, (counts.get(pair) ?? 0) + 1);
        }
        last.set(ref, op.kind);
      }
    },
    /** Kinds that have never followed the last operation on an object. */
    unseen: (ref: string): string[] => {
      const what = letterOf(ref) ?? "";
      const before = last.get(ref);
      return before
        ? [...(kinds.get(what) ?? [])].filter((kind) => !counts.has(`${what} ${before} ${kind}`))
        : [];
    },
    /** The table: how many pairs were seen on each kind of object, and which were not. */
    table: () =>
      [...kinds].map(([what, all]) => {
        const names = [...all].sort();
        const pairs = names.flatMap((a) => names.map((b) => `${a} ${b}`));
        const missing = pairs.filter((pair) => !counts.has(`${what} ${pair}`));
        return {
          on: NAMES[what] ?? what,
          kinds: names.length,
          pairs: pairs.length,
          seen: pairs.length - missing.length,
          missing,
        };
      }),
  };
}
