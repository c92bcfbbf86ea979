/** What happens next in a year: half of it by chance, half of it what has never followed what happened last to some object. */
import type { Random } from "@/tests/support/fuzz-input";
import { type Context, letterOf, type Op } from "@/tests/year/actors/kinds";
import { KINDS, touchedBy } from "@/tests/year/history";
import { isAlive, isListed } from "@/tests/year/model/callers";
import type { Market } from "@/tests/year/model/market";
import type { openPairs } from "@/tests/year/pairs";

/** The part of operations that is chosen for the sake of pairs. */
const STEERED = 0.6;
/** Operations on one object before another one's turn. */
const STAY = 12;
const TRIES = 3;
/** How often a pair is begun, before it counts as impossible. */
const MOST_TRIED = 40;
/** How often something that lives is looked for. */
const LIVING_TRIES = 8;

/** The part of operations that may heal the market, and those that do. */
const HEALED = 0.3;
const HEALING = {
  people: ["register", "unsuspend_account", "create_key_signed_in"],
  skills: ["create_skill", "approve", "approve", "relist", "unsuspend_skill"],
};

const ALL = Object.entries(KINDS).filter(([, { weight }]) => weight > 0);
const TOTAL = ALL.reduce((sum, [, { weight }]) => sum + weight, 0);

function anyKind(random: Random): string {
  let dice = random.next() * TOTAL;
  for (const [kind, { weight }] of ALL) {
    dice -= weight;
    if (dice < 0) return kind;
  }
  return ALL[0]?.[0] ?? "";
}

/** An operation of a kind, or null when there is nothing that it could be about. */
export const make = (kind: string, context: Context): Op | null => {
  const made = KINDS[kind]?.make(context);
  return made ? ({ ...made, kind } as Op) : null;
};

const objectsOf = (market: Market): [string, Map<string, unknown>][] => [
  ["a", market.accounts],
  ["k", market.keys],
  ["g", market.programs],
  ["s", market.skills],
  ["p", market.purchases],
  ["o", market.orders],
  ["r", market.requests],
  ["m", market.promotions],
  ["w", market.webhooks],
  ["t", market.reports],
  ["v", market.reviews],
  ["y", market.payouts],
  ["b", market.budgets],
  ["q", market.approvals],
  ["j", market.invitations],
];

function isGone(market: Market, ref: string): boolean {
  const key = market.keys.get(ref);
  const account = market.accounts.get(key?.owner ?? ref);
  return (
    (account !== undefined && (account.closedAt !== null || account.suspendedAt !== null)) ||
    (key !== undefined && (!key.isActive || key.revokedAt !== null))
  );
}

/**
 * Chooses operations. It stays with an object for a while: each time it takes a kind that has never followed the last one there, and
 * when there is none, the first half of any pair that is missing, so that the second half comes next.
 */
export function openChoice(
  random: Random,
  pairs: ReturnType<typeof openPairs>,
  context: (target: string | null) => Context,
  wanted: { people: number; skills: number },
) {
  let stay: { ref: string; left: number } | null = null;
  let planned: string | null = null;
  /** How often each pair was begun: what never comes about may be impossible. */
  const tried = new Map<object, number>();
  const hopeful = (what: string) => pairs.missing(what).filter((pair) => (tried.get(pair) ?? 0) < MOST_TRIED);
  const on = (ref: string, kind: string): Op | null => {
    for (let tries = 0; tries < TRIES; tries++) {
      const op = make(kind, context(ref));
      if (op && touchedBy(context(null).market, op).includes(ref)) return op;
    }
    return pointed(kind, ref);
  };
  /** An operation of a kind that is about something else by nature, made to be about an object nevertheless. */
  const pointed = (kind: string, ref: string): Op | null => {
    const { market } = context(null);
    const op = KINDS[kind]?.isFixed ? null : make(kind, context(null));
    if (!op) return null;
    const isSame = ([name, value]: [string, unknown]) =>
      !["as", "asks"].includes(name) && letterOf(value) === letterOf(ref);
    const place = Object.entries(op).find(isSame)?.[0];
    if (place) return { ...op, [place]: ref };
    const keys = [...market.keys.values()].filter(({ owner }) => owner === ref);
    return "by" in op && keys.length > 0 ? { ...op, by: random.pick(keys).ref } : null;
  };
  /** An operation that makes another object of the same kind, with which the next ones stay. */
  const madeBy = (kind: string, ref: string): Op | null => {
    const op = make(kind, context(null));
    const made = [op?.as, op?.key].find((value) => letterOf(value) === letterOf(ref));
    if (typeof made === "string") stay = { ref: made, left: stay?.left ?? 0 };
    return op;
  };
  const begin = (): { ref: string; left: number } | null => {
    const { market } = context(null);
    const open = objectsOf(market).filter(([what, { size }]) => size > 0 && hopeful(what).length > 0);
    if (open.length === 0) return null;
    const [, objects] = random.pick(open);
    const refs = [...objects.keys()];
    let ref = random.pick(refs);
    // Mostly something that lives: all requests of the dead end alike.
    for (let tries = 0; tries < LIVING_TRIES && isGone(market, ref); tries++) ref = random.pick(refs);
    return { ref, left: STAY };
  };
  const isThere = (ref: string) => objectsOf(context(null).market).some(([, objects]) => objects.has(ref));
  const steered = (): Op | null => {
    // What was to be made may have been refused.
    if (stay === null || stay.left === 0 || !isThere(stay.ref)) {
      stay = begin();
      planned = null;
    }
    if (stay === null) return null;
    const { ref } = stay;
    stay.left -= 1;
    if (planned !== null) {
      const op = on(ref, planned);
      planned = null;
      if (op) return op;
    }
    const unseen = pairs.unseen(ref).filter((kind) => (KINDS[kind]?.weight ?? 0) > 0);
    if (unseen.length > 0) {
      const op = on(ref, random.pick(unseen));
      if (op) return op;
    }
    const missing = hopeful(letterOf(ref) ?? "");
    const pair = missing.length > 0 ? random.pick(missing) : null;
    if (pair) tried.set(pair, (tried.get(pair) ?? 0) + 1);
    const op =
      pair && (pairs.makes(letterOf(ref) ?? "", pair.before) ? madeBy(pair.before, ref) : on(ref, pair.before));
    if (op) planned = pair.after;
    else stay = null;
    return op;
  };
  /** What keeps the market alive, where steering has closed and suspended too much of it. */
  const healed = (): Op | null => {
    const { market } = context(null);
    const now = Date.now();
    const living = new Set(
      [...market.keys.values()].filter((key) => isAlive(market, key, now)).map(({ owner }) => owner),
    );
    if (living.size < wanted.people) return make(random.pick(HEALING.people), context(null));
    const listed = [...market.skills.values()].filter((skill) => isListed(market, skill)).length;
    return listed < wanted.skills ? make(random.pick(HEALING.skills), context(null)) : null;
  };
  return (): Op | null =>
    (planned === null && random.chance(HEALED) ? healed() : null) ??
    (planned !== null || random.chance(STEERED) ? steered() : null) ??
    make(anyKind(random), context(null));
}
