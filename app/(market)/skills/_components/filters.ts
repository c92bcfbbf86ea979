import { hrefOf } from "@/components/ui/href";
import { type CategoryInfo, findCategory } from "@/lib/supply/catalog/categories";
import { FACETS, type FacetName, FILTERS, valuesOf } from "@/lib/supply/catalog/filters";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";

/** Full rows of two, three and four columns. */
const PAGE_SIZE = "24";

type Facet = { name: FacetName; title: string; titles: Record<string, string> };

/** All facets at the side, each with what its values are called. */
export function facetsOf(categories: CategoryInfo[]): Facet[] {
  return FACETS.map((name) => {
    const named =
      name === "category"
        ? categories.map(({ slug, title }) => [slug, title])
        : Object.entries(valuesOf(name)).map(([value, { text }]) => [value, text]);
    return { name, title: FILTERS[name].title, titles: Object.fromEntries(named) };
  });
}

export type Search = Record<string, string | string[] | undefined>;
export type Filters = Record<string, string>;

/**
 * What an address asks for, and the filters in it that cannot be read and are left out, by name. A category that was merged
 * becomes the one that it was merged into. `allowed` is for those whom an organization limits.
 */
export function readSearch(search: Search, categories: CategoryInfo[], isLimited = false) {
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
  const isMeant = (name: string) => !ignored.has(name) && (name !== "allowed" || isLimited);
  const filters = Object.fromEntries(Object.entries(given).filter(([name]) => isMeant(name)));
  const query = BrowseQuery.parse({ limit: PAGE_SIZE, collapse: "true", ...filters, facets: "true" });
  return { query, filters, ignored: [...ignored] };
}

/** The address of the same list with one filter changed; changing a filter begins at the first page. */
export function hrefWith(filters: Filters, change: Record<string, string | null>): string {
  return hrefOf("/skills", { ...filters, offset: null, ...change });
}

/** The filters that are set, each with the words for it. */
export function appliedOf(filters: Filters, categories: CategoryInfo[]): { name: string; text: string }[] {
  const facets = facetsOf(categories).flatMap(({ name, title, titles }) => {
    const text = titles[filters[name] ?? ""];
    return text ? [{ name, text: `${title}: ${text}` }] : [];
  });
  const search = filters.search ? [{ name: "search", text: `“${filters.search}”` }] : [];
  const publisher = filters.publisher ? [{ name: "publisher", text: `Publisher: ${filters.publisher}` }] : [];
  const copies = filters.collapse === "false" ? [{ name: "collapse", text: "Similar skills shown" }] : [];
  return [...search, ...publisher, ...facets, ...copies];
}
