/** Plans that are bought: which one a name means, and what the running term of a purchase still includes. */
import type { Chosen, Market, Micros, Purchase, Ref, Skill, Use } from "@/tests/year/model/market";
import { type Included, isNamed, plansOf } from "@/tests/year/model/terms";
import { REPORTS, type Unit } from "@/tests/year/model/units";

/** The plan that a name means for a buyer, the first without a name; null where there is none of that name. */
export function planFor(market: Market, buyer: Ref, skill: Skill, name: string | null): Chosen | null {
  const offer = name === null ? undefined : market.offers.get(`${buyer} ${skill.ref}`);
  if (offer && isNamed(offer.plan.name, name as string)) return offer.plan;
  const found = plansOf(skill.terms).find((plan) => name === null || isNamed(plan.name, name));
  if (!found) return null;
  return skill.terms.plans.length > 0 ? found : { ...found, name: null };
}

const NOTHING: Use = { calls: 0, pages: 0 };
/** What was used in the running term. */
export const usedOf = ({ uses, term }: Purchase): Use => uses.get(term) ?? NOTHING;

/** How many are left of what a term includes; null where it includes any number. */
export const leftOf = (included: Included | null, use: Use): number | null =>
  included && Math.max(0, included.count - use[included.what]);

/**
 * What a call costs by a plan: nothing while what its term includes lasts. `unit`: how its pages are charged, of which those that are
 * left are free. `isUsedUp`: nothing is left, and there is no price beyond.
 */
export type ByPlan = { price: Micros; unit: Unit | null; isUsedUp: boolean };

export function callByPlan(included: Included | null, use: Use): ByPlan {
  const left = leftOf(included, use);
  if (included === null || left === null) return { price: 0n, unit: null, isUsedUp: false };
  const { what, most, beyond } = included;
  if (what === "calls")
    return { price: left > 0 ? 0n : (beyond ?? 0n), unit: null, isUsedUp: left === 0 && beyond === null };
  const free = Math.min(most, left);
  const unit = { price: beyond ?? 0n, most: beyond === null ? free : most, free };
  return { price: 0n, unit, isUsedUp: unit.most === 0 };
}

/** Counts a call that succeeded: it is one of those that its term includes, or reports some of the pages. */
export function countUse(purchase: Purchase, does: string): void {
  const { included, uses, term } = purchase;
  const use = usedOf(purchase);
  const left = leftOf(included, use) ?? 0;
  if (included === null || (included.what === "calls" && left === 0)) return;
  const reported = Math.min(REPORTS[does] ?? 0, included.most, left);
  uses.set(term, { calls: use.calls + 1, pages: use.pages + (included.what === "pages" ? reported : 0) });
}
