/**
 * The catalog for consumers: browse, search, one skill. Invariant: every query reads `listing` and tables derived from
 * it, so nothing unapproved can leak.
 */

import { batchLoader, coalesce } from "@/lib/platform/core/batch-loader";
import type { Caller } from "@/lib/platform/core/caller";
import { catalogSource, query, type Source } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { type Page, toPage, wholeList } from "@/lib/platform/core/page";
import * as categoryList from "@/lib/supply/catalog/categories";
import { FILTERS, NAMED_FILTERS } from "@/lib/supply/catalog/filters";
import type { BrowseQuery } from "@/lib/supply/catalog/schemas";
import { parseSearch, type SearchTerms, withCorrections } from "@/lib/supply/catalog/search-query";
import {
  browseStatement,
  GENERATION,
  type Statement,
  searchStatement,
  traitCountsStatement,
} from "@/lib/supply/catalog/statements";
import { countFacets, type Facets, type TraitCount, traitsOf } from "@/lib/supply/catalog/traits";
import { VersionedCache } from "@/lib/supply/catalog/versioned-cache";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/supply/catalog/views";
import { CONTENT_COLUMNS, columnsOf, LIST_FIELDS } from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";
import type { SkillView } from "@/lib/supply/skills/schemas";

/** Most JSON of all cached pages. In memory they take about three times as much. */
const MAX_PAGES_BYTES = 8 * 1024 * 1024;
/** About the JSON of a listing on a page without its texts. */
const LISTING_BYTES = 900;
const MAX_FACETS_BYTES = 1024 * 1024;
const MAX_LISTINGS_BYTES = 8 * 1024 * 1024;
/** Most listings per query, and most concurrent queries. */
const MAX_LISTINGS_A_QUERY = 50;
const LISTING_QUERIES_IN_FLIGHT = 8;

/**
 * One page of the skills on the marketplace. A search with few matches also matches parts of words, and one with almost
 * none also similar words. Unknown words are corrected, and the page lists them. A merged category stands for the one
 * that it was merged into. Requests for the same page share one object: do not change it. Throws invalid_request for a
 * slug that is no category.
 */
export async function browse(filters: BrowseQuery, reader?: Reader): Promise<SkillPage & { facets?: Facets }> {
  const refused = NAMED_FILTERS.find((name) => filters[name] && filters.search && "searches" in FILTERS[name]);
  if (refused) throw invalid([{ param: refused, message: "cannot be combined with search" }]);
  const source = catalogSource();
  const { category, search, sort, limit, offset } = filters;
  const named = NAMED_FILTERS.map((name) => filters[name]);
  const terms = [...named, traitsOf(filters), search, sort, limit, offset];
  const id = JSON.stringify([source.name, ...terms]);
  const page = pages.get(id, reader?.catalogGeneration) ?? (await readPage({ id, filters, source }));
  if (page.total === 0 && category) {
    const known = categoryList.findCategory(await categoryList.list(reader), category);
    if (!known) throw categoryList.unknownCategory();
    if (known.slug !== category) return browse({ ...filters, category: known.slug }, reader);
  }
  if (filters.facets !== "true") return page;
  return { ...page, facets: await facetsOf(filters, page.corrections ?? [], reader) };
}

/** The number of results of each filter value, under the search and the other filters. */
async function facetsOf(filters: BrowseQuery, corrections: Correction[], reader?: Reader): Promise<Facets> {
  const source = catalogSource();
  const id = JSON.stringify([source.name, filters.search]);
  const [{ counts }, categories] = await Promise.all([
    traitCounts.get(id, reader?.catalogGeneration) ?? readTraitCounts({ id, filters, source, corrections }),
    categoryList.list(reader),
  ]);
  return countFacets(
    counts,
    filters,
    categories.map(({ slug }) => slug),
  );
}

/** Callers without a generation, such as visitors, read the current state. */
type Reader = Pick<Caller, "catalogGeneration"> | null;
type PageQuery = { id: string; filters: BrowseQuery; source: Source };

type Correction = { typed: string; corrected: string };
type SkillPage = Page<SkillView> & { corrections?: Correction[] };

const pages = new VersionedCache<SkillPage>({
  name: "catalog_pages",
  maxBytes: MAX_PAGES_BYTES,
  // Making the JSON only to count it took a tenth of the time of a page.
  bytesOf: ({ data }) =>
    data.reduce((sum, { name, description }) => sum + LISTING_BYTES + Buffer.byteLength(name + description), 0),
});

const readPage = coalesce(
  async ({ id, filters, source }: PageQuery) => {
    const typed = parsed(filters);
    const read = ({ name, text, values }: Statement) => query<PageRow>(name, text, values, source);
    let rows = await read(typed ? searchStatement(filters, typed) : browseStatement(filters));
    const corrections = rows[0]?.corrections ?? [];
    if (typed && corrections.length > 0)
      rows = await read(searchStatement(filters, { ...withCorrections(typed, corrections), words: [] }));
    const [first] = rows;
    if (!first) throw new Error("The catalog query returned no row; an empty page has one with its total.");
    // A page without listings is one row with only the total.
    const found = rows.filter(({ skill_id }) => skill_id !== null);
    const page: SkillPage = {
      ...toPage(found.map(toSkillView), first.total, filters),
      ...(corrections.length > 0 && { corrections }),
    };
    pages.set(id, page, first.generation);
    return page;
  },
  ({ id }) => id,
);

type PageRow = ListingRow & { total: number; generation: string; corrections?: Correction[] | null };

const parsed = ({ search }: BrowseQuery): SearchTerms | null => (search ? parseSearch(search) : null);

const traitCounts = new VersionedCache<{ counts: TraitCount[] }>({
  name: "catalog_facets",
  maxBytes: MAX_FACETS_BYTES,
});

const readTraitCounts = coalesce(
  async ({ id, filters, source, corrections }: PageQuery & { corrections: Correction[] }) => {
    const typed = parsed(filters);
    const { name, text, values } = traitCountsStatement(typed && withCorrections(typed, corrections));
    const rows = await query<TraitCount & { generation: string }>(name, text, values, source);
    const counts = rows
      .filter(({ category }) => category !== null)
      .map(({ category, traits, count }) => ({ category, traits, count }));
    traitCounts.set(id, { counts }, rows[0]?.generation ?? "");
    return { counts };
  },
  ({ id }) => id,
);

/** One skill with all public fields, and those that its page and calls need. */
export type ListingDetail = ListingRow &
  Content & {
    revision_id: string;
    package_version: string | null;
    package_size_bytes: string | null;
    package_sha256: string | null;
  };

const MORE_CONTENT = CONTENT_COLUMNS.filter((column) => !LIST_FIELDS.some((listed) => listed === column));
/** The columns of a `ListingDetail`, of the listing `l`. */
export const DETAIL_COLUMNS = `${LISTING_COLUMNS}, ${columnsOf("l", MORE_CONTENT)}, l.revision_id, l.package_version, l.package_size_bytes, l.package_sha256`;

/** Listings by slug. Requests share them: do not change them. */
const listings = new VersionedCache<ListingDetail>({
  name: "catalog_listings",
  maxBytes: MAX_LISTINGS_BYTES,
});

/** The cached listing of a slug if it is of the reader's generation, or undefined. */
export const cachedListing = (slug: string, reader?: Reader) => listings.get(slug, reader?.catalogGeneration);

/** Caches a listing; it must have been read in one statement with the generation. */
export function cacheListing(listing: ListingDetail, generation: string): void {
  listings.set(listing.slug, listing, generation);
}

const listingsOf = batchLoader(
  async (slugs: string[]): Promise<(ListingDetail | undefined)[]> => {
    const rows = await query<ListingDetail & { generation: string }>(
      "catalog.get",
      `SELECT ${DETAIL_COLUMNS}, ${GENERATION} AS generation FROM listing l
        WHERE l.slug = ANY((SELECT $1::text[])::text[])`,
      [slugs],
    );
    for (const row of rows) cacheListing(row, row.generation);
    return slugs.map((slug) => rows.find((row) => row.slug === slug));
  },
  { identify: (slug) => slug, most: MAX_LISTINGS_A_QUERY, inFlight: LISTING_QUERIES_IN_FLIGHT },
);

/** The listing of a slug. Throws not_found. */
export async function requireListing(slug: string): Promise<ListingDetail> {
  const listing = await findListing(slug);
  if (!listing) throw notFound();
  return listing;
}

/** The listing of a slug, or null; the cached one if it is of the reader's generation. */
export async function findListing(slug: string, reader?: Reader): Promise<ListingDetail | null> {
  return cachedListing(slug, reader) ?? (await listingsOf(slug)) ?? null;
}

/** All categories in their order, with the numbers of their skills. */
export async function categories() {
  const rows = await query<{ slug: string; title: string; description: string; skill_count: number }>(
    "catalog.categories",
    `SELECT c.slug, c.title, c.description, coalesce(t.count, 0)::int AS skill_count
       FROM category c LEFT JOIN (SELECT category, sum(count) AS count FROM listing_total
         GROUP BY category) t ON t.category = c.slug
      ORDER BY c.position, c.slug`,
    [],
    catalogSource(),
  );
  return wholeList(rows);
}
