/** Which operations have met on the same object, one right after the other. */
import { letterOf, type Op } from "@/tests/year/actors/kinds";

const NAMES: Record<string, string> = {
  a: "account",
  k: "key",
  g: "program",
  s: "skill",
  p: "purchase",
  o: "order",
  r: "request",
  m: "promotion",
  w: "webhook",
  t: "report",
  v: "review",
  y: "payout",
  b: "budget",
  q: "approval",
  j: "invitation",
};

/** Whether an operation makes an object, so that nothing can have happened to it before. */
const makes = (op: Op, ref: string) => op.as === ref || (op.kind === "register" && op.key === ref);

type Pair = { before: string; after: string };

/** What is known of one kind of object. */
type Table = {
  /** The kinds that touch it, and those of them that touch one which is there already. */
  kinds: Set<string>;
  later: Set<string>;
  counts: Map<string, number>;
  /** Pairs that were not seen yet, and where each stands among them. */
  missing: Pair[];
  places: Map<string, number>;
};
const nameOf = ({ before, after }: Pair) => `${before} ${after}`;

const OF_TOKENS = ["refresh", "revoke_tokens"];
/** Pairs that nothing can make meet: only the key that a consent to a program made has tokens. */
const NEVER: Record<string, string[]> = { k: ["register", "create_key_signed_in"], g: ["register_program"] };
const canMeet = (what: string, { before, after }: Pair) =>
  !(NEVER[what]?.includes(before) && OF_TOKENS.includes(after));

function addMissing(what: string, { missing, places }: Table, pair: Pair): void {
  if (canMeet(what, pair)) places.set(nameOf(pair), missing.push(pair) - 1);
}

function removeMissing({ missing, places }: Table, pair: Pair): void {
  const place = places.get(nameOf(pair));
  if (place === undefined) return;
  places.delete(nameOf(pair));
  const last = missing.pop();
  if (last === undefined || place === missing.length) return;
  missing[place] = last;
  places.set(nameOf(last), place);
}

/** A table of ordered pairs of kinds by what they met on. */
export function openPairs() {
  /** The last operation on each object. */
  const last = new Map<string, string>();
  const tables = new Map<string, Table>();
  const tableOf = (what: string): Table => {
    const table = tables.get(what) ?? {
      kinds: new Set(),
      later: new Set(),
      counts: new Map(),
      missing: [],
      places: new Map(),
    };
    tables.set(what, table);
    return table;
  };
  const meet = (what: string, op: Op, isMade: boolean) => {
    const table = tableOf(what);
    const { kinds, later } = table;
    if (!kinds.has(op.kind)) {
      kinds.add(op.kind);
      for (const after of later) addMissing(what, table, { before: op.kind, after });
    }
    if (isMade || later.has(op.kind)) return;
    later.add(op.kind);
    for (const before of kinds) addMissing(what, table, { before, after: op.kind });
  };
  return {
    /** Counts an operation; `touched` are its objects as they were before it. */
    count: (op: Op, touched: string[]) => {
      for (const ref of touched) {
        const what = letterOf(ref) ?? "";
        if (!NAMES[what]) continue;
        const table = tableOf(what);
        meet(what, op, makes(op, ref));
        const before = last.get(ref);
        if (before) {
          const pair = { before, after: op.kind };
          table.counts.set(nameOf(pair), (table.counts.get(nameOf(pair)) ?? 0) + 1);
          removeMissing(table, pair);
        }
        last.set(ref, op.kind);
      }
    },
    /** Kinds that have never followed the last operation on an object. */
    unseen: (ref: string): string[] => {
      const before = last.get(ref);
      if (before === undefined) return [];
      const { later, counts } = tableOf(letterOf(ref) ?? "");
      return [...later].filter((after) => !counts.has(nameOf({ before, after })));
    },
    /** Whether a kind always makes the object of some kind that it touches. */
    makes: (what: string, kind: string): boolean => !(tables.get(what)?.later.has(kind) ?? false),
    /** Pairs that are possible on an object of some kind, and were not seen yet. */
    missing: (what: string): readonly Pair[] => tables.get(what)?.missing ?? [],
    /** The table: how many pairs are possible on each kind of object, and which were not seen. */
    table: () =>
      [...tables].map(([what, { kinds, later, counts, missing }]) => ({
        on: NAMES[what] ?? what,
        kinds: kinds.size,
        pairs: counts.size + missing.length,
        seen: counts.size,
        /** These make the object, so they follow nothing that happened to it. */
        first: [...kinds].filter((kind) => !later.has(kind)).sort(),
        missing: missing.map(nameOf).sort(),
      })),
  };
}
