/**
 * Connected programs. A person's consent makes a key, which always has a limit, and which the program's tokens act as: an access token
 * for an hour and one door, and a refresh token for 30 days. Whatever ends the key ends its tokens.
 */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY, HOUR } from "@/tests/year/model/calendar";
import { isListed, signedIn } from "@/tests/year/model/callers";
import { addKey, MAX_KEYS } from "@/tests/year/model/keys";
import { type Door, type Key, type Market, type Ref, type Scope, the } from "@/tests/year/model/market";

const TOKEN_MS = HOUR;
const REFRESH_MS = 30 * DAY;
/** Longer than it takes until the use of a key is written. */
const NOTED_MS = 10_000;
const UNUSED_MS = 30 * DAY;
/** How long a program without a connection is kept: one that never had any, and one whose last was revoked. */
const [NEVER_MS, FORMER_MS] = [DAY, 90 * DAY];

/** What a person's consent lets a program do; `all` of the scopes that it asked for are all but `admin`. */
export type Consent = {
  account: Ref;
  program: Ref;
  as: Ref;
  scopes: Exclude<Scope, "admin">[];
  skills: Ref[];
  limit: { amount: string; interval: "day" | "month" };
  askAbove: string | null;
  days: number;
  replaces: boolean;
  door: Door;
};

/** A program introduces itself, which takes no account. */
export function registerProgram(market: Market, op: { as: Ref }, { at }: Moment): Body {
  market.programs.set(op.as, { ref: op.as, registeredAt: at });
  return {};
}

/**
 * A signed-in person consents, and the program gets its tokens. The keys that the same program had of this account end, unless they
 * are to stay; what they bought renews by the new one.
 */
export function connect(market: Market, op: Consent, { at, endAt }: Moment): Body {
  const account = signedIn(market, op, at, "use");
  const isThere = (ref: Ref) => market.skills.has(ref) && isListed(market, the(market.skills, ref));
  if (!op.skills.every(isThere)) refuse("invalid_request");
  const own = [...market.keys.values()].filter(({ owner, revokedAt }) => owner === account.ref && revokedAt === null);
  const former = op.replaces ? own.filter(({ program }) => program === op.program) : [];
  if (own.length - former.length >= MAX_KEYS) refuse("invalid_request");
  for (const key of former) Object.assign(key, { isActive: false, revokedAt: at });
  const key: Key = {
    ref: op.as,
    owner: account.ref,
    person: null,
    scopes: [...op.scopes],
    skills: op.skills,
    limit: { amount: BigInt(op.limit.amount), interval: op.limit.interval },
    isActive: true,
    revokedAt: null,
    expiresAt: endAt + op.days * DAY,
    spender: op.as,
    replacedBy: null,
    program: op.program,
    askAbove: op.askAbove === null ? null : BigInt(op.askAbove),
    usedAt: endAt,
    token: { door: op.door, scopes: [...op.scopes], endsAt: endAt + TOKEN_MS, refreshEndsAt: endAt + REFRESH_MS },
  };
  addKey(market, key);
  for (const purchase of market.purchases.values())
    if (former.some(({ ref }) => ref === purchase.key) && purchase.status === "active") purchase.key = op.as;
  return { token_type: "Bearer" };
}

/** A program gets new tokens for its refresh token, which lives for another 30 days then. */
export function refresh(market: Market, op: { key: Ref }, { at, endAt }: Moment): Body {
  const key = market.keys.get(op.key);
  if (!key?.token || key.revokedAt !== null || key.token.refreshEndsAt <= at) return refuse("invalid_grant");
  Object.assign(key.token, { endsAt: endAt + TOKEN_MS, refreshEndsAt: endAt + REFRESH_MS });
  return { token_type: "Bearer" };
}

/**
 * A program gives up its tokens. The key stays in its owner's list, and nothing acts as it any more. One whose registration is forgotten
 * is unknown, and its tokens have ended long ago.
 */
export function revokeTokens(market: Market, op: { key: Ref; program: Ref }, { at }: Moment): Body {
  if (!market.programs.has(op.program)) refuse("invalid_client");
  const token = market.keys.get(op.key)?.token;
  if (token)
    Object.assign(token, { endsAt: Math.min(token.endsAt, at), refreshEndsAt: Math.min(token.refreshEndsAt, at) });
  return {};
}

/**
 * Ends connections that were not used for 30 days, and forgets programs without one. A use is written seconds later, so that of those
 * whose month is just over, some have `ended`.
 */
export function forgetPrograms(market: Market, op: { ended?: Ref[] }, { at, endAt }: Moment): Body {
  const connected = [...market.keys.values()].filter(({ program }) => program !== null);
  const isOver = ({ ref, usedAt }: Key) =>
    usedAt < at - UNUSED_MS - NOTED_MS || (usedAt < endAt - UNUSED_MS && op.ended?.includes(ref) === true);
  for (const key of connected)
    if (key.revokedAt === null && isOver(key)) Object.assign(key, { isActive: false, revokedAt: at });
  for (const { ref, registeredAt } of [...market.programs.values()]) {
    const isKept = connected.some(
      ({ program, revokedAt }) => program === ref && (revokedAt === null || revokedAt > at - FORMER_MS),
    );
    if (registeredAt < at - NEVER_MS && !isKept) market.programs.delete(ref);
  }
  return {};
}
