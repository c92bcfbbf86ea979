import { INTERVALS, type Interval } from "@/lib/supply/skills/intervals";
import { isSamePlan, onlyPlanOf, type PlanTerms } from "@/lib/supply/skills/plans";
import type { PricingType } from "@/lib/supply/skills/schemas";
import type { UnitTerms } from "@/lib/supply/skills/units";

/** Commercial terms; amounts are micro-credits. */
export type Terms = {
  pricingType: PricingType;
  priceMicros: bigint | null;
  subscriptionInterval: Interval | null;
  pricePerCallMicros: bigint | null;
  freeCalls: number;
  /** Own prices of operations, by name: micro-credits as text. */
  operationPrices: Record<string, string>;
  units: UnitTerms[];
  /** Own units of operations, by name. */
  operationUnits: Record<string, UnitTerms[]>;
  /** Days that a subscription is free at first. Fewer are no rise: a running trial keeps its length. */
  trialDays: number;
  /** The plans of a subscription; empty for a single price. The first has that price, interval and trial, too. */
  plans: PlanTerms[];
};

/** How much more other terms cost: nothing, at most the percentage that needs no notice (`small`), or more than that. */
export type Rise = "none" | "small" | "large";

/**
 * How much more a skill costs after a change of its terms. A plan of a subscription is compared by its price, by its price
 * per day, so that a shorter term does not hide a rise, and by its calls: each plan with the one of its name, and the first
 * with the first, which requests without a plan mean. Fewer free calls, and another pricing type that is not free, are a
 * large rise: a call that was free, or refused, would be charged. `smallPercent`: the most that is a small rise.
 */
export function riseOf(before: Terms, after: Terms, smallPercent: number): Rise {
  const own = operationRise(before, after, smallPercent);
  if (own === "large" || !charges(after)) return own;
  if (before.pricingType !== after.pricingType) return "large";
  const step = (from: bigint, to: bigint) => stepOf(from, to, BigInt(smallPercent));
  if (after.pricingType === "usage")
    return after.freeCalls < before.freeCalls
      ? "large"
      : larger(own, step(firstUseMicros(before), firstUseMicros(after)));
  const [old, next] = [plansOf(before), plansOf(after)];
  return next
    .flatMap((plan, at) => {
      const named = old.find(({ name }) => isSamePlan(name, plan.name));
      return [named, at === 0 ? old[0] : undefined].map((former) => (former ? planRise(former, plan, step) : "none"));
    })
    .reduce(larger, own);
}

/** The plans of a subscription; a single price is the only one. */
const plansOf = (terms: Terms): PlanTerms[] => (terms.plans.length > 0 ? terms.plans : [onlyPlanOf(terms)]);

function planRise(before: PlanTerms, after: PlanTerms, step: (from: bigint, to: bigint) => Rise): Rise {
  const [old, next] = [BigInt(before.price_micros), BigInt(after.price_micros)];
  const perDay = step(old * daysOf(after.interval), next * daysOf(before.interval));
  return [step(old, next), perDay, beyondRise(before, after, step)].reduce(larger);
}

/** Fewer included calls or units, and what was refused beyond them and is charged now, are a large rise. */
function beyondRise(before: PlanTerms, after: PlanTerms, step: (from: bigint, to: bigint) => Rise): Rise {
  const units = (after.included_units ?? []).map((unit): Rise => {
    const old = before.included_units?.find(({ name }) => name === unit.name);
    if (!old || unit.included < old.included || unit.most < old.most) return "large";
    return beyondStep(old.beyond_nanos, unit.beyond_nanos, step);
  });
  if (after.included_calls === null) return units.reduce(larger, "none");
  if (before.included_calls === null || after.included_calls < before.included_calls) return "large";
  return beyondStep(before.beyond_micros, after.beyond_micros, step);
}

function beyondStep(before: string | null, after: string | null, step: (from: bigint, to: bigint) => Rise): Rise {
  if (after === null) return "none";
  return before === null ? "large" : step(BigInt(before), BigInt(after));
}

/** Whether any use costs something: by the price of the skill, of a plan or, per call, of an operation. */
function charges(terms: Terms): boolean {
  if (terms.pricingType === "subscription")
    return plansOf(terms).some(({ price_micros, beyond_micros, included_units = [] }) =>
      [price_micros, beyond_micros, ...included_units.map((unit) => unit.beyond_nanos)].some(
        (price) => price !== null && price !== "0",
      ),
    );
  const units = [terms.units, ...Object.values(terms.operationUnits)].flat();
  const prices = Object.values(terms.operationPrices);
  return firstUseMicros(terms) > 0n || units.length > 0 || prices.some((price) => BigInt(price) > 0n);
}

const larger = (one: Rise, other: Rise): Rise =>
  one === "large" || other === "large" ? "large" : one === "small" || other === "small" ? "small" : "none";

/** The largest rise of an operation with an own price. Of a subscription, one that is no longer free. */
function operationRise(before: Terms, after: Terms, smallPercent: number): Rise {
  const names = [
    ...new Set(
      [before, after].flatMap(({ operationPrices, operationUnits }) =>
        [operationPrices, operationUnits].flatMap(Object.keys),
      ),
    ),
  ];
  const wasFree = (name: string) => before.operationPrices[name] === "0" && after.operationPrices[name] !== "0";
  if (after.pricingType === "subscription") return names.some(wasFree) ? "large" : "none";
  if (before.pricingType === "subscription") return "none";
  const priceOf = (terms: Terms, name: string) => BigInt(terms.operationPrices[name] ?? firstUseMicros(terms));
  const ofUnits = [null, ...names].map((name) => unitsRise(unitsOf(before, name), unitsOf(after, name), smallPercent));
  return names
    .map((name) => stepOf(priceOf(before, name), priceOf(after, name), BigInt(smallPercent)))
    .concat(ofUnits)
    .reduce(larger, "none");
}

/** The units of a call, or of that of an operation, as `units_of` in the database says. */
function unitsOf({ units, operationUnits, operationPrices }: Terms, name: string | null): UnitTerms[] {
  if (name === null) return units;
  return operationUnits[name] ?? (operationPrices[name] === undefined ? units : []);
}

/** The largest rise of a unit. A new one, and fewer that are free, are large; a higher most is a step as a price is. */
function unitsRise(before: UnitTerms[], after: UnitTerms[], smallPercent: number): Rise {
  return after
    .map((unit): Rise => {
      const old = before.find(({ name }) => name === unit.name);
      if (!old || unit.free < old.free) return "large";
      const steps: [bigint, bigint][] = [
        [BigInt(old.price_nanos), BigInt(unit.price_nanos)],
        [BigInt(old.most), BigInt(unit.most)],
      ];
      return steps.map(([from, to]) => stepOf(from, to, BigInt(smallPercent))).reduce(larger);
    })
    .reduce(larger, "none");
}

/** What the first use costs once no call is free. */
function firstUseMicros({ pricingType, priceMicros, pricePerCallMicros }: Terms): bigint {
  return (pricingType === "usage" ? pricePerCallMicros : priceMicros) ?? 0n;
}

const daysOf = (interval: Interval): bigint => INTERVALS[interval].comparedDays;

function stepOf(before: bigint, after: bigint, smallPercent: bigint): Rise {
  if (after <= before) return "none";
  return after * 100n <= before * (100n + smallPercent) ? "small" : "large";
}
