/** Where the payment processor can pay developers: ISO 3166 code and name, by name. Browsers and servers name some differently. */
const LIST =
  "AU Australia|AT Austria|BE Belgium|BR Brazil|BG Bulgaria|CA Canada|HR Croatia|CY Cyprus|CZ Czechia|DK Denmark|EE Estonia|FI Finland|FR France|DE Germany|GI Gibraltar|GR Greece|HK Hong Kong|HU Hungary|IE Ireland|IT Italy|JP Japan|LV Latvia|LI Liechtenstein|LT Lithuania|LU Luxembourg|MY Malaysia|MT Malta|MX Mexico|NL Netherlands|NZ New Zealand|NO Norway|PL Poland|PT Portugal|RO Romania|SG Singapore|SK Slovakia|SI Slovenia|ES Spain|SE Sweden|CH Switzerland|TH Thailand|AE United Arab Emirates|GB United Kingdom|US United States";

export const COUNTRIES = LIST.split("|").map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));
