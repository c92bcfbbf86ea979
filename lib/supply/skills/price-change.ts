import { isDeepStrictEqual } from "node:util";
import { toCredits } from "@/lib/platform/core/money";
import { type PlanTerms, toPlan } from "@/lib/supply/skills/plans";
import type { Interval, PriceChange, PricingType } from "@/lib/supply/skills/schemas";
import type { Terms } from "@/lib/supply/skills/terms";
import { toUnits, type UnitTerms } from "@/lib/supply/skills/units";

/** Announced terms as the columns `next_terms` and `next_terms_at` hold them; amounts are micro-credits as text. */
export type NextTerms = {
  pricing_type: PricingType;
  price_micros: string | null;
  subscription_interval: Interval | null;
  price_per_call_micros: string | null;
  free_calls: number;
  /** Missing in terms that were stored before operations had prices. */
  operation_prices?: Record<string, string>;
  /** Missing in terms without units. */
  units?: UnitTerms[];
  operation_units?: Record<string, UnitTerms[]>;
  /** Missing in terms without a trial. */
  trial_days?: number;
  /** Missing in terms with a single price. */
  plans?: PlanTerms[];
};
type Row = Pick<NextTerms, "pricing_type" | "subscription_interval" | "free_calls"> & {
  units: UnitTerms[];
  trial_days: number;
  plans: PlanTerms[];
  next_terms: NextTerms | null;
  next_terms_at: Date | null;
};

/** Terms as the column `next_terms` holds them. */
export function toNextTerms(terms: Terms): NextTerms {
  return {
    pricing_type: terms.pricingType,
    price_micros: terms.priceMicros?.toString() ?? null,
    subscription_interval: terms.subscriptionInterval,
    price_per_call_micros: terms.pricePerCallMicros?.toString() ?? null,
    free_calls: terms.freeCalls,
    ...(Object.keys(terms.operationPrices).length > 0 && { operation_prices: terms.operationPrices }),
    ...(terms.units.length > 0 && { units: terms.units }),
    ...(Object.keys(terms.operationUnits).length > 0 && { operation_units: terms.operationUnits }),
    ...(terms.trialDays > 0 && { trial_days: terms.trialDays }),
    ...(terms.plans.length > 0 && { plans: terms.plans }),
  };
}

/** The terms of a row, or of what its column `next_terms` holds. */
export function fromNextTerms(next: NextTerms): Terms {
  return {
    pricingType: next.pricing_type,
    priceMicros: next.price_micros === null ? null : BigInt(next.price_micros),
    subscriptionInterval: next.subscription_interval,
    pricePerCallMicros: next.price_per_call_micros === null ? null : BigInt(next.price_per_call_micros),
    freeCalls: next.free_calls,
    operationPrices: next.operation_prices ?? {},
    units: next.units ?? [],
    operationUnits: next.operation_units ?? {},
    trialDays: next.trial_days ?? 0,
    plans: next.plans ?? [],
  };
}

/** The announced change of a skill's price as views carry it; null when there is none. */
export function toPriceChange(row: Row): PriceChange | null {
  const { next_terms: next, next_terms_at: at } = row;
  if (!next || !at) return null;
  const isUsage = next.pricing_type === "usage";
  const credits = (micros: string | null) => (micros === null ? null : toCredits(BigInt(micros)));
  return {
    price: isUsage ? null : credits(next.price_micros),
    price_per_call: isUsage ? credits(next.price_per_call_micros) : null,
    effective_at: at,
    ...(next.pricing_type !== row.pricing_type && { pricing_type: next.pricing_type }),
    ...(!isUsage &&
      next.subscription_interval !== row.subscription_interval && {
        subscription_interval: next.subscription_interval ?? "month",
      }),
    ...(!isUsage && (next.trial_days ?? 0) !== row.trial_days && { trial_days: next.trial_days ?? 0 }),
    ...(!isUsage && !isDeepStrictEqual(next.plans ?? [], row.plans) && { plans: (next.plans ?? []).map(toPlan) }),
    ...(isUsage && next.free_calls !== row.free_calls && { free_calls: next.free_calls }),
    ...(isUsage && !isDeepStrictEqual(next.units ?? [], row.units) && { units: toUnits(next.units ?? []) }),
  };
}
