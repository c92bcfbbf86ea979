/** Prices: what a change of them is, when it applies, and who is told. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY, dayOf } from "@/tests/year/model/calendar";
import { admit, ownSkill } from "@/tests/year/model/callers";
import { type Market, notify, type Ref, type Skill, type Terms } from "@/tests/year/model/market";
import { isPriced, type SentTerms, shown, termsOf } from "@/tests/year/model/skills";

const USER_DAYS = 30;
const DAYS_OF = { day: 1n, week: 7n, month: 30n, year: 365n };

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
  skill.changedAt = endAt;
  if (isSame(wanted, skill.next?.terms ?? skill.terms)) return shown(market, skill);
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
  a.freeCalls === b.freeCalls &&
  a.trialDays === b.trialDays &&
  a.unit?.price === b.unit?.price &&
  a.unit?.most === b.unit?.most &&
  a.unit?.free === b.unit?.free;

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

/**
 * How much more other terms cost. A subscription is compared by its price and by its price per day, so a shorter term at the same
 * price is a rise. Fewer free calls, a new unit or fewer of it that are free, and another pricing type that is not free, are a large
 * rise. A unit's price and its most are compared as prices are.
 */
function riseOf(before: Terms, after: Terms, percent: bigint): "none" | "small" | "large" {
  const cost = ({ pricing, price, perCall }: Terms) => (pricing === "usage" ? perCall : price) ?? 0n;
  const [old, next] = [cost(before), cost(after)];
  if (next === 0n && !after.unit) return "none";
  if (before.pricing !== after.pricing) return "large";
  if (after.pricing === "usage" && after.freeCalls < before.freeCalls) return "large";
  const step = (a: bigint, b: bigint) => (b <= a ? "none" : b * 100n <= a * (100n + percent) ? "small" : "large");
  const [unit, newer] = [before.unit, after.unit];
  if (newer && (!unit || newer.free < unit.free)) return "large";
  const days = (terms: Terms) => DAYS_OF[terms.interval ?? "month"];
  const ofUnit = unit && newer ? [step(unit.price, newer.price), step(BigInt(unit.most), BigInt(newer.most))] : [];
  const ofTerm = after.pricing === "usage" ? [] : [step(old * days(after), next * days(before))];
  const steps = [step(old, next), ...ofUnit, ...ofTerm];
  return steps.includes("large") ? "large" : steps.includes("small") ? "small" : "none";
}
