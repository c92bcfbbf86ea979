/** The properties of a listing that filters use, one bit each. The generated column `listing.traits` computes them. */
const TRAITS = {
  usage: 1,
  subscription: 2,
  api: 4,
  download: 8,
  free: 16,
  free_calls: 32,
  rated_3: 64,
  rated_4: 128,
  verified: 256,
} as const;
type Trait = keyof typeof TRAITS;

/** The filters by trait, with the trait of each value. */
export const TRAIT_FILTERS = {
  pricing_type: { subscription: "subscription", usage: "usage" },
  execution_type: { api: "api", download: "download" },
  free: { true: "free" },
  free_calls: { true: "free_calls" },
  min_rating: { "4": "rated_4", "3": "rated_3" },
  verified: { true: "verified" },
} as const satisfies Record<string, Record<string, Trait>>;
type FilterName = keyof typeof TRAIT_FILTERS;
export const FILTER_NAMES = Object.keys(TRAIT_FILTERS) as FilterName[];

type Filters = { category?: string | undefined } & { [Name in FilterName]?: string | undefined };

/** The bits that a listing must have to pass the filters, except `category`. */
export function traitsOf(filters: Omit<Filters, "category">): number {
  return FILTER_NAMES.reduce((bits, name) => bits | bitOf(name, filters[name]), 0);
}

function bitOf(name: FilterName, value: string | undefined): number {
  const trait = (TRAIT_FILTERS[name] as Record<string, Trait>)[value ?? ""];
  return trait ? TRAITS[trait] : 0;
}

/** How many listings there are of each category and set of traits. */
export type TraitCount = { category: string; traits: number; count: number };
type FacetValue = { value: string; count: number };
export type Facets = Record<"category" | FilterName, FacetValue[]>;

/**
 * Counts the results of each filter value, given the other active filters. Values without results are left out, unless
 * they are active.
 */
export function countFacets(counts: TraitCount[], filters: Filters, categories: readonly string[]): Facets {
  const all = traitsOf(filters);
  const sum = (category: string | undefined, bits: number) =>
    counts
      .filter((row) => (category === undefined || row.category === category) && (row.traits & bits) === bits)
      .reduce((total, row) => total + row.count, 0);
  const shown = (values: FacetValue[], chosen: string | undefined) =>
    values.filter(({ value, count }) => count > 0 || value === chosen);
  const ofTrait = (name: FilterName) => {
    const others = traitsOf({ ...filters, [name]: undefined });
    const values = Object.keys(TRAIT_FILTERS[name]);
    return shown(
      values.map((value) => ({ value, count: sum(filters.category, others | bitOf(name, value)) })),
      filters[name],
    );
  };
  return {
    category: shown(
      categories.map((value) => ({ value, count: sum(value, all) })),
      filters.category,
    ),
    pricing_type: ofTrait("pricing_type"),
    execution_type: ofTrait("execution_type"),
    free: ofTrait("free"),
    free_calls: ofTrait("free_calls"),
    min_rating: ofTrait("min_rating"),
    verified: ofTrait("verified"),
  };
}
