/**
 * What consumers see of the marketplace: browse, search, look at one skill.
 * Invariant: every query here reads `listing` and its totals only, so nothing that is not approved can leak.
 */
import type { BrowseQuery } from "@/lib/catalog/schemas";
import { parseSearch, type SearchTerms } from "@/lib/catalog/search-query";
import { type Mode, pageStatement } from "@/lib/catalog/statements";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/catalog/views";
import { query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { gathered, shared } from "@/lib/core/gather";
import { toPage, wholeList } from "@/lib/core/page";
import { CATEGORIES } from "@/lib/skills/categories";

/** With this many matches of whole words, nobody looks for parts of words. */
const ENOUGH = 100;
/** Most listings that one query reads, and most such queries at a time. */
const MAX_LISTINGS_A_QUERY = 50;
const LISTING_QUERIES_IN_FLIGHT = 4;
/** A search with fewer matches than this is probably misspelled, or asks for too much at once. */
const FEW = 3;

/**
 * One page of the skills on the marketplace. A search with few matches is answered with parts of words as well,
 * and one that hardly anything matches with what is most alike. Requests that ask for the same page in the same
 * moment are given the same object: it must not be changed.
 */
export const browse = shared(
  async (filters: BrowseQuery) => {
    const search = filters.search ? parseSearch(filters.search) : null;
    let found = await pageAndCount(filters, search, "words");
    const hasWords = search !== null && search.signs === null;
    if (hasWords && found.count < ENOUGH) found = await pageAndCount(filters, search, "parts");
    if (hasWords && found.count < FEW) found = await pageAndCount(filters, search, "similar");
    return toPage(found.rows.map(toSkillView), found.count, filters);
  },
  ({ category, pricing_type, search, sort, limit, offset }) =>
    JSON.stringify([category, pricing_type, search, sort, limit, offset]),
);

/** The rows of a page and the number of matches: one statement, whose row without a listing only carries the number. */
async function pageAndCount(filters: BrowseQuery, search: SearchTerms | null, mode: Mode) {
  const { name, text, values } = pageStatement(filters, search, mode);
  const rows = await query<ListingRow & { total: number }>(name, text, values);
  return { rows: rows.filter(({ skill_id }) => skill_id !== null), count: rows[0]?.total ?? 0 };
}

/** What everybody sees of one skill, with what its page and its callers need. */
export type ListingDetail = ListingRow & {
  revision_id: string;
  readme: string | null;
  api_schema: Record<string, unknown> | null;
  api_endpoint: string | null;
  package_id: string | null;
  package_version: string | null;
  package_size_bytes: string | null;
  package_sha256: string | null;
};

/** The columns of a `ListingDetail`, of the listing `l`. */
export const DETAIL_COLUMNS = `${LISTING_COLUMNS}, l.revision_id, l.readme, l.api_schema, l.api_endpoint, l.package_id,
  l.package_version, l.package_size_bytes, l.package_sha256`;

/** The listings of slugs, in one query, however many requests arrive at once. */
const listingsOf = gathered(
  async (slugs: string[]): Promise<(ListingDetail | undefined)[]> => {
    const rows = await query<ListingDetail>(
      "catalog.get",
      `SELECT ${DETAIL_COLUMNS} FROM listing l WHERE l.slug = ANY($1::text[])`,
      [slugs],
    );
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

/** The listing of a slug, or null. */
export async function findListing(slug: string): Promise<ListingDetail | null> {
  return (await listingsOf(slug)) ?? null;
}

/** All categories with the numbers of their skills. */
export async function categories() {
  const rows = await query<{ category: string; count: number }>(
    "catalog.categories",
    "SELECT category, sum(count)::int AS count FROM listing_total GROUP BY category",
    [],
  );
  const counts = new Map(rows.map(({ category, count }) => [category, count]));
  return wholeList(
    CATEGORIES.map((category) => ({ ...category, skill_count: counts.get(category.slug) ?? 0 })),
  );
}
