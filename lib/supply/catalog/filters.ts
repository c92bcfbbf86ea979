type Value = {
  /** What the page calls it. */
  text: string;
  /** Its bit in the column `listing.traits`. */
  bit: number;
  /** When a listing has it, in SQL: what the generated column says. */
  holds: string;
};

type Filter = {
  title: string;
  /** Begins with "Only". */
  description: string;
  /** The only values that it takes. With `true` alone it is a flag, and `false` filters nothing. */
  values?: Record<string, Value>;
  /** What else it takes. */
  takes?: "slug" | "handle";
  /** False for a filter that cannot be combined with a search. */
  searches?: false;
};

const FREE = "coalesce(CASE pricing_type WHEN 'usage' THEN price_per_call_micros ELSE price_micros END, 0) = 0";
const rated = (stars: number) => `rating_count > 0 AND rating_sum >= ${stars} * rating_count`;

/**
 * The filters of the catalogue, in the order of the page: the only list. API, MCP, CLI, pages and facets derive from it, and
 * `tests/api/filters.test.ts` compares the generated column `listing.traits` with it. Browsers and the CLI load it, so it must not
 * import zod.
 */
export const FILTERS = {
  category: { title: "Category", description: "Only this category (its slug).", takes: "slug" },
  pricing_type: {
    title: "Price",
    description: "Only skills priced this way.",
    values: {
      subscription: { text: "Subscription", bit: 2, holds: "pricing_type = 'subscription'" },
      usage: { text: "Per call", bit: 1, holds: "pricing_type = 'usage'" },
    },
  },
  free: {
    title: "Free",
    description: "Only skills that cost nothing, or have a plan that does.",
    values: { true: { text: "Free of charge", bit: 16, holds: FREE } },
  },
  free_calls: {
    title: "Try first",
    description: "Only pay-per-call skills that include free calls.",
    values: {
      true: { text: "Free calls included", bit: 32, holds: "pricing_type = 'usage' AND free_calls > 0" },
    },
  },
  execution_type: {
    title: "Type",
    description: "Only skills used this way; those that offer both match either value.",
    values: {
      api: { text: "API", bit: 4, holds: "execution_type IN ('api', 'both')" },
      download: { text: "Package", bit: 8, holds: "execution_type IN ('download', 'both')" },
    },
  },
  min_rating: {
    title: "Rating",
    description: "Only skills with at least this average rating.",
    values: {
      "3": { text: "3 stars and up", bit: 64, holds: rated(3) },
      "4": { text: "4 stars and up", bit: 128, holds: rated(4) },
    },
  },
  verified: {
    title: "Publisher",
    description: "Only skills of verified publishers.",
    values: { true: { text: "Verified", bit: 256, holds: "developer_verified" } },
  },
  publisher: {
    title: "Publisher",
    description: "Only skills of the publisher with this handle. Not together with `search`.",
    takes: "handle",
    searches: false,
  },
} as const satisfies Record<string, Filter>;

export type FilterName = keyof typeof FILTERS;
type NamesWith<Part extends Partial<Filter>> = {
  [Name in FilterName]: (typeof FILTERS)[Name] extends Part ? Name : never;
}[FilterName];
export type TraitFilter = NamesWith<Required<Pick<Filter, "values">>>;
/** Filters by what somebody names. */
export type NamedFilter = Exclude<FilterName, TraitFilter>;

type OwnValue<Name extends TraitFilter> = keyof (typeof FILTERS)[Name]["values"] & string;
export type FilterValue<Name extends TraitFilter> = OwnValue<Name> | ("true" extends OwnValue<Name> ? "false" : never);

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];
export const TRAIT_FILTERS = FILTER_NAMES.filter((name): name is TraitFilter => "values" in FILTERS[name]);
export const NAMED_FILTERS = FILTER_NAMES.filter((name): name is NamedFilter => !("values" in FILTERS[name]));
/** The filters whose values are counted: all but the publisher's, of whom there are many. */
export const FACETS = FILTER_NAMES.filter((name) => name !== "publisher");
export type FacetName = Exclude<FilterName, "publisher">;

export const valuesOf = (name: TraitFilter): Record<string, Value> => FILTERS[name].values;

export const isFlag = (name: FilterName): boolean => "true" in ((FILTERS[name] as Filter).values ?? {});

/** What a filter takes, for the API. */
export function takenBy<Name extends TraitFilter>(name: Name): FilterValue<Name>[] {
  return (isFlag(name) ? ["true", "false"] : Object.keys(valuesOf(name))) as FilterValue<Name>[];
}

/** The orders of the catalogue, each with its name on the page. */
export const SORT_TITLES = {
  popular: "Popular",
  trending: "Popular this week",
  newest: "Newest",
  price_asc: "Price: low to high",
  price_desc: "Price: high to low",
  rating: "Best rated",
} as const;
export type Sort = keyof typeof SORT_TITLES;
export const SORTS = Object.keys(SORT_TITLES) as [Sort, ...Sort[]];
