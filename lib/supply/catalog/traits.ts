import {
  FACETS,
  type FacetName,
  type FilterName,
  TRAIT_FILTERS,
  type TraitFilter,
  valuesOf,
} from "@/lib/supply/catalog/filters";

type Filters = { [Name in FilterName]?: string | undefined };

/** The bits that a listing must have to pass the filters by properties. */
export function traitsOf(filters: Filters): number {
  return TRAIT_FILTERS.reduce((bits, name) => bits | bitOf(name, filters[name]), 0);
}

const bitOf = (name: TraitFilter, value = ""): number => valuesOf(name)[value]?.bit ?? 0;

/** How many listings there are of each category and set of traits. */
export type TraitCount = { category: string; traits: number; count: number };
type FacetValue = { value: string; count: number };
export type Facets = Record<FacetName, FacetValue[]>;

/**
 * Counts the results of each filter value, given the other active filters. Values without results are left out, unless
 * they are active.
 */
export function countFacets(counts: TraitCount[], filters: Filters, categories: readonly string[]): Facets {
  const sum = (category: string | undefined, bits: number) =>
    counts
      .filter((row) => (category === undefined || row.category === category) && (row.traits & bits) === bits)
      .reduce((total, row) => total + row.count, 0);
  const countsOf = (name: FacetName): FacetValue[] => {
    if (name === "category") return categories.map((value) => ({ value, count: sum(value, traitsOf(filters)) }));
    const others = traitsOf({ ...filters, [name]: undefined });
    return Object.entries(valuesOf(name)).map(([value, { bit }]) => ({
      value,
      count: sum(filters.category, others | bit),
    }));
  };
  const shown = (name: FacetName) => countsOf(name).filter(({ value, count }) => count > 0 || value === filters[name]);
  return Object.fromEntries(FACETS.map((name) => [name, shown(name)])) as Facets;
}
