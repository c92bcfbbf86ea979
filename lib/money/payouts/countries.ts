/**
 * Where developers can be paid. Stripe pays across borders, without its own contract, only between the US, the UK,
 * Canada, Switzerland and the EEA (docs.stripe.com/connect/cross-border-payouts). Iceland has no Stripe accounts.
 */
const CROSS_BORDER =
  "AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK US".split(" ");

/** The ISO 3166 codes of the countries that a platform in one country can pay developers in. */
export function payableCountries(platform: string): string[] {
  return CROSS_BORDER.includes(platform) ? CROSS_BORDER : [platform];
}

/** A service agreement between the developer and Stripe; `recipient` has no card payments. */
export type Agreement = "full" | "recipient";

/**
 * The service agreement that an account abroad is asked for; null in the platform's own country, where Stripe's default holds.
 * Only platforms in the US may use `recipient`. Stripe decides for each platform which one it may pay across borders.
 */
export function agreementFor(
  country: string,
  { platform, wanted }: { platform: string; wanted: Agreement | undefined },
): Agreement | null {
  if (country === platform) return null;
  return platform === "US" ? (wanted ?? "recipient") : "full";
}
