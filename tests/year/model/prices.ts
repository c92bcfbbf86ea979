/** Prices: what a change of them is, when it applies, and who is told. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY, dayOf } from "@/tests/year/model/calendar";
import { admit, ownSkill } from "@/tests/year/model/callers";
import { type Market, notify, type Ref, type Skill } from "@/tests/year/model/market";
import type { Offer } from "@/tests/year/model/objects";
import { shown } from "@/tests/year/model/skills";
import {
  DAYS_OF,
  type Included,
  isNamed,
  isPriced,
  type Plan,
  plansOf,
  type SentTerms,
  type Terms,
  termsOf,
} from "@/tests/year/model/terms";

const USER_DAYS = 30;

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
  const before = skill.next?.terms ?? skill.terms;
  if (!isSame(wanted, before)) requirePlansStay(market, skill, wanted);
  if ((skill.live !== null || skill.status === "pending") && !isPriced(wanted)) refuse("not_submittable");
  if (skill.status !== "draft" && !isPriced(wanted)) refuse("not_submittable");
  skill.changedAt = endAt;
  if (isSame(wanted, before)) return shown(market, skill);
  const { noticeDays, risePercent } = market.settings;
  const rise = skill.live === null ? "none" : riseOf(skill.terms, wanted, risePercent);
  const isRaisedLately = skill.raisedAt !== null && at - skill.raisedAt < noticeDays * DAY;
  const users = rise === "large" || (rise === "small" && isRaisedLately) ? affectedBy(market, skill, wanted, at) : [];
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
      skill.terms = withPlansInUse(market, skill, skill.next.terms);
      skill.next = null;
      skill.raisedAt = at;
    }
  return {};
}

const isSame = (a: Terms, b: Terms) => textOf(a) === textOf(b);
const textOf = ({ pricing, price, interval, perCall, freeCalls, trialDays, unit, plans }: Terms) =>
  JSON.stringify(
    [pricing, price, interval, perCall, freeCalls, trialDays, unit?.price, unit?.most, unit?.free, plans.map(partsOf)],
    (_, value) => (typeof value === "bigint" ? String(value) : value),
  );
const partsOf = ({ name, interval, price, trialDays, included }: Plan) => {
  const { what, count, most, beyond } = included ?? { what: null, count: 0, most: 0, beyond: null };
  return [name, interval, price, trialDays, what, count, what === "pages" ? most : 0, beyond];
};

/** The names of plans that running purchases of a skill have, or will have from their next term on. */
const namesInUse = (market: Market, { ref }: Skill) =>
  [...market.purchases.values()]
    .filter(({ skill, status }) => skill === ref && status === "active")
    .flatMap(({ plan, next }) => [plan, next?.name ?? null].filter((name) => name !== null));

/** Refuses to remove a plan that someone has, also by another pricing, to change a published one's interval, and an offer's name. */
function requirePlansStay(market: Market, skill: Skill, wanted: Terms): void {
  const { plans } = skill.terms;
  const nowOf = (name: string) => wanted.plans.find((plan) => isNamed(plan.name, name));
  const used = namesInUse(market, skill).filter((name) => plans.some((plan) => isNamed(plan.name, name)));
  if (plans.length > 0 && used.some((name) => !nowOf(name))) refuse("invalid_request");
  const published = skill.live === null ? [] : plans;
  if (published.some(({ name, interval }) => (nowOf(name)?.interval ?? interval) !== interval))
    refuse("invalid_request");
  const isOffered = ({ skill: of, plan }: Offer) =>
    of === skill.ref && plansOf(wanted).some(({ name }) => isNamed(plan.name, name));
  if (wanted.pricing === "subscription" && [...market.offers.values()].some(isOffered)) refuse("invalid_request");
}

/** Announced terms, with the plans that they remove and that buyers have chosen since. */
function withPlansInUse(market: Market, skill: Skill, terms: Terms): Terms {
  if (terms.pricing === "usage") return terms;
  const used = namesInUse(market, skill);
  const chosen = skill.terms.plans.filter(
    ({ name }) => used.some((each) => isNamed(each, name)) && !plansOf(terms).some((plan) => isNamed(plan.name, name)),
  );
  return chosen.length === 0 ? terms : { ...terms, plans: [...plansOf(terms), ...chosen] };
}

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
  for (const [account, { usedAt }] of skill.users) if (dayOf(usedAt) > dayOf(now) - USER_DAYS) users.add(account);
  for (const { skill: bought, buyer, startedAt } of market.purchases.values())
    if (bought === skill.ref && startedAt > now - USER_DAYS * DAY) users.add(buyer);
  users.delete(skill.owner);
  return [...users];
}

type Rise = "none" | "small" | "large";
type Step = (before: bigint, after: bigint) => Rise;
const largest = (steps: Rise[]): Rise =>
  steps.includes("large") ? "large" : steps.includes("small") ? "small" : "none";

/**
 * How much more other terms cost. Fewer free calls, a new unit or fewer of it that are free, and another pricing type that is not free,
 * are a large rise. A unit's price and its most are compared as prices are. Of a subscription, each plan is compared with the one of its
 * name, and the first with the first.
 */
function riseOf(before: Terms, after: Terms, percent: bigint): Rise {
  if (!costs(after)) return "none";
  if (before.pricing !== after.pricing) return "large";
  const step: Step = (a, b) => (b <= a ? "none" : b * 100n <= a * (100n + percent) ? "small" : "large");
  if (after.pricing === "usage") return riseOfCalls(before, after, step);
  const [old, next] = [plansOf(before), plansOf(after)];
  return largest(
    next.flatMap((plan, place) => {
      const former = [old.find(({ name }) => isNamed(name, plan.name)), place === 0 ? old[0] : undefined];
      return former.map((each) => (each ? riseOfPlan(each, plan, step) : "none"));
    }),
  );
}

/** Whether any use costs something. */
const costs = (terms: Terms) =>
  terms.pricing === "usage"
    ? (terms.perCall ?? 0n) > 0n || terms.unit !== null
    : plansOf(terms).some(({ price, included }) => price > 0n || (included?.beyond ?? 0n) > 0n);

function riseOfCalls(before: Terms, after: Terms, step: Step): Rise {
  const [unit, newer] = [before.unit, after.unit];
  if (after.freeCalls < before.freeCalls || (newer && (!unit || newer.free < unit.free))) return "large";
  const ofUnit = unit && newer ? [step(unit.price, newer.price), step(BigInt(unit.most), BigInt(newer.most))] : [];
  return largest([step(before.perCall ?? 0n, after.perCall ?? 0n), ...ofUnit]);
}

/** A plan is compared by its price and by its price per day, so a shorter term at the same price is a rise. */
const riseOfPlan = (before: Plan, after: Plan, step: Step): Rise =>
  largest([
    step(before.price, after.price),
    step(before.price * DAYS_OF[after.interval], after.price * DAYS_OF[before.interval]),
    riseOfIncluded(before.included, after.included, step),
  ]);

/** Less that is included, or counted otherwise, and what was refused beyond it and is charged now, are a large rise. */
function riseOfIncluded(before: Included | null, after: Included | null, step: Step): Rise {
  if (after === null) return "none";
  if (before?.what !== after.what || after.count < before.count) return "large";
  if (after.what === "pages" && after.most < before.most) return "large";
  if (after.beyond === null) return "none";
  return before.beyond === null ? "large" : step(before.beyond, after.beyond);
}
