/**
 * Calls of visitors without an account: a skill whose developer allows it and whose first call costs nothing, each skill once a day
 * and three in all. Nothing is charged, and nothing but its developer's count of them knows that they happened.
 */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { HOUR, periodStart } from "@/tests/year/model/calendar";
import { admit, isListed, ownSkill } from "@/tests/year/model/callers";
import { type Behaviour, isGood } from "@/tests/year/model/calls";
import type { Market, Ref, Skill } from "@/tests/year/model/market";
import type { Visits } from "@/tests/year/model/visits";

const CALLS_A_DAY = 3;

/** Visitors by number; eight networks have all of them. */
export type Visitor = number;
export const networkOf = (visitor: Visitor): number => visitor % 8;

/** What a call counts in, the narrowest first, and how often a UTC day each. */
function budgetsOf({ visits: { limits } }: Market, visitor: Visitor, skill: Ref): [name: string, most: number][] {
  return [
    [`${visitor} ${skill}`, 1],
    [`visitor ${visitor}`, CALLS_A_DAY],
    [`network ${networkOf(visitor)}`, limits.perNetwork],
    [`skill ${skill}`, limits.perSkill],
    ["all", limits.perDay],
  ];
}

/** A count of the day of a moment: what was counted on another day is over. */
function countOf(market: Market, name: string, at: number): { startAt: number; count: number } {
  const startAt = periodStart("day", at);
  const found = market.visits.counts.get(name);
  const count = found?.startAt === startAt ? found : { startAt, count: 0 };
  market.visits.counts.set(name, count);
  return count;
}

/** A skill that visitors may try, which asks for no credential. One that isn't on the marketplace is unknown; any other needs an account. */
function requireOpen(market: Market, ref: Ref): Skill {
  const skill = market.skills.get(ref);
  if (!skill || !isListed(market, skill)) return refuse("not_found");
  const { perDay, perSkill } = market.visits.limits;
  const { pricing, perCall, freeCalls, unit } = skill.terms;
  const isFree = pricing === "usage" && (freeCalls > 0 || (perCall === 0n && !unit));
  if (perDay === 0 || perSkill === 0 || !skill.isOpenToGuests || !isFree || skill.asks) refuse("forbidden");
  return skill;
}

/** Opens the page of a skill: it has a token, which admits one call within the hour, while every budget has one left. */
export function offer(market: Market, op: { visitor: Visitor; skill: Ref }, { at }: Moment): Body {
  requireOpen(market, op.skill);
  const left = budgetsOf(market, op.visitor, op.skill).map(([name, most]) =>
    Math.max(0, most - countOf(market, name, at).count),
  );
  const isAdmitted = left.every((count) => count > 0);
  if (isAdmitted)
    market.visits.pages.set(`${op.visitor} ${op.skill}`, { dayAt: periodStart("day", at), takenAt: at, isUsed: false });
  return { left: left[1], isAdmitted };
}

export type GuestCall = { visitor: Visitor; skill: Ref; does: Behaviour; opensPage: boolean };

/**
 * Tries a skill by its page's token, which admits one call on the day that it was made. A call counts before the endpoint hears of it;
 * one that fails there is the visitor's again, and counts for network, skill and marketplace all the same.
 */
export function tryOnce(market: Market, op: GuestCall, moment: Moment): Body {
  const { at } = moment;
  if (op.opensPage) offer(market, op, moment);
  const skill = requireOpen(market, op.skill);
  const page = market.visits.pages.get(`${op.visitor} ${op.skill}`);
  const isOpen = page && page.dayAt === periodStart("day", at) && page.takenAt > at - HOUR;
  if (!isOpen || op.does === "invalid" || page.isUsed) return refuse("invalid_request");
  const budgets = budgetsOf(market, op.visitor, op.skill);
  const counts = budgets.map(([name]) => countOf(market, name, at));
  if (counts.some(({ count }, place) => count >= (budgets[place]?.[1] ?? 0))) refuse("guest_limit_reached");
  for (const count of counts) count.count += 1;
  page.isUsed = true;
  if (isGood(op.does)) {
    skill.guestCalls += 1;
    return { "result.done": op.does };
  }
  for (const count of counts.slice(0, 2)) count.count -= 1;
  return refuse(op.does === "never" ? "upstream_timeout" : "upstream_failed");
}

/** A developer allows visitors' calls of a skill, or ends them. A new skill begins with them. */
export function allowGuests(market: Market, op: { by: Ref; skill: Ref; allowed: boolean }, { at }: Moment): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  skill.isOpenToGuests = op.allowed;
  return { allowed: op.allowed };
}

/** Sets how many calls visitors have a day: in all, of one skill, and from one network. */
export function limitGuests(market: Market, op: Visits["limits"] & { by: Ref }, { at }: Moment): Body {
  const { by, perDay, perSkill, perNetwork } = op;
  admit(market, by, { scope: "admin", isOfAdministrators: true }, at);
  market.visits.limits = { perDay, perSkill, perNetwork };
  return {
    "settings.guest_calls_per_day": perDay,
    "settings.guest_calls_per_skill": perSkill,
    "settings.guest_calls_per_network": perNetwork,
  };
}
