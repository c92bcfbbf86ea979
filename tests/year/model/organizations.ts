/**
 * Organizations: accounts that can't sign in. Their members act for them, each signed in as themselves or by a key of theirs, and may do
 * what their role lets them. A former member is refused at the very next request.
 */
import { close, newAccount } from "@/tests/year/model/accounts";
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY } from "@/tests/year/model/calendar";
import { type ByMember, endMember, isGone, organizationOf, signedIn } from "@/tests/year/model/callers";
import { type Account, type Market, type Ref, the } from "@/tests/year/model/market";
import type { Role } from "@/tests/year/model/roles";

const VALID_MS = 7 * DAY;
/** How long an expired invitation is there, to be sent again. */
const EXPIRED_MS = 30 * DAY;
const MAX_OWNED = 10;

/** A signed-in person with a verified email founds an organization, and owns it. */
export function found(market: Market, op: { account: Ref; as: Ref }, { at }: Moment): Body {
  const person = signedIn(market, op, at);
  if (!person.isVerified) refuse("organization_refused");
  const owned = [...market.accounts.values()].filter(({ members }) => members?.get(person.ref) === "owner");
  if (owned.length >= MAX_OWNED) refuse("organization_refused");
  const members = new Map([[person.ref, "owner" as const]]);
  market.accounts.set(op.as, { ...newAccount(op.as), email: `${op.as} has none`, name: `Group ${op.as}.`, members });
  return { role: "owner", member_count: 1 };
}

/** Invites somebody by email. Inviting again replaces the invitation; a member can't be invited. */
export function invite(
  market: Market,
  op: ByMember & { as: Ref; guest: Ref; role: Role },
  { at, endAt }: Moment,
): Body {
  const organization = organizationOf(market, op, at, "manage");
  const { email } = the(market.accounts, op.guest);
  // Of a closed account, no email is left.
  if (!email.includes("@") || organization.members?.has(op.guest)) refuse("invalid_request");
  const former = [...market.invitations.values()].find(
    (each) => each.organization === organization.ref && each.email === email,
  );
  const ref = former?.ref ?? op.as;
  const made = { ref, organization: organization.ref, email, role: op.role, expiresAt: endAt + VALID_MS };
  market.invitations.set(ref, made);
  return { role: op.role, email };
}

/** Withdraws an invitation. */
export function withdrawInvitation(market: Market, op: ByMember & { invitation: Ref }, { at }: Moment): Body {
  const organization = organizationOf(market, op, at, "manage");
  const found = market.invitations.get(op.invitation);
  if (found?.organization !== organization.ref) return refuse("not_found");
  market.invitations.delete(found.ref);
  return { status: "withdrawn" };
}

/** Sends an invitation again, which is valid for another week then. */
export function resendInvitation(market: Market, op: ByMember & { invitation: Ref }, { at, endAt }: Moment): Body {
  const organization = organizationOf(market, op, at, "manage");
  const found = market.invitations.get(op.invitation);
  if (found?.organization !== organization.ref) return refuse("not_found");
  found.expiresAt = endAt + VALID_MS;
  return { role: found.role };
}

/** Accepts or declines an invitation, for the one account whose verified email it names. */
export function answerInvitation(
  market: Market,
  op: { account: Ref; invitation: Ref; accepts: boolean },
  { at }: Moment,
): Body {
  const person = signedIn(market, op, at);
  const found = market.invitations.get(op.invitation);
  if (!found || !person.isVerified || found.email !== person.email || found.expiresAt <= at) return refuse("not_found");
  const organization = the(market.accounts, found.organization);
  if (op.accepts && isGone(organization)) refuse("not_found");
  market.invitations.delete(found.ref);
  if (!op.accepts) return { status: "declined" };
  if (!organization.members?.has(person.ref)) organization.members?.set(person.ref, found.role);
  return {};
}

/** Refuses to leave an organization without an owner who can act. */
function requireAnotherOwner(market: Market, { members }: Account, person: Ref): void {
  const others = [...(members ?? [])].filter(
    ([ref, role]) => role === "owner" && ref !== person && !isGone(the(market.accounts, ref)),
  );
  if (others.length === 0) refuse("last_owner");
}

/** Gives a member another role. What keys of theirs may do follows at once. */
export function changeRole(market: Market, op: ByMember & { member: Ref; role: Role }, { at }: Moment): Body {
  const organization = organizationOf(market, op, at, "manage");
  const former = organization.members?.get(op.member);
  if (!former) return refuse("not_found");
  if (former === "owner" && op.role !== "owner") requireAnotherOwner(market, organization, op.member);
  organization.members?.set(op.member, op.role);
  return { role: op.role };
}

/** Removes a member, or lets one leave: what acts for the organization in their name ends. What they made stays. */
export function removeMember(market: Market, op: ByMember & { member: Ref }, { at }: Moment): Body {
  const isLeaving = op.member === op.person;
  const organization = organizationOf(market, op, at, isLeaving ? "view" : "manage");
  const role = organization.members?.get(op.member);
  if (!role) return refuse("not_found");
  if (role === "owner") requireAnotherOwner(market, organization, op.member);
  endMember(market, organization, op.member, at);
  organization.members?.delete(op.member);
  return { removed: true };
}

/** Closes an organization, as an account is closed; its members leave it. */
export function closeOrganization(market: Market, op: ByMember & { givesUp: boolean }, moment: Moment): Body {
  const organization = organizationOf(market, op, moment.at, "manage");
  return close(market, organization, op.givesUp, moment);
}

/** Forgets invitations that expired long ago. */
export function forgetInvitations(market: Market, _op: object, { at }: Moment): Body {
  for (const { ref, expiresAt } of [...market.invitations.values()])
    if (expiresAt < at - EXPIRED_MS) market.invitations.delete(ref);
  return {};
}
