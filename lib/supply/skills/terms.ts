import { INTERVALS, type Interval } from "@/lib/supply/skills/intervals";
import type { PricingType } from "@/lib/supply/skills/schemas";

/** Commercial terms; amounts are micro-credits. */
export type Terms = {
  pricingType: PricingType;
  priceMicros: bigint | null;
  subscriptionInterval: Interval | null;
  pricePerCallMicros: bigint | null;
  freeCalls: number;
  /** Own prices of operations, by name: micro-credits as text. */
  operationPrices: Record<string, string>;
};

/** How much more other terms cost: nothing, at most the percentage that needs no notice (`small`), or more than that. */
export type Rise = "none" | "small" | "large";

/**
 * How much more a skill costs after a change of its terms. A subscription is compared by its price and by its price per
 * day, so that a shorter term does not hide a rise. Fewer free calls, and another pricing type that is not free, are a
 * large rise: a call that was free, or refused, would be charged. `smallPercent`: the most that is a small rise.
 */
export function riseOf(before: Terms, after: Terms, smallPercent: number): Rise {
  const [old, next] = [firstUseMicros(before), firstUseMicros(after)];
  const own = operationRise(before, after, smallPercent);
  if (own === "large" || !charges(after)) return own;
  if (before.pricingType !== after.pricingType) return "large";
  const step = (from: bigint, to: bigint) => stepOf(from, to, BigInt(smallPercent));
  if (after.pricingType === "usage") return after.freeCalls < before.freeCalls ? "large" : larger(own, step(old, next));
  const steps = [own, step(old, next), step(old * daysOf(after), next * daysOf(before))];
  return steps.reduce(larger);
}

/** Whether any use costs something: by the price of the skill or, per call, by that of an operation. */
function charges(terms: Terms): boolean {
  const prices = terms.pricingType === "usage" ? Object.values(terms.operationPrices) : [];
  return firstUseMicros(terms) > 0n || prices.some((price) => BigInt(price) > 0n);
}

const larger = (one: Rise, other: Rise): Rise =>
  one === "large" || other === "large" ? "large" : one === "small" || other === "small" ? "small" : "none";

/** The largest rise of an operation with an own price. Of a subscription, one that is no longer free. */
function operationRise(before: Terms, after: Terms, smallPercent: number): Rise {
  const names = [...new Set([...Object.keys(before.operationPrices), ...Object.keys(after.operationPrices)])];
  const wasFree = (name: string) => before.operationPrices[name] === "0" && after.operationPrices[name] !== "0";
  if (after.pricingType === "subscription") return names.some(wasFree) ? "large" : "none";
  if (before.pricingType === "subscription") return "none";
  const priceOf = (terms: Terms, name: string) => BigInt(terms.operationPrices[name] ?? firstUseMicros(terms));
  return names
    .map((name) => stepOf(priceOf(before, name), priceOf(after, name), BigInt(smallPercent)))
    .reduce(larger, "none");
}

/** What the first use costs once no call is free. */
function firstUseMicros({ pricingType, priceMicros, pricePerCallMicros }: Terms): bigint {
  return (pricingType === "usage" ? pricePerCallMicros : priceMicros) ?? 0n;
}

function daysOf({ subscriptionInterval }: Terms): bigint {
  return INTERVALS[subscriptionInterval ?? "month"].comparedDays;
}

function stepOf(before: bigint, after: bigint, smallPercent: bigint): Rise {
  if (after <= before) return "none";
  return after * 100n <= before * (100n + smallPercent) ? "small" : "large";
}
