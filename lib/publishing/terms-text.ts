import { formatCredits } from "@/lib/core/money";
import type { Terms } from "@/lib/skills/terms";

/** Commercial terms in words: `5 credits a month`, `0.02 credits a call, 10 free`. */
export function termsText(terms: Terms): string {
  const { pricingType, priceMicros, subscriptionInterval, pricePerCallMicros, freeCalls } = terms;
  if (pricingType === "subscription")
    return priceMicros === null
      ? "no price yet"
      : `${formatCredits(priceMicros)} credits a ${subscriptionInterval ?? "month"}`;
  if (pricePerCallMicros === null) return "no price yet";
  const free = freeCalls > 0 ? `, ${freeCalls} free` : "";
  return `${formatCredits(pricePerCallMicros)} credits a call${free}`;
}
