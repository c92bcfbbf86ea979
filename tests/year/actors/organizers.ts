/** People who found organizations, and who join, change and leave them. */
import { type Context, kind, person, pickFrom, pickRef } from "@/tests/year/actors/kinds";
import { asPerson, idOf, inBrowser, PASSWORD, type World } from "@/tests/year/actors/world";
import type { ByMember } from "@/tests/year/model/callers";
import type { Account, Ref } from "@/tests/year/model/market";
import * as organizations from "@/tests/year/model/organizations";
import type { Role } from "@/tests/year/model/roles";

const ROLES: Role[] = ["owner", "billing", "developer", "member", "viewer"];
export const handleOf = (ref: Ref) => `group-${ref}`;

/** Asks as somebody who has signed in, about the organization that the path names. */
export function manage(world: World, op: ByMember, method: string, path: string, body?: object) {
  return inBrowser(world, op.person, (visitor) => visitor.api(method, path, body && { body }));
}

/** An organization: the target, or one of the target's; mostly one that is open. */
function organization({ market, target, random }: Context): Account | null {
  const all = [...market.accounts.values()].filter(({ members }) => members !== null);
  const own = all.filter(({ ref, members }) => ref === target || members?.has(target ?? ""));
  const open = all.filter(({ closedAt }) => closedAt === null);
  const from = own.length > 0 ? own : open.length > 0 && !random.chance(0.05) ? open : all;
  return from.length === 0 ? null : random.pick(from);
}

/** Somebody who acts on an organization: an owner mostly, else another member or anybody. */
export function acting(context: Context): (ByMember & { of: Account }) | null {
  const of = organization(context);
  if (!of) return null;
  const members = [...(of.members ?? [])];
  const owners = members.filter(([, role]) => role === "owner");
  const dice = context.random.next();
  const by = dice < 0.8 ? pickFrom(context, owners)?.[0] : dice < 0.93 ? pickFrom(context, members)?.[0] : null;
  const anybody = by ?? person({ ...context, target: null });
  return anybody ? { account: of.ref, person: anybody, of } : null;
}

/** A person of the market: the target, or anybody who is not a member yet mostly. */
function guestOf(context: Context, { members }: Account): Ref | null {
  const { market, target } = context;
  if (target !== null && market.accounts.get(target)?.members === null) return target;
  const others = [...market.accounts.values()].filter(
    (each) => each.members === null && each.closedAt === null && each.isVerified && !members?.has(each.ref),
  );
  return pickFrom(context, others)?.ref ?? person(context);
}

function invitationOf(context: Context): (ByMember & { invitation: Ref }) | null {
  const { market, target } = context;
  const own = [...market.invitations.values()].filter((each) => each.organization === target);
  const invitation = own.length > 0 ? context.random.pick(own).ref : pickRef(context, market.invitations);
  const of = market.invitations.get(invitation ?? "")?.organization;
  const by = of ? acting({ ...context, target: of }) : null;
  return invitation && by ? { account: by.account, person: by.person, invitation } : null;
}

function memberOf(context: Context): (ByMember & { member: Ref }) | null {
  const by = acting(context);
  if (!by) return null;
  const { account, of } = by;
  const { target, random } = context;
  const members = [...(of.members?.keys() ?? [])];
  const member = of.members?.has(target ?? "") ? target : random.chance(0.95) ? pickFrom(context, members) : null;
  const found = member ?? person({ ...context, target: null });
  return found ? { account, person: by.person, member: found } : null;
}

export const ORGANIZERS = {
  found_organization: kind<{ account: string; as: string }>({
    weight: 0.3,
    needs: "account",
    make: (context) => {
      const verified = [...context.market.accounts.values()].filter(
        ({ isVerified, members }) => isVerified && !members,
      );
      const usual = context.random.chance(0.8) ? pickFrom(context, verified)?.ref : null;
      const account = context.target === null && usual ? usual : person(context);
      return account === null ? null : { account, as: context.name("a") };
    },
    model: organizations.found,
    send: (world, op) =>
      asPerson(world, op, "POST", "/v1/organizations", { name: `Group ${op.as}.`, handle: handleOf(op.as) }),
    learn: ({ ids }, { as }, { body }) => ids.set(as, body.id),
  }),
  invite_member: kind<Parameters<typeof organizations.invite>[1]>({
    weight: 0.6,
    make: (context) => {
      const by = acting(context);
      const guest = by && guestOf(context, by.of);
      if (!by || !guest) return null;
      const role = context.random.pick(ROLES);
      return { account: by.account, person: by.person, as: context.name("j"), guest, role };
    },
    model: organizations.invite,
    send: (world, op) =>
      manage(world, op, "POST", `/v1/organizations/${handleOf(op.account)}/invitations`, {
        email: world.market.accounts.get(op.guest)?.email,
        role: op.role,
      }),
    learn: ({ ids, market }, { as }, { body }) => {
      if (market.invitations.has(as)) ids.set(as, body.id);
    },
  }),
  withdraw_invitation: kind<ByMember & { invitation: string }>({
    weight: 0.15,
    needs: "invitation",
    make: invitationOf,
    model: organizations.withdrawInvitation,
    send: (world, op) =>
      manage(
        world,
        op,
        "DELETE",
        `/v1/organizations/${handleOf(op.account)}/invitations/${idOf(world, op.invitation)}`,
      ),
  }),
  resend_invitation: kind<ByMember & { invitation: string }>({
    weight: 0.1,
    needs: "invitation",
    make: invitationOf,
    model: organizations.resendInvitation,
    send: (world, op) =>
      manage(world, op, "POST", `/v1/organizations/${handleOf(op.account)}/invitations/${idOf(world, op.invitation)}`),
  }),
  answer_invitation: kind<{ account: string; invitation: string; accepts: boolean }>({
    weight: 0.6,
    needs: "account",
    make: (context) => {
      const { market, target, random } = context;
      const own = [...market.invitations.values()].filter(
        ({ email }) => market.accounts.get(target ?? "")?.email === email,
      );
      const invitation = own.length > 0 ? random.pick(own).ref : pickRef(context, market.invitations);
      const { email } = market.invitations.get(invitation ?? "") ?? {};
      const guest = [...market.accounts.values()].find((each) => each.email === email)?.ref;
      const account = random.chance(0.9) ? guest : person({ ...context, target: null });
      return invitation && account ? { account, invitation, accepts: random.chance(0.85) } : null;
    },
    model: organizations.answerInvitation,
    send: (world, op) =>
      op.accepts
        ? asPerson(world, op, "POST", `/v1/account/invitations/${idOf(world, op.invitation)}`)
        : asPerson(world, op, "DELETE", `/v1/account/invitations/${idOf(world, op.invitation)}`),
  }),
  change_role: kind<ByMember & { member: string; role: Role }>({
    weight: 0.3,
    make: (context) => {
      const found = memberOf(context);
      return found && { ...found, role: context.random.pick(ROLES) };
    },
    model: organizations.changeRole,
    send: (world, op) =>
      manage(world, op, "PATCH", `/v1/organizations/${handleOf(op.account)}/members/${idOf(world, op.member)}`, {
        role: op.role,
      }),
  }),
  remove_member: kind<ByMember & { member: string }>({
    weight: 0.2,
    make: (context) => {
      const found = memberOf(context);
      // Some leave by themselves.
      return found && context.random.chance(0.4) ? { ...found, person: found.member } : found;
    },
    model: organizations.removeMember,
    send: (world, op) =>
      op.member === op.person
        ? manage(world, op, "POST", `/v1/organizations/${handleOf(op.account)}/leave`)
        : manage(world, op, "DELETE", `/v1/organizations/${handleOf(op.account)}/members/${idOf(world, op.member)}`),
  }),
  close_organization: kind<ByMember & { givesUp: boolean }>({
    weight: 0.04,
    make: (context) => {
      const by = acting(context);
      return by && { account: by.account, person: by.person, givesUp: context.random.chance(0.5) };
    },
    model: organizations.closeOrganization,
    send: (world, op) =>
      manage(world, op, "DELETE", `/v1/organizations/${handleOf(op.account)}`, {
        password: PASSWORD,
        give_up_credits: op.givesUp,
      }),
  }),
};
