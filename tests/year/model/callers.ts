/** Who may do what: keys, their scopes, and the accounts behind them. */
import { refuse } from "@/tests/year/model/answers";
import {
  type Account,
  type Door,
  type Key,
  type Market,
  type Ref,
  type Scope,
  type Skill,
  the,
} from "@/tests/year/model/market";

export type Caller = { account: Account; key: Key };

/** Whether a key, or a token that acts as it, is accepted: binding at its very next request. */
export function isAlive(market: Market, key: Key, now: number, door: Door = "api"): boolean {
  const owner = the(market.accounts, key.owner);
  return (
    (key.token === null || (key.token.door === door && key.token.endsAt > now)) &&
    key.isActive &&
    key.revokedAt === null &&
    (key.expiresAt === null || key.expiresAt > now) &&
    owner.suspendedAt === null &&
    owner.closedAt === null
  );
}

type Needs = { scope?: Scope | null; isOfAdministrators?: boolean; door?: Door | undefined };

/** Lets a request in. Any key that is not accepted is one and the same 401; then the role counts, then the key's scope. */
export function admit(market: Market, by: Ref, needs: Needs, now: number): Caller {
  const key = market.keys.get(by);
  if (!key || !isAlive(market, key, now, needs.door)) return refuse("unauthorized");
  key.usedAt = now;
  const account = the(market.accounts, key.owner);
  if (needs.isOfAdministrators && !account.isAdmin) refuse("forbidden");
  const scope = needs.scope === undefined ? "read" : needs.scope;
  const { scopes } = key.token ?? key;
  if (scope !== null && !(key.scopes.includes(scope) && scopes.includes(scope))) refuse("key_scope");
  return { account, key };
}

/** Refuses a key that is limited to other skills. */
export function requireAllowed({ key }: Caller, skill: Ref): void {
  if (key.skills.length > 0 && !key.skills.includes(skill)) refuse("key_scope");
}

/** The account of a person who acts in a browser, where they have signed in with its password. */
export function signedIn(market: Market, ref: Ref, now: number): Account {
  const account = the(market.accounts, ref);
  if (account.closedAt !== null || account.suspendedAt !== null) refuse("unauthorized");
  account.signedInAt = now;
  return account;
}

/** Whether a skill is on the marketplace: approved, not taken off, and neither it nor its developer suspended or gone. */
export function isListed(market: Market, skill: Skill): boolean {
  const owner = the(market.accounts, skill.owner);
  return (
    skill.live !== null &&
    skill.unlistedAt === null &&
    skill.suspendedAt === null &&
    owner.suspendedAt === null &&
    owner.closedAt === null
  );
}

/** One of the caller's own skills; anything else is unknown. */
export function ownSkill(market: Market, { account }: Caller, ref: Ref): Skill {
  const skill = market.skills.get(ref);
  return skill && skill.owner === account.ref ? skill : refuse("not_found");
}
