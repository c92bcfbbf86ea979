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
  t: "report",
  y: "payout",
};

/** Whether an operation makes an object, so that nothing can have happened to it before. */
const makes = (op: Op, ref: string) => op.as === ref || (op.kind === "register" && op.key === ref);

type Pair = { before: string; after: string };

/** A table of ordered pairs of kinds by what they met on. */
export function openPairs() {
  /** The last operation on each object. */
  const last = new Map<string, string>();
  const counts = new Map<string, number>();
  /** The kinds that touch each kind of object, and those of them that touch one which is there already. */
  const kinds = new Map<string, Set<string>>();
  const later = new Map<string, Set<string>>();
  const add = (to: Map<string, Set<string>>, what: string, kind: string) =>
    to.set(what, (to.get(what) ?? new Set()).add(kind));
  const possible = (what: string): Pair[] =>
    [...(kinds.get(what) ?? [])].flatMap((before) => [...(later.get(what) ?? [])].map((after) => ({ before, after })));
  const isSeen = (what: string, { before, after }: Pair) => counts.has(`${what} ${before} ${after}`);
  return {
    /** Counts an operation; `touched` are its objects as they were before it. */
    count: (op: Op, touched: string[]) => {
      for (const ref of touched) {
        const what = letterOf(ref) ?? "";
        if (!NAMES[what]) continue;
        add(kinds, what, op.kind);
        if (!makes(op, ref)) add(later, what, op.kind);
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
      if (before === undefined) return [];
      return [...(later.get(what) ?? [])].filter((after) => !isSeen(what, { before, after }));
    },
    /** Pairs that are possible on an object of some kind, and were not seen yet. */
    missing: (what: string): Pair[] => possible(what).filter((pair) => !isSeen(what, pair)),
    /** The table: how many pairs are possible on each kind of object, and which were not seen. */
    table: () =>
      [...kinds].map(([what, all]) => {
        const pairs = possible(what);
        const missing = pairs.filter((pair) => !isSeen(what, pair));
        return {
          on: NAMES[what] ?? what,
          kinds: all.size,
          pairs: pairs.length,
          seen: pairs.length - missing.length,
          /** These make the object, so they follow nothing that happened to it. */
          first: [...all].filter((kind) => !later.get(what)?.has(kind)).sort(),
          missing: missing.map(({ before, after }) => `${before} ${after}`).sort(),
        };
      }),
  };
}
