/** What may happen between members of an organization and what acts in their name. */
import type { Context, Op } from "@/tests/year/actors/kinds";
import { DAY, MINUTE } from "@/tests/year/model/calendar";
import { isGone } from "@/tests/year/model/callers";
import { CREDIT } from "@/tests/year/model/credits";
import type { Ref, Skill } from "@/tests/year/model/market";
import type { Role } from "@/tests/year/model/roles";
import { call, payingUse, rootOf, type Scene, soldTo } from "@/tests/year/scenes/scene";

/** An organization, its owner, and another member with a key of theirs. */
type Cast = { account: Ref; owner: Ref; member: Ref; key: Ref; invitation: Ref };
type Step<T = void> = Generator<Op, T, void>;
type Play = (stage: () => Context, cast: Cast) => Step;

/** Somebody who can sign in and whose email is verified, other than some. */
function* verified(stage: () => Context, others: Ref[] = []): Step<Ref | null> {
  const { market, random } = stage();
  const people = [...market.accounts.values()].filter(
    (each) => !each.members && !each.isAdmin && !isGone(each) && !others.includes(each.ref),
  );
  const ready = people.filter(({ isVerified }) => isVerified);
  if (ready.length > 2) return random.pick(ready).ref;
  const found = people.length > 0 ? random.pick(people).ref : null;
  if (found) yield { kind: "reset_password", account: found, endsKeys: false };
  return found;
}

function* founded(stage: () => Context, owner: Ref): Step<Ref | null> {
  const [account, root] = [stage().name("a"), rootOf(stage())];
  if (!root) return null;
  yield { kind: "found_organization", account: owner, as: account };
  yield { kind: "grant", by: root, account, amount: String(60n * CREDIT) };
  return stage().market.accounts.has(account) ? account : null;
}

/** Makes the key of a member, or of an owner. */
const keyFor = (account: Ref, person: Ref, as: Ref): Op => ({ kind: "create_key_signed_in", account, person, as });
const invite = (account: Ref, person: Ref, [as, guest, role]: [Ref, Ref, Role]): Op => ({
  kind: "invite_member",
  account,
  person,
  as,
  guest,
  role,
});
const answer = (account: Ref, invitation: Ref, accepts = true): Op => ({
  kind: "answer_invitation",
  account,
  invitation,
  accepts,
});
const remove = ({ account, owner, member }: Cast): Op => ({ kind: "remove_member", account, person: owner, member });
const give = ({ account, owner, member }: Cast, role: Role): Op => ({
  kind: "change_role",
  account,
  person: owner,
  member,
  role,
});
const buy = ({ name }: Context, { key }: Cast, { ref }: Skill): Op => ({
  kind: "purchase",
  by: key,
  skill: ref,
  as: name("p"),
  maxPrice: null,
  autoRenew: true,
  code: null,
  idem: null,
  loss: null,
  asks: name("q"),
});

/** Calls by the member's key something that costs the organization credits. */
function* use(stage: () => Context, { account, key }: Cast): Step {
  const skill = payingUse(stage(), account, key)?.skill ?? payingUse(stage())?.skill;
  if (skill) yield call(stage(), { by: key, skill: skill.ref });
}

/** A scene of an organization whose member has a key, which works. */
const scene = (play: Play, role: Role = "developer"): Scene =>
  function* played(stage) {
    const owner = yield* verified(stage);
    const member = owner && (yield* verified(stage, [owner]));
    const account = member && (yield* founded(stage, owner));
    if (!account) return false;
    const [key, invitation] = [stage().name("k"), stage().name("j")];
    yield invite(account, owner, [invitation, member, role]);
    yield answer(member, invitation);
    yield keyFor(account, member, key);
    if (!stage().market.keys.has(key)) return false;
    const cast = { account, owner, member, key, invitation };
    yield* use(stage, cast);
    yield* play(stage, cast);
    return true;
  };

/** What a former member still tries. */
function* tries(stage: () => Context, cast: Cast): Step {
  const { account, member, key } = cast;
  const sold = soldTo(stage(), account);
  yield* use(stage, cast);
  if (sold) yield buy(stage(), cast, sold);
  yield { kind: "read", by: key, what: "balance" };
  yield keyFor(account, member, stage().name("k"));
  yield { kind: "set_billing", account, person: member, name: null };
}

export const ORGANIZATION_SCENES: Record<string, Scene> = {
  "a member is removed between two calls": scene(function* (stage, cast) {
    yield remove(cast);
    yield* tries(stage, cast);
  }),
  "a member leaves": scene(function* (stage, cast) {
    yield { kind: "remove_member", account: cast.account, person: cast.member, member: cast.member };
    yield* tries(stage, cast);
  }, "member"),
  "a former member comes back, and their keys don't": scene(function* (stage, cast) {
    const { account, owner, member } = cast;
    const again = stage().name("j");
    yield remove(cast);
    yield invite(account, owner, [again, member, "developer"]);
    yield answer(member, again);
    yield* tries(stage, cast);
  }),
  "a role is lowered, and raised again": scene(function* (stage, cast) {
    for (const role of ["member", "billing", "viewer"] as const) {
      yield give(cast, role);
      yield* tries(stage, cast);
    }
    yield give(cast, "owner");
    yield* use(stage, cast);
  }),
  "a member's subscription renews after they were removed": scene(function* (stage, cast) {
    const sold = soldTo(stage(), cast.account);
    if (!sold) return;
    if (stage().random.chance(0.5)) {
      const limit = { amount: String(50n * CREDIT), interval: "month" };
      yield { kind: "limit_key", by: cast.key, key: cast.key, limit };
    }
    yield buy(stage(), cast, sold);
    yield remove(cast);
    yield { kind: "pass", ms: 32 * DAY };
    yield { kind: "job", name: "renew-purchases" };
  }),
  "an organization is suspended while its keys and purchases live": scene(function* (stage, cast) {
    const [root, sold] = [rootOf(stage()), soldTo(stage(), cast.account)];
    if (sold) yield buy(stage(), cast, sold);
    if (!root) return;
    yield { kind: "suspend_account", by: root, account: cast.account };
    yield* tries(stage, cast);
    yield remove(cast);
    yield { kind: "unsuspend_account", by: root, account: cast.account };
    yield* use(stage, cast);
  }),
  "an organization is closed while its keys and purchases live": scene(function* (stage, cast) {
    const { account, owner } = cast;
    const [sold, guest, open] = [
      soldTo(stage(), account),
      yield* verified(stage, [owner, cast.member]),
      stage().name("j"),
    ];
    if (sold) yield buy(stage(), cast, sold);
    if (guest) yield invite(account, owner, [open, guest, "member"]);
    yield { kind: "close_organization", account, person: owner, givesUp: true };
    yield* tries(stage, cast);
    if (guest) yield answer(guest, open);
  }),
  "a member is suspended": scene(function* (stage, cast) {
    const root = rootOf(stage());
    if (!root) return;
    yield { kind: "suspend_account", by: root, account: cast.member };
    yield* use(stage, cast);
    yield { kind: "unsuspend_account", by: root, account: cast.member };
    yield* use(stage, cast);
  }),
  "a member resets their password, and ends all access": scene(function* (stage, cast) {
    yield { kind: "reset_password", account: cast.member, endsKeys: true };
    yield* tries(stage, cast);
  }),
  "a member closes their account": scene(function* (stage, cast) {
    yield { kind: "close_account", account: cast.member, givesUp: true };
    yield* use(stage, cast);
  }),
  "the last owner wants to go": scene(function* (_, cast) {
    const { account, owner, member } = cast;
    yield { kind: "remove_member", account, person: owner, member: owner };
    yield { kind: "change_role", account, person: owner, member: owner, role: "member" };
    yield { kind: "close_account", account: owner, givesUp: true };
    yield give(cast, "owner");
    yield { kind: "change_role", account, person: member, member: owner, role: "viewer" };
    yield { kind: "close_account", account: member, givesUp: true };
    yield { kind: "remove_member", account, person: owner, member: owner };
  }),
  "an invitation is withdrawn, meant for another, or over": scene(function* (stage, cast) {
    const { account, owner, member } = cast;
    const guest = yield* verified(stage, [owner, member]);
    if (!guest) return;
    const [first, second, third] = [stage().name("j"), stage().name("j"), stage().name("j")];
    yield invite(account, owner, [first, guest, "member"]);
    yield answer(member, first);
    yield { kind: "withdraw_invitation", account, person: owner, invitation: first };
    yield answer(guest, first);
    yield invite(account, owner, [second, guest, "viewer"]);
    yield answer(guest, second, false);
    yield answer(guest, second);
    yield invite(account, owner, [third, guest, "billing"]);
    yield { kind: "pass", ms: 7 * DAY + MINUTE };
    yield answer(guest, third);
    yield { kind: "resend_invitation", account, person: owner, invitation: third };
    yield answer(guest, third);
  }),
  "a person has two organizations": scene(function* (stage, cast) {
    const { owner, member, key } = cast;
    const other = yield* founded(stage, owner);
    if (!other) return;
    const [own, open] = [stage().name("k"), stage().name("j")];
    yield keyFor(other, owner, own);
    yield { kind: "limit_key", by: own, key, limit: null };
    yield { kind: "revoke_key", by: own, key };
    yield invite(other, owner, [open, member, "viewer"]);
    yield answer(member, open);
    yield { kind: "read", by: key, what: "keys" };
    yield { kind: "remove_member", account: other, person: owner, member };
    yield* use(stage, cast);
  }),
  "a member is removed whose key waits for an approval": scene(function* (stage, cast) {
    const { account, owner, member, key } = cast;
    const [skill, by] = [payingUse(stage(), account, key)?.skill, stage().name("k")];
    if (!skill) return;
    const limited = { scopes: null, skills: [], limit: null, days: null, askAbove: "0" };
    yield { kind: "create_key", by: key, as: by, ...limited };
    const asked = [
      call(stage(), { by, skill: skill.ref }),
      { ...call(stage(), { by, skill: skill.ref }), does: "late" },
    ];
    yield* asked;
    const [first, second] = asked.map(({ asks }) => String(asks));
    if (!first || !second || !stage().market.approvals.has(second)) return;
    const decide = { kind: "decide_approval", account, decision: "approve", amount: "1000000" };
    yield { ...decide, person: member, approval: first };
    yield { ...decide, person: owner, approval: first };
    yield remove(cast);
    yield { ...decide, person: owner, approval: second };
    for (const approval of [first, second]) yield call(stage(), { by, skill: skill.ref, approval });
  }),
  "what a member publishes stays the organization's": scene(function* (stage, cast) {
    const { account, owner, key } = cast;
    const [as, own, root] = [stage().name("s"), stage().name("k"), rootOf(stage())];
    const terms = { pricing: "usage", price: null, interval: "month", perCall: "500000", freeCalls: 0 };
    yield { kind: "create_skill", by: key, as, slug: `year-${as}`, terms, submit: true, content: `${as} begins.` };
    if (root) yield { kind: "approve", by: root, skill: as, approve: true };
    const buyer = payingUse(stage())?.key.ref;
    yield remove(cast);
    yield { kind: "edit_skill", by: key, skill: as, content: "Not theirs.", submit: true };
    if (buyer) yield call(stage(), { by: buyer, skill: as });
    yield keyFor(account, owner, own);
    yield { kind: "edit_skill", by: own, skill: as, content: `${stage().name("c")} is new.`, submit: true };
  }),
};
