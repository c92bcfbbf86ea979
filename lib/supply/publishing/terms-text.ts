import { inDollars, toCredits } from "@/lib/platform/core/money";
import { unitsIncludedText } from "@/lib/supply/skills/plan-text";
import { type PlanTerms, toPlanUnits } from "@/lib/supply/skills/plans";
import { fromNextTerms, type NextTerms } from "@/lib/supply/skills/price-change";
import { priceText, trialText, withUnits } from "@/lib/supply/skills/price-text";
import type { Terms } from "@/lib/supply/skills/terms";
import { toUnits, type UnitTerms } from "@/lib/supply/skills/units";

/** Commercial terms in words, for the history and for mails; "no price yet" without one. */
export function termsText(terms: Terms): string {
  const { pricingType, priceMicros, subscriptionInterval, pricePerCallMicros, freeCalls, operationPrices } = terms;
  const { units, operationUnits, trialDays, plans } = terms;
  if ((pricingType === "subscription" ? priceMicros : pricePerCallMicros) === null) return "no price yet";
  const own = Object.entries(operationPrices).map(([name, micros]) => `, ${name} ${inDollars(BigInt(micros))}`);
  const text = priceText({
    pricing_type: pricingType,
    price: priceMicros === null ? null : toCredits(priceMicros),
    price_per_call: pricePerCallMicros === null ? null : toCredits(pricePerCallMicros),
    subscription_interval: subscriptionInterval,
    free_calls: freeCalls,
    units: toUnits(units),
    trial_days: trialDays,
  });
  const ownUnits = Object.entries(operationUnits).map(
    ([name, all]) => `, ${name} ${withUnits(null, toUnits(all)) || "without units"}`,
  );
  const others = plans.map(
    (plan, at) =>
      (at > 0
        ? `; ${plan.name} ${trialText(plan.trial_days)}${inDollars(BigInt(plan.price_micros))} per ${plan.interval}`
        : "") + includedText(plan),
  );
  return [text, ...others, ...own, ...ownUnits].join("") + mostText(units);
}

/** What a plan includes, after its price. */
function includedText({ included_calls: calls, beyond_micros: beyond, included_units: units = [] }: PlanTerms): string {
  if (units.length > 0) return `, ${unitsIncludedText(toPlanUnits(units))}`;
  if (calls === null) return "";
  const included = `, ${calls.toLocaleString("en-US")} ${calls === 1 ? "call" : "calls"} included`;
  return beyond === null ? included : `${included}, then ${inDollars(BigInt(beyond))} per call`;
}

/** How many of each unit a call may be charged for: a change of that is one of the price, too. */
const mostText = (units: readonly UnitTerms[]) =>
  units.length === 0 ? "" : `, at most ${units.map(({ name, most }) => `${most} ${name}`).join(", ")} a call`;

/** The same of terms as a column holds them; null for an empty column. */
export const nextTermsText = (terms: unknown) => (terms === null ? null : termsText(fromNextTerms(terms as NextTerms)));

type PriceStep = { terms_before: NextTerms | null; terms_after: NextTerms | null; applies_at: Date | null };

/** A step of the history that changed the price, in words: "$4 per month → $5 per month". Null for any other step. */
export function priceStepText({ terms_before: before, terms_after: after, applies_at }: PriceStep): string | null {
  if (!before || !after) return null;
  const announced = applies_at ? `, announced for ${applies_at.toISOString().slice(0, "2026-11-29".length)}` : "";
  return `${nextTermsText(before)} → ${nextTermsText(after)}${announced}`;
}
