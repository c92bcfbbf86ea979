/**
 * What consumers see of the marketplace: browse, search, look at one skill.
 * Invariant: every query here reads `listing`, and its totals and texts that follow it, so nothing that is not approved can leak.
 */
import { createKept } from "@/lib/catalog/kept";
import type { BrowseQuery } from "@/lib/catalog/schemas";
import { parseSearch } from "@/lib/catalog/search-query";
import { browseStatement, CHANGES, searchStatement } from "@/lib/catalog/statements";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/catalog/views";
import type { Caller } from "@/lib/core/caller";
import { catalogSource, query, type Source } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { gathered, shared } from "@/lib/core/gather";
import { type Page, toPage, wholeList } from "@/lib/core/page";
import { CATEGORIES } from "@/lib/skills/categories";
import type { SkillView } from "@/lib/skills/schemas";

/** Most rows on all kept pages together: with their JSON they weigh about 15 MB. */
const MAX_KEPT_ROWS = 2_500;
/** Most characters of all kept listings together, of two bytes each at most. */
const MAX_KEPT_CHARS = 8 * 1024 * 1024;
/** What a listing weighs beside its texts. */
const LISTING_CHARS = 2_000;
/** Most listings that one query reads, and most such queries at a time. */
const MAX_LISTINGS_A_QUERY = 50;
const LISTING_QUERIES_IN_FLIGHT = 4;

/**
 * One page of the skills on the marketplace. A search with few matches also finds parts of words, and one with hardly any
 * also what is similar. Requests for the same page share one object: do not change it.
 */
export async function browse(filters: BrowseQuery, reader?: Reader) {
  const source = catalogSource();
  const { category, pricing_type, execution_type, search, sort, limit, offset } = filters;
  const terms = [category, pricing_type, execution_type, search, sort, limit, offset];
  const id = JSON.stringify([source.name, ...terms]);
  return pages.find(id, reader?.catalogChanges) ?? makePage({ id, filters, source });
}

/** Who looks: an account, a visitor (null), or, when it is not told, somebody who must see what is there right now. */
type Reader = Pick<Caller, "catalogChanges"> | null;
type Browse = { id: string; filters: BrowseQuery; source: Source };

const pages = createKept<Page<SkillView>>({
  most: MAX_KEPT_ROWS,
  // A page without rows takes room as well.
  weigh: ({ data }) => data.length + 1,
});

const makePage = shared(
  async ({ id, filters, source }: Browse) => {
    const search = filters.search ? parseSearch(filters.search) : null;
    const { name, text, values } = search ? searchStatement(filters, search) : browseStatement(filters);
    const rows = await query<ListingRow & { total: number; changes: string }>(name, text, values, source);
    const [{ total, changes } = { total: 0, changes: null }] = rows;
    // A page without listings is one row that carries the total alone.
    const listings = rows.filter(({ skill_id }) => skill_id !== null);
    const page = toPage(listings.map(toSkillView), total, filters);
    pages.keep(id, page, { changes });
    return page;
  },
  ({ id }) => id,
);

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

/** Listings that were read, by slug: shared by all that ask for them, they must not be changed. */
const keptListings = createKept<ListingDetail>({
  most: MAX_KEPT_CHARS,
  weigh: ({ readme, api_schema }) =>
    LISTING_CHARS + (readme?.length ?? 0) + (api_schema ? JSON.stringify(api_schema).length : 0),
});

/** The listing of a slug as it was read before, with how often the catalogue had changed by then. */
export const keptListing = (slug: string) => keptListings.peek(slug);

/** Keeps a listing that was read in one statement with how often the catalogue had changed. */
export function keepListing(listing: ListingDetail, changes: string): void {
  keptListings.keep(listing.slug, listing, { changes });
}

/** The listings of slugs, in one query, however many requests arrive at once. */
const listingsOf = gathered(
  async (slugs: string[]): Promise<(ListingDetail | undefined)[]> => {
    const rows = await query<ListingDetail & { changes: string }>(
      "catalog.get",
      `SELECT ${DETAIL_COLUMNS}, ${CHANGES} AS changes FROM listing l WHERE l.slug = ANY((SELECT $1::text[])::text[])`,
      [slugs],
    );
    for (const row of rows) keepListing(row, row.changes);
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

/** The listing of a slug, or null; one that was read before when the reader's count says that it stands as it was. */
export async function findListing(slug: string, reader?: Reader): Promise<ListingDetail | null> {
  return keptListings.find(slug, reader?.catalogChanges) ?? (await listingsOf(slug)) ?? null;
}

/** All categories with the numbers of their skills. */
export async function categories() {
  const rows = await query<{ category: string; count: number }>(
    "catalog.categories",
    "SELECT category, sum(count)::int AS count FROM listing_total GROUP BY category",
    [],
    catalogSource(),
  );
  const counts = new Map(rows.map(({ category, count }) => [category, count]));
  return wholeList(
    CATEGORIES.map((category) => ({ ...category, skill_count: counts.get(category.slug) ?? 0 })),
  );
}
