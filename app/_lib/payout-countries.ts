import { payableCountries } from "@/lib/money/payouts/countries";
import { env } from "@/lib/platform/core/env";

const NAMES = new Intl.DisplayNames("en", { type: "region" });

/** The names of the countries that developers can be paid in, in alphabetical order. */
export function payoutCountryNames(): string[] {
  return payableCountries(env().STRIPE_ACCOUNT_COUNTRY)
    .map((code) => NAMES.of(code) ?? code)
    .toSorted();
}
