/** Who may do what: keys, their scopes, the accounts behind them, and the roles of who acts for an organization. */
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
import type { Permission, Role } from "@/tests/year/model/roles";

/** `scopes` are what the key may do now. */
export type Caller = { account: Account; key: Key; scopes: Scope[] };

/** What each role lets a member do for their organization, and most that their keys of it may do. */
const MAY: Record<Role, Permission[]> = {
  owner: ["view", "use", "renew", "pay", "publish", "manage"],
  billing: ["view", "renew", "pay"],
  developer: ["view", "use", "renew", "publish"],
  member: ["view", "use", "renew"],
  viewer: ["view"],
};
export const ROLE_SCOPES: Record<Role, Scope[]> = {
  owner: ["read", "purchase", "execute", "publish"],
  billing: ["read", "purchase"],
  developer: ["read", "purchase", "execute", "publish"],
  member: ["read", "purchase", "execute"],
  viewer: ["read"],
};
export const may = (role: Role, permission: Permission) => MAY[role].includes(permission);
export const isGone = ({ closedAt, suspendedAt }: Account) => closedAt !== null || suspendedAt !== null;

/** What a member is in the organization that their key is of; null for anybody's own key. */
function roleOf(market: Market, { owner, person }: Key): Role | null {
  return person === null ? null : (the(market.accounts, owner).members?.get(person) ?? null);
}

/** Whether a key, or a token that acts as it, is accepted: binding at its very next request. */
export function isAlive(market: Market, key: Key, now: number, door: Door = "api"): boolean {
  const owner = the(market.accounts, key.owner);
  return (
    (key.token === null || (key.token.door === door && key.token.endsAt > now)) &&
    key.isActive &&
    key.revokedAt === null &&
    (key.expiresAt === null || key.expiresAt > now) &&
    !isGone(owner) &&
    (key.person === null || (owner.members?.has(key.person) === true && !isGone(the(market.accounts, key.person))))
  );
}

/** `permission`: what a member needs, where the scope alone does not say it. */
type Needs = {
  scope?: Scope | null;
  permission?: Permission;
  isOfAdministrators?: boolean;
  door?: Door | undefined;
};
const PERMISSIONS: Partial<Record<Scope, Permission>> = { purchase: "use", execute: "use", publish: "publish" };

/** Lets a request in. Any key that is not accepted is one and the same 401; then the role counts, then the key's scope. Tools look at the scope first. */
export function admit(market: Market, by: Ref, needs: Needs, now: number): Caller {
  const key = market.keys.get(by);
  if (!key || !isAlive(market, key, now, needs.door)) return refuse("unauthorized");
  key.usedAt = now;
  const account = the(market.accounts, key.owner);
  if (needs.isOfAdministrators && !account.isAdmin) refuse("forbidden");
  const scope = needs.scope === undefined ? "read" : needs.scope;
  const role = roleOf(market, key);
  const granted = key.token?.scopes ?? key.scopes;
  const scopes = key.scopes.filter((each) => granted.includes(each) && (!role || ROLE_SCOPES[role].includes(each)));
  const isLacking = scope !== null && !scopes.includes(scope);
  if (isLacking && needs.door === "mcp") refuse("key_scope");
  const permission = needs.permission ?? PERMISSIONS[scope ?? "read"] ?? "view";
  if (role && !may(role, permission)) refuse("role_required");
  if (isLacking) refuse("key_scope");
  return { account, key, scopes };
}

/** Refuses a key that is limited to other skills. */
export function requireAllowed({ key }: Caller, skill: Ref): void {
  if (key.skills.length > 0 && !key.skills.includes(skill)) refuse("key_scope");
}

/** Who acts in a browser, and for which account: their own, or the one that they state. */
export type Acting = { account: Ref; person?: Ref };

/** By which person for which organization: who is no member of it, or finds it closed or suspended, finds nothing. */
export type ByMember = Required<Acting>;

/** The organization that a path names, for a member whose role allows what is asked. */
export function organizationOf(
  market: Market,
  { account, person }: ByMember,
  now: number,
  permission: Permission,
): Account {
  signedIn(market, { account: person }, now);
  const organization = market.accounts.get(account);
  const role = organization?.members?.get(person);
  if (!organization || !role || isGone(organization)) return refuse("not_found");
  if (!may(role, permission)) refuse("role_required");
  return organization;
}

/** The account for which somebody acts who has signed in with their password: for an organization, as a member whose role allows it. */
export function signedIn(market: Market, acting: Acting, now: number, permission: Permission = "view"): Account {
  const { account: ref, person: by = ref } = acting;
  const person = market.accounts.get(by);
  if (!person || person.members || isGone(person)) return refuse("unauthorized");
  person.signedInAt = now;
  if (by === ref) return person;
  const account = the(market.accounts, ref);
  const role = account.members?.get(by);
  if (!role || isGone(account)) return refuse("wrong_account");
  if (!may(role, permission)) refuse("role_required");
  return account;
}

/** Ends the keys that a member has of an organization, refuses what those wait for, and forgets what the member asked for. */
export function endMember(market: Market, organization: Account, member: Ref, now: number): void {
  const keys = [...market.keys.values()].filter(({ owner, person }) => owner === organization.ref && person === member);
  for (const key of keys) if (key.revokedAt === null) Object.assign(key, { isActive: false, revokedAt: now });
  for (const approval of market.approvals.values())
    if (approval.state === "pending" && keys.some(({ ref }) => ref === approval.key)) approval.state = "refused";
  for (const [name, each] of [...market.allowed]) {
    if (each.account !== organization.ref || each.askedBy !== member) continue;
    if (each.version === null && !each.isDecided) market.allowed.delete(name);
    else each.askedBy = null;
  }
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

/** Refuses a call of a skill whose credential the account has not stored, or stored while another developer had the skill. */
export function requireCredential({ account }: Pick<Caller, "account">, skill: Skill): void {
  if (skill.asks && skill.asks.get(account.ref) !== skill.owner) refuse("credential_required");
}
