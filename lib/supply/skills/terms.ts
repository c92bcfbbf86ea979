import { INTERVALS, type Interval } from "@/lib/supply/skills/intervals";
import type { PricingType } from "@/lib/supply/skills/schemas";

/** Commercial terms; amounts are micro-credits. */
export type Terms = {
  pricingType: PricingType;
  priceMicros: bigint | null;
  subscriptionInterval: Interval | null;
  pricePerCallMicros: bigint | null;
  freeCalls: number;
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
  if (next === 0n) return "none";
  if (before.pricingType !== after.pricingType) return "large";
  const step = (from: bigint, to: bigint) => stepOf(from, to, BigInt(smallPercent));
  if (after.pricingType === "usage") return after.freeCalls < before.freeCalls ? "large" : step(old, next);
  const steps = [step(old, next), step(old * daysOf(after), next * daysOf(before))];
  return steps.find((each) => each === "large") ?? steps.find((each) => each === "small") ?? "none";
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
