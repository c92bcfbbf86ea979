/** API keys: none makes, or turns into, one that may do more than itself, spend more, or end later. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY } from "@/tests/year/model/calendar";
import { admit, type Caller } from "@/tests/year/model/callers";
import type { Limit } from "@/tests/year/model/limits";
import { type Key, type Market, notify, type Ref, type Scope, the } from "@/tests/year/model/market";

/** Most keys of an account that are not revoked. */
export const MAX_KEYS = 100;
const GRACE = DAY;

export const shown = (key: Key): Body => ({
  "key.active": key.isActive,
  "key.scopes": [...key.scopes],
  "key.credit_limit": key.limit?.amount ?? null,
  "key.credit_limit_interval": key.limit?.interval ?? null,
  "key.ask_above": key.askAbove,
});
/** A key as an answer that is the key itself. */
const bare = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).map(([path, value]) => [path.replace(/^key\./, ""), value]));

const outlives = (end: number | null, other: number | null) => other !== null && (end === null || end > other);

/** A key that is limited to skills or credits, or needs approvals, manages no key, and no key changes one that may do more or ends later. */
function requireMayManage({ key, scopes }: Caller, target: Key | null): void {
  if (key.skills.length > 0 || key.limit !== null || key.askAbove !== null) refuse("key_scope");
  // Of its own, it may lack some where its maker's role has changed.
  if ([...key.scopes, ...(target?.scopes ?? [])].some((scope) => !scopes.includes(scope))) refuse("key_scope");
  if (target && outlives(target.expiresAt, key.expiresAt)) refuse("key_scope");
}

/** A key of the caller's account that is not revoked; in an organization one of their own, or any for an owner. */
export function isReached({ account, key: own }: Caller, key: Key): boolean {
  const isOurs = own.person === null || own.person === key.person || account.members?.get(own.person) === "owner";
  return isOurs && key.owner === account.ref && key.revokedAt === null;
}

function findOwn(market: Market, caller: Caller, ref: Ref): Key | null {
  const key = market.keys.get(ref);
  return key && isReached(caller, key) ? key : null;
}

/** Adds a key to its account; it records who made it. */
export function addKey(market: Market, key: Key): void {
  const count = [...market.keys.values()].filter((each) => each.owner === key.owner && each.revokedAt === null).length;
  if (count >= MAX_KEYS) refuse("invalid_request");
  market.keys.set(key.ref, key);
  notify(market, key.person ?? key.owner, "security_key", key.ref);
}

/** What only the keys of connected programs have. */
export const UNCONNECTED = { program: null, usedAt: 0, token: null };

export type NewKey = {
  by: Ref;
  as: Ref;
  scopes: Scope[] | null;
  skills: Ref[];
  limit: { amount: string; interval: Limit["interval"] } | null;
  days: number | null;
  /** What one charge may cost without an approval. */
  askAbove?: string | null;
};
const limitOf = (limit: NewKey["limit"]): Limit | null =>
  limit && { amount: BigInt(limit.amount), interval: limit.interval };

const amountOf = (amount: string | null) => (amount === null ? null : BigInt(amount));

/** Makes a key. By default it may do what its maker may, and ends with it. */
export function createKey(market: Market, op: NewKey, { at, endAt }: Moment): Body {
  const caller = admit(market, op.by, { permission: "use" }, at);
  requireMayManage(caller, null);
  if (op.scopes?.some((scope) => !caller.scopes.includes(scope))) refuse("invalid_request");
  const latest = caller.key.expiresAt;
  const expiresAt = op.days === null ? latest : endAt + op.days * DAY;
  if (outlives(expiresAt, latest)) refuse("invalid_request");
  const key: Key = {
    ref: op.as,
    owner: caller.account.ref,
    person: caller.key.person,
    scopes: [...(op.scopes ?? caller.scopes)],
    skills: op.skills,
    limit: limitOf(op.limit),
    isActive: true,
    revokedAt: null,
    expiresAt,
    spender: op.as,
    replacedBy: null,
    askAbove: amountOf(op.askAbove ?? null),
    ...UNCONNECTED,
  };
  addKey(market, key);
  return shown(key);
}

/** Disables or enables a key. */
export function setKeyActive(market: Market, op: { by: Ref; key: Ref; isActive: boolean }, { at }: Moment): Body {
  return change(market, op, at, (key) => {
    key.isActive = op.isActive;
  });
}

/** Gives a key another limit, or none; what a connected program may spend is always limited. */
export function limitKey(market: Market, op: { by: Ref; key: Ref; limit: NewKey["limit"] }, { at }: Moment): Body {
  return change(market, op, at, (key) => {
    if (op.limit === null && key.program !== null) refuse("invalid_request");
    key.limit = limitOf(op.limit);
  });
}

/** Says above which amount a key needs an approval, or with null that it needs none. */
export function askKey(market: Market, op: { by: Ref; key: Ref; askAbove: string | null }, { at }: Moment): Body {
  return change(market, op, at, (key) => {
    key.askAbove = amountOf(op.askAbove);
  });
}

/** Gives a key other scopes: none that the caller's key lacks. */
export function scopeKey(market: Market, op: { by: Ref; key: Ref; scopes: Scope[] }, { at }: Moment): Body {
  return change(market, op, at, (key) => {
    key.scopes = [...op.scopes];
  });
}

function change(
  market: Market,
  op: { by: Ref; key: Ref; scopes?: Scope[] },
  now: number,
  apply: (key: Key) => void,
): Body {
  const caller = admit(market, op.by, { permission: "use" }, now);
  const key = findOwn(market, caller, op.key);
  requireMayManage(caller, key);
  if (op.scopes?.some((scope) => !caller.scopes.includes(scope))) refuse("invalid_request");
  if (!key) return refuse("not_found");
  apply(key);
  return bare(shown(key));
}

/** Revokes a key for good. Any key may end itself, whatever it may do otherwise. */
export function revokeKey(market: Market, op: { by: Ref; key: Ref }, { at }: Moment): Body {
  const caller = admit(market, op.by, { scope: null }, at);
  const key = findOwn(market, caller, op.key);
  if (op.by !== op.key) requireMayManage(caller, key);
  if (!key) return refuse("not_found");
  key.isActive = false;
  key.revokedAt = at;
  return { active: false, revoked: true };
}

/**
 * Replaces a key by one that may do the same; the former one works for another 24 hours. Both spend from one limit, and what the
 * former one bought renews by the new one. A key has one successor at a time. A program's key is replaced by
 * connecting again.
 */
export function rotateKey(market: Market, op: { by: Ref; key: Ref; as: Ref }, { at, endAt }: Moment): Body {
  const caller = admit(market, op.by, { permission: "use" }, at);
  const former = findOwn(market, caller, op.key);
  requireMayManage(caller, former);
  // Not even an owner learns the secret of another member's key.
  if (!former || former.program !== null || former.person !== caller.key.person) return refuse("not_found");
  const successor = former.replacedBy === null ? null : the(market.keys, former.replacedBy);
  if (successor && successor.revokedAt === null) refuse("invalid_request");
  const key: Key = { ...former, ref: op.as, isActive: true, replacedBy: null };
  addKey(market, key);
  former.replacedBy = op.as;
  if (former.expiresAt === null || former.expiresAt > endAt + GRACE) former.expiresAt = endAt + GRACE;
  for (const purchase of market.purchases.values())
    if (purchase.key === former.ref && purchase.status === "active") purchase.key = op.as;
  return shown(key);
}
