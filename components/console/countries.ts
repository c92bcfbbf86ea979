/** Where the payment processor can pay developers, by ISO 3166 code. */
const CODES =
  "AE AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GI GR HK HR HU IE IT JP LI LT LU LV MT MX MY NL NO NZ PL PT RO SE SG SI SK TH US";
const NAMES = new Intl.DisplayNames(["en"], { type: "region" });

/** Code and name of every such country, by name. */
export const COUNTRIES = CODES.split(" ")
  .map((code) => ({ code, name: NAMES.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));
