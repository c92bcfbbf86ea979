/** Skills: drafts, review, prices, and what takes a skill off the marketplace. */
import { refundRunning } from "@/tests/year/model/accounts";
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY, dayOf } from "@/tests/year/model/calendar";
import { admit, isListed, ownSkill } from "@/tests/year/model/callers";
import {
  type Account,
  emit,
  type Market,
  notify,
  type Ref,
  type Skill,
  type Terms,
} from "@/tests/year/model/market";

const USER_DAYS = 30;
const ASKED_WITHIN_DAYS = 30;
const DAYS_OF = { day: 1n, week: 7n, month: 30n, year: 365n };

/** Terms as they stand in a history: amounts as text. */
export type SentTerms = {
  pricing: "subscription" | "usage";
  price: string | null;
  interval: Terms["interval"];
  perCall: string | null;
  freeCalls: number;
};
const amountOf = (text: string | null) => (text === null ? null : BigInt(text));
const termsOf = (sent: SentTerms): Terms => ({
  ...sent,
  price: amountOf(sent.price),
  perCall: amountOf(sent.perCall),
});

const isPriced = ({ pricing, price, perCall }: Terms) => (pricing === "usage" ? perCall : price) !== null;

const shown = (market: Market, skill: Skill): Body => ({
  status: skill.status,
  live: isListed(market, skill),
  revision: skill.revision,
  pricing_type: skill.terms.pricing,
  price: skill.terms.price,
  price_per_call: skill.terms.perCall,
  free_calls: skill.terms.freeCalls,
});

/** Creates a skill as a draft, or submits it. Slugs are unique; what is submitted has a price. */
export function createSkill(
  market: Market,
  op: { by: Ref; as: Ref; slug: string; terms: SentTerms; submit: boolean; content: string },
  { at }: Moment,
): Body {
  const { account } = admit(market, op.by, { scope: "publish" }, at);
  const terms = termsOf(op.terms);
  if (op.submit && !isPriced(terms)) refuse("not_submittable");
  if ([...market.skills.values()].some(({ slug }) => slug === op.slug)) refuse("slug_taken");
  const skill: Skill = {
    ref: op.as,
    owner: account.ref,
    slug: op.slug,
    status: op.submit ? "pending" : "draft",
    revision: 1,
    lastRevision: 1,
    live: null,
    contents: new Map([[1, op.content]]),
    terms,
    next: null,
    raisedAt: null,
    unlistedAt: null,
    suspendedAt: null,
    users: new Map(),
  };
  market.skills.set(op.as, skill);
  return shown(market, skill);
}

/**
 * Changes the content of a skill, or submits it. A draft changes in place; any other skill gets a new revision, which waits for
 * review (or with `submit: false` stays a draft) while the approved one stays live.
 */
export function editSkill(
  market: Market,
  op: { by: Ref; skill: Ref; content: string | null; submit: boolean | null },
  { at }: Moment,
): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  const before = skill.contents.get(skill.revision) ?? "";
  const content = op.content ?? before;
  const isChanged = content !== before;
  const wanted = skill.next?.terms ?? skill.terms;
  const next = statusAfter(skill, isChanged, op.submit);
  const staysDraft = op.submit === false || (skill.status === "draft" && !op.submit);
  if ((skill.live !== null || !staysDraft || next === "pending") && !isPriced(wanted))
    refuse("not_submittable");
  if (skill.status === "draft") {
    skill.contents.set(skill.revision, content);
    skill.status = next;
  } else if (isChanged || (op.submit && skill.status !== "pending")) {
    addRevision(skill, content);
    skill.status = next;
  }
  return shown(market, skill);
}

function statusAfter({ status }: Skill, isChanged: boolean, submit: boolean | null): Skill["status"] {
  if (status === "draft") return submit ? "pending" : "draft";
  if (!isChanged && (!submit || status === "pending")) return status;
  return submit === false ? "draft" : "pending";
}

function addRevision(skill: Skill, content: string): void {
  skill.lastRevision += 1;
  skill.revision = skill.lastRevision;
  skill.contents.set(skill.revision, content);
}

/** Withdraws a submission, which becomes a draft; with `discard` the skill returns to what was approved. */
export function withdrawSkill(
  market: Market,
  op: { by: Ref; skill: Ref; discard: boolean },
  { at }: Moment,
): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (op.discard ? skill.status === "approved" : skill.status !== "pending") refuse("not_pending");
  if (op.discard) {
    if (skill.live === null) refuse("not_approved");
    skill.revision = skill.live as number;
    skill.status = "approved";
  } else {
    addRevision(skill, skill.contents.get(skill.revision) ?? "");
    skill.status = "draft";
  }
  return shown(market, skill);
}

/** Deletes a skill that was never approved, with its codes; its slug is free again. */
export function deleteSkill(market: Market, op: { by: Ref; skill: Ref }, { at }: Moment): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (skill.live !== null || skill.suspendedAt !== null) refuse("not_deletable");
  market.skills.delete(op.skill);
  for (const promotion of [...market.promotions.values()])
    if (promotion.skill === op.skill) market.promotions.delete(promotion.ref);
  return {};
}

/** An administrator puts no skill of their own on the marketplace while another one has signed in within 30 days. */
function requireOtherReviewer(market: Market, { ref }: Account, skill: Skill, now: number): void {
  const isAsked = ({ ref: other, isAdmin, suspendedAt, closedAt, signedInAt }: Account) =>
    other !== ref && isAdmin && suspendedAt === null && closedAt === null && isRecent(signedInAt, now);
  if (skill.owner === ref && [...market.accounts.values()].some(isAsked)) refuse("own_skill_review");
}

const isRecent = (at: number | null, now: number) => at !== null && at >= now - ASKED_WITHIN_DAYS * DAY;

/** Approves or rejects what waits. An approval is on the marketplace at once, unless something keeps the skill off it. */
export function review(market: Market, op: { by: Ref; skill: Ref; approve: boolean }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "admin", isOfAdministrators: true }, at);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  if (skill.status !== "pending") refuse("not_pending");
  if (op.approve) requireOtherReviewer(market, account, skill, at);
  if (op.approve && !isPriced(skill.terms)) refuse("not_submittable");
  skill.status = op.approve ? "approved" : "rejected";
  if (op.approve) skill.live = skill.revision;
  const decision = op.approve ? "approved" : "rejected";
  if (notify(market, skill.owner, `skill_${decision}`, `${skill.ref} ${skill.revision}`))
    emit(market, skill.owner, `skill.${decision}`, at);
  return shown(market, skill);
}

/** Takes a skill off the marketplace, or puts it back. Subscribers keep their term; nothing renews. */
export function listSkill(
  market: Market,
  op: { by: Ref; skill: Ref; isListed: boolean },
  { at }: Moment,
): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (skill.live === null) refuse("not_approved");
  if (!op.isListed) skill.unlistedAt ??= at;
  else if (skill.unlistedAt !== null) skill.unlistedAt = null;
  return shown(market, skill);
}

/** Takes a skill off the marketplace for an administrator. Buyers get the unused part of their term back at once. */
export function suspendSkill(market: Market, op: { by: Ref; skill: Ref; as: Ref }, moment: Moment): Body {
  admit(market, op.by, { scope: "admin", isOfAdministrators: true }, moment.at);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  if (skill.suspendedAt === null) {
    skill.suspendedAt = moment.at;
    if (notify(market, skill.owner, "skill_suspended", op.as))
      emit(market, skill.owner, "skill.suspended", moment.at);
  }
  refundRunning(market, skill.ref, moment);
  return {};
}

/** Ends the suspension of a skill: what is approved by now is back. */
export function unsuspendSkill(market: Market, op: { by: Ref; skill: Ref; as: Ref }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "admin", isOfAdministrators: true }, at);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  if (skill.suspendedAt === null) return {};
  requireOtherReviewer(market, account, skill, at);
  skill.suspendedAt = null;
  notify(market, skill.owner, "skill_restored", op.as);
  return {};
}

/**
 * Changes prices. What does not cost more applies at once. So does a rise of at most 10 % that is the first in 7 days, and any change
 * while nobody else has used the skill in 30 days. Any other rise is announced to those who did, and applies 7 days later. Sending
 * another price replaces what was announced; sending today's cancels it.
 */
export function repriceSkill(
  market: Market,
  op: { by: Ref; skill: Ref; terms: SentTerms },
  { at, endAt }: Moment,
): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  const wanted = termsOf(op.terms);
  if ((skill.live !== null || skill.status === "pending") && !isPriced(wanted)) refuse("not_submittable");
  if (skill.status !== "draft" && !isPriced(wanted)) refuse("not_submittable");
  if (isSame(wanted, skill.next?.terms ?? skill.terms)) return shown(market, skill);
  const { noticeDays, risePercent } = market.settings;
  const rise = skill.live === null ? "none" : riseOf(skill.terms, wanted, risePercent);
  const isRaisedLately = skill.raisedAt !== null && at - skill.raisedAt < noticeDays * DAY;
  const users =
    rise === "large" || (rise === "small" && isRaisedLately) ? affectedBy(market, skill, wanted, at) : [];
  if (users.length > 0 && noticeDays > 0) {
    const dueAt = endAt + noticeDays * DAY;
    skill.next = { terms: wanted, dueAt };
    for (const user of users)
      notify(market, user, "price_rise", `${skill.ref} ${market.notices.get(user)?.length ?? 0} ${dueAt}`);
  } else {
    skill.terms = wanted;
    skill.next = null;
    if (rise !== "none") skill.raisedAt = endAt;
  }
  return shown(market, skill);
}

/** Applies announced prices whose day has come. */
export function applyPrices(market: Market, _op: object, { at }: Moment): Body {
  for (const skill of market.skills.values())
    if (skill.next && skill.next.dueAt <= at) {
      skill.terms = skill.next.terms;
      skill.next = null;
      skill.raisedAt = at;
    }
  return {};
}

const isSame = (a: Terms, b: Terms) =>
  a.pricing === b.pricing &&
  a.price === b.price &&
  a.interval === b.interval &&
  a.perCall === b.perCall &&
  a.freeCalls === b.freeCalls;

/** Who is told of a rise: recent users, and before a subscription is sold per call also those who have it. */
function affectedBy(market: Market, skill: Skill, wanted: Terms, now: number): Ref[] {
  const users = new Set(recentUsers(market, skill, now));
  if (skill.terms.pricing === "subscription" && wanted.pricing !== "subscription")
    for (const { skill: bought, buyer, status } of market.purchases.values())
      if (bought === skill.ref && status === "active" && buyer !== skill.owner) users.add(buyer);
  return [...users];
}

/** Accounts other than the developer's that bought or called a skill in 30 days. */
function recentUsers(market: Market, skill: Skill, now: number): Ref[] {
  const users = new Set<Ref>();
  for (const [account, { usedAt }] of skill.users)
    if (dayOf(usedAt) > dayOf(now) - USER_DAYS) users.add(account);
  for (const { skill: bought, buyer, startedAt } of market.purchases.values())
    if (bought === skill.ref && startedAt > now - USER_DAYS * DAY) users.add(buyer);
  users.delete(skill.owner);
  return [...users];
}

/**
 * How much more other terms cost. A subscription is compared by its price and by its price per day, so a shorter term at the same
 * price is a rise. Fewer free calls, and another pricing type that is not free, are a large rise.
 */
function riseOf(before: Terms, after: Terms, percent: bigint): "none" | "small" | "large" {
  const cost = ({ pricing, price, perCall }: Terms) => (pricing === "usage" ? perCall : price) ?? 0n;
  const [old, next] = [cost(before), cost(after)];
  if (next === 0n) return "none";
  if (before.pricing !== after.pricing) return "large";
  if (after.pricing === "usage" && after.freeCalls < before.freeCalls) return "large";
  const step = (a: bigint, b: bigint) =>
    b <= a ? "none" : b * 100n <= a * (100n + percent) ? "small" : "large";
  if (after.pricing === "usage") return step(old, next);
  const days = (terms: Terms) => DAYS_OF[terms.interval ?? "month"];
  const steps = [step(old, next), step(old * days(after), next * days(before))];
  return steps.includes("large") ? "large" : steps.includes("small") ? "small" : "none";
}
