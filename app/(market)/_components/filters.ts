import { BrowseQuery, type SORTS } from "@/lib/catalog/schemas";
import { CATEGORIES } from "@/lib/skills/categories";

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

/** The facets at the side, in order: the name of each filter, and what its values are called. */
export const FACETS = [
  ["category", "Category", Object.fromEntries(CATEGORIES.map(({ slug, title }) => [slug, title]))],
  ["pricing_type", "Price", { usage: "Per call", subscription: "Subscription" }],
  ["free", "Free", { true: "Free of charge" }],
  ["free_calls", "Try first", { true: "Free calls included" }],
  ["execution_type", "Type", { api: "API", download: "Package" }],
  ["min_rating", "Rating", { "4": "4 stars and up", "3": "3 stars and up" }],
  ["verified", "Publisher", { true: "Verified" }],
] as const satisfies readonly (readonly [string, string, Record<string, string>])[];

export type Search = Record<string, string | string[] | undefined>;
export type Filters = Record<string, string>;

/** What an address asks for, and the filters in it that cannot be read and are left out, by name. */
export function readSearch(search: Search) {
  const given = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[name, value]] : [],
    ),
  ) as Filters;
  const parsed = BrowseQuery.safeParse(given);
  const ignored = new Set(parsed.error?.issues.map(({ path }) => String(path[0])));
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
export function appliedOf(filters: Filters): { name: string; text: string }[] {
  const facets = FACETS.flatMap(([name, title, values]) => {
    const value = filters[name];
    const text = value === undefined ? undefined : (values as Record<string, string>)[value];
    return text ? [{ name: name as string, text: `${title}: ${text}` }] : [];
  });
  const search = filters.search ? [{ name: "search", text: `“${filters.search}”` }] : [];
  const publisher = filters.publisher ? [{ name: "publisher", text: `Publisher: ${filters.publisher}` }] : [];
  return [...search, ...publisher, ...facets];
}
