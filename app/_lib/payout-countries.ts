import { env } from "@/lib/core/env";
import { payableCountries } from "@/lib/payouts/countries";

const NAMES = new Intl.DisplayNames("en", { type: "region" });

/** The names of the countries that developers can be paid in, in alphabetical order. */
export function payoutCountryNames(): string[] {
  return payableCountries(env().STRIPE_ACCOUNT_COUNTRY)
    .map((code) => NAMES.of(code) ?? code)
    .toSorted();
}
