import type { Interval, PricingType } from "@/lib/skills/schemas";

/** Commercial terms; amounts are micro-credits. */
export type Terms = {
  pricingType: PricingType;
  priceMicros: bigint | null;
  subscriptionInterval: Interval | null;
  pricePerCallMicros: bigint | null;
  freeCalls: number;
};

/** How much more other terms cost: nothing, at most 10 % (`small`), or more than that. */
export type Rise = "none" | "small" | "large";

const DAYS_OF: Record<Interval, bigint> = { day: 1n, week: 7n, month: 30n, year: 365n };

/**
 * How much more a skill costs after a change of its terms. A subscription is compared by its price and by its price per
 * day, so that a shorter term does not hide a rise. Fewer free calls, and another pricing type that is not free, are a
 * large rise: a call that was free, or refused, would be charged.
 */
export function riseOf(before: Terms, after: Terms): Rise {
  const [old, next] = [firstUseMicros(before), firstUseMicros(after)];
  if (next === 0n) return "none";
  if (before.pricingType !== after.pricingType) return "large";
  if (after.pricingType === "usage") return after.freeCalls < before.freeCalls ? "large" : step(old, next);
  const steps = [step(old, next), step(old * daysOf(after), next * daysOf(before))];
  return steps.find((each) => each === "large") ?? steps.find((each) => each === "small") ?? "none";
}

/** What the first use costs once no call is free. */
function firstUseMicros({ pricingType, priceMicros, pricePerCallMicros }: Terms): bigint {
  return (pricingType === "usage" ? pricePerCallMicros : priceMicros) ?? 0n;
}

function daysOf({ subscriptionInterval }: Terms): bigint {
  return DAYS_OF[subscriptionInterval ?? "month"];
}

function step(before: bigint, after: bigint): Rise {
  if (after <= before) return "none";
  return after * 10n <= before * 11n ? "small" : "large";
}
