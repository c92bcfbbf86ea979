import { toCredits } from "@/lib/platform/core/money";
import { priceText } from "@/lib/supply/skills/price-text";
import type { Terms } from "@/lib/supply/skills/terms";

/** Commercial terms in words, for the history and for mails; "no price yet" without one. */
export function termsText(terms: Terms): string {
  const { pricingType, priceMicros, subscriptionInterval, pricePerCallMicros, freeCalls } = terms;
  if ((pricingType === "subscription" ? priceMicros : pricePerCallMicros) === null) return "no price yet";
  return priceText({
    pricing_type: pricingType,
    price: priceMicros === null ? null : toCredits(priceMicros),
    price_per_call: pricePerCallMicros === null ? null : toCredits(pricePerCallMicros),
    subscription_interval: subscriptionInterval,
    free_calls: freeCalls,
  });
}
