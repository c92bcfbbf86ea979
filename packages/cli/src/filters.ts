/** The filters of a search by their names in the API, with what each takes; one that takes nothing is a switch. */
export const FILTERS = {
  category: "<slug>",
  pricing_type: "subscription|usage",
  execution_type: "api|download",
  publisher: "<handle>",
  min_rating: "3|4",
  free: "",
  free_calls: "",
  verified: "",
  sort: "popular|trending|newest|price_asc|price_desc|rating",
} as const satisfies Record<string, string>;

type Filter = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as Filter[];
const flagOf = (name: Filter) => name.replaceAll("_", "-");

/** The filters as the help shows them. */
export const FILTERS_USAGE = NAMES.map((name) =>
  `[--${flagOf(name)} ${FILTERS[name]}`.trim().concat("]"),
).join(" ");

/** The filters as flags of a command. */
export const FILTER_OPTIONS = Object.fromEntries(
  NAMES.map((name) => [flagOf(name), { type: FILTERS[name] === "" ? "boolean" : "string" }] as const),
) as Record<string, { type: "boolean" | "string" }>;

/** The filters that somebody has set, as the API takes them. */
export function filtersOf(values: Record<string, unknown>): Record<string, string> {
  const given = NAMES.filter((name) => values[flagOf(name)] !== undefined);
  return Object.fromEntries(given.map((name) => [name, String(values[flagOf(name)])]));
}
