import { type CategoryInfo, findCategory } from "@/lib/supply/catalog/categories";
import { BrowseQuery, type SORTS } from "@/lib/supply/catalog/schemas";

/** Full rows of two, three and four columns. */
const PAGE_SIZE = "24";

export const SORT_TITLES: Record<(typeof SORTS)[number], string> = {
  popular: "Popular",
  trending: "Popular this week",
  newest: "Newest",
  rating: "Best rated",
  price_asc: "Price: low to high",
  price_desc: "Price: high to low",
};

/** The facets below the categories, in order: the name of each filter, and what its values are called. */
const FACETS = [
  ["pricing_type", "Price", { usage: "Per call", subscription: "Subscription" }],
  ["free", "Free", { true: "Free of charge" }],
  ["free_calls", "Try first", { true: "Free calls included" }],
  ["execution_type", "Type", { api: "API", download: "Package" }],
  ["min_rating", "Rating", { "4": "4 stars and up", "3": "3 stars and up" }],
  ["verified", "Publisher", { true: "Verified" }],
] as const satisfies readonly Facet[];

type Facet = readonly [name: string, title: string, values: Record<string, string>];

/** All facets at the side. */
export function facetsOf(categories: CategoryInfo[]): Facet[] {
  const titles = Object.fromEntries(categories.map(({ slug, title }) => [slug, title]));
  return [["category", "Category", titles], ...FACETS];
}

export type Search = Record<string, string | string[] | undefined>;
export type Filters = Record<string, string>;

/**
 * What an address asks for, and the filters in it that cannot be read and are left out, by name. A category that was merged
 * becomes the one that it was merged into.
 */
export function readSearch(search: Search, categories: CategoryInfo[]) {
  const given = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[name, value]] : [],
    ),
  ) as Filters;
  const parsed = BrowseQuery.safeParse(given);
  const ignored = new Set(parsed.error?.issues.map(({ path }) => String(path[0])));
  if (given.category !== undefined) {
    const known = findCategory(categories, given.category);
    if (known) given.category = known.slug;
    else ignored.add("category");
  }
  const filters = Object.fromEntries(Object.entries(given).filter(([name]) => !ignored.has(name)));
  const query = BrowseQuery.parse({ limit: PAGE_SIZE, ...filters, facets: "true" });
  return { query, filters, ignored: [...ignored] };
}

/** The address of the same list with one filter changed; changing a filter begins at the first page. */
export function hrefWith(filters: Filters, change: Record<string, string | null>): string {
  const next = new URLSearchParams(filters);
  if (!("offset" in change)) next.delete("offset");
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text ? `/?${text}` : "/";
}

/** The filters that are set, each with the words for it. */
export function appliedOf(filters: Filters, categories: CategoryInfo[]): { name: string; text: string }[] {
  const facets = facetsOf(categories).flatMap(([name, title, values]) => {
    const value = filters[name];
    const text = value === undefined ? undefined : values[value];
    return text ? [{ name, text: `${title}: ${text}` }] : [];
  });
  const search = filters.search ? [{ name: "search", text: `“${filters.search}”` }] : [];
  const publisher = filters.publisher ? [{ name: "publisher", text: `Publisher: ${filters.publisher}` }] : [];
  return [...search, ...publisher, ...facets];
}
