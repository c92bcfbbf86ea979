/**
 * The catalog for consumers: browse, search, one skill. Invariant: what is shown of a listing is read from `listing`, so nothing
 * unapproved can leak; which listings are shown, in which order, is read from the memory of this process.
 */

import { batchLoader } from "@/lib/platform/core/batch-loader";
import { query } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { MAX_TOTAL, type Page, toPage, wholeList } from "@/lib/platform/core/page";
import { limitOf, type Searcher } from "@/lib/supply/catalog/allowed";
import { readCards } from "@/lib/supply/catalog/cards";
import { unknownCategory } from "@/lib/supply/catalog/categories";
import { FILTERS, NAMED_FILTERS } from "@/lib/supply/catalog/filters";
import { ask, generationOf, isUnchanged, type Reader } from "@/lib/supply/catalog/following";
import type { Listed } from "@/lib/supply/catalog/memory";
import { reasonText } from "@/lib/supply/catalog/reasons";
import type { BrowseQuery } from "@/lib/supply/catalog/schemas";
import type { Correction } from "@/lib/supply/catalog/search";
import { countFacets, type Facets, traitsOf } from "@/lib/supply/catalog/traits";
import { VersionedCache } from "@/lib/supply/catalog/versioned-cache";
import { GENERATION, LISTING_COLUMNS, type ListingRow } from "@/lib/supply/catalog/views";
import { CONTENT_COLUMNS, columnsOf, LIST_FIELDS } from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";
import type { SkillView } from "@/lib/supply/skills/schemas";
import type { UnitTerms } from "@/lib/supply/skills/units";

/** How often a page is looked up anew because a listing left while it was read; then the page goes without it. */
const MAX_TRIES = 3;
/** Most JSON of all cached listings. */
const MAX_LISTINGS_BYTES = 8 * 1024 * 1024;
/** Most listings per query, and most concurrent queries. */
const MAX_LISTINGS_A_QUERY = 50;
const LISTING_QUERIES_IN_FLIGHT = 8;

/**
 * One page of the skills on the marketplace. A search with few matches also matches parts of words, and one with almost
 * none also similar words. Unknown words are corrected, and the page lists them. A merged category stands for the one
 * that it was merged into. For members of an organization that limits them, there are only the skills that it allows, unless they
 * ask for all. Throws invalid_request for a slug that is no category, and unavailable until the catalogue has been read.
 */
export async function browse(
  filters: BrowseQuery,
  reader?: Searcher,
): Promise<Page<SkillView> & { corrections?: Correction[]; facets?: Facets }> {
  const refused = NAMED_FILTERS.find((name) => filters[name] && filters.search && "searches" in FILTERS[name]);
  if (refused) throw invalid([{ param: refused, message: "cannot be combined with search" }]);
  const { category, publisher, search, sort, limit, offset } = filters;
  const isCollapsed = filters.collapse === "true";
  const only = await limitOf(reader, filters.allowed);
  const list = { category, publisher, traits: traitsOf(filters), only, search, sort, isCollapsed, limit, offset };
  const hasFacets = filters.facets === "true";
  for (let tries = 1; ; tries++) {
    const asked = { list, ...(hasFacets && { totals: { search, only } }) };
    const { page, totals, categories: known } = await ask(asked, tries === 1 ? reader : null);
    if (!page) throw unknownCategory();
    const cards = await readCards(page.listed, generationOf(reader));
    if (tries < MAX_TRIES && cards.size < page.listed.length) continue;
    const shown = page.listed.flatMap((listed) => toListed(listed, cards.get(listed.id)));
    const slugs = known.map(({ slug }) => slug);
    return {
      ...toPage(shown, Math.min(page.total, MAX_TOTAL + 1), filters),
      ...(page.corrections.length > 0 && { corrections: page.corrections }),
      ...(hasFacets && { facets: countFacets(totals, { ...filters, category: page.category }, slugs) }),
    };
  }
}

/** Words of the catalog that are like those of a search which finds nothing. */
export async function nearestWords(search: string, reader?: Reader): Promise<string[]> {
  return (await ask({ near: search }, reader)).near;
}

/** A skill of a list, with what it stands for and why it is found; none that has left meanwhile. */
function toListed({ similar, reason }: Listed, card: SkillView | undefined): SkillView[] {
  if (!card) return [];
  const match = reason && reasonText(reason, card.sample_queries);
  if (similar === 0 && !match) return [card];
  return [{ ...card, ...(similar > 0 && { similar_count: similar }), ...(match && { match }) }];
}

/** One skill with all public fields, and those that its page and calls need. */
export type ListingDetail = ListingRow &
  Content & {
    revision_id: string;
    operation_prices: Record<string, string>;
    operation_units: Record<string, UnitTerms[]>;
    package_version: string | null;
    package_size_bytes: string | null;
    package_sha256: string | null;
  };

const MORE_CONTENT = CONTENT_COLUMNS.filter((column) => !LIST_FIELDS.some((listed) => listed === column));
/** The columns of a `ListingDetail`, of the listing `l`. */
export const DETAIL_COLUMNS = `${LISTING_COLUMNS}, ${columnsOf("l", MORE_CONTENT)}, l.revision_id, l.operation_prices, l.operation_units, l.package_version, l.package_size_bytes, l.package_sha256`;

/** Listings by slug. Requests share them: do not change them. */
const listings = new VersionedCache<ListingDetail>({
  name: "catalog_listings",
  maxBytes: MAX_LISTINGS_BYTES,
});

/** The cached listing of a slug if it is as the reader must see it, or undefined. */
export function cachedListing(slug: string, reader?: Reader): ListingDetail | undefined {
  const generation = generationOf(reader);
  const isCurrent = (read: number, { skill_id }: ListingDetail) =>
    read === generation || isUnchanged(skill_id, read, generation);
  return generation === 0 ? undefined : listings.get(slug, isCurrent);
}

/** Caches a listing; it must have been read in one statement with the generation. */
export function cacheListing(listing: ListingDetail, generation: string): void {
  listings.set(listing.slug, listing, Number(generation));
}

/** The listings of slugs. Concurrent requests share one query. */
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

/** The listing of a slug, or null; the cached one if it is as the reader must see it. */
export async function findListing(slug: string, reader?: Reader): Promise<ListingDetail | null> {
  return cachedListing(slug, reader) ?? (await listingsOf(slug)) ?? null;
}

/** All categories in their order, with the numbers of their skills. */
export async function categories(reader?: Reader) {
  const { categories: known, totals } = await ask({ totals: {} }, reader);
  const counts = new Map<string, number>();
  for (const { category, count } of totals) counts.set(category, (counts.get(category) ?? 0) + count);
  return wholeList(
    known.map(({ slug, title, description }) => ({
      slug,
      title,
      description,
      skill_count: counts.get(slug) ?? 0,
    })),
  );
}
