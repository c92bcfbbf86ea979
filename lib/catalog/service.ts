/**
 * What consumers see of the marketplace: browse, search, look at one skill.
 * Invariant: every query here reads `listing`, and its totals and texts that follow it, so nothing that is not approved can leak.
 */
import { createKept } from "@/lib/catalog/kept";
import type { BrowseQuery } from "@/lib/catalog/schemas";
import { parseSearch, type SearchTerms } from "@/lib/catalog/search-query";
import {
  CHANGES,
  isRanked,
  type Mode,
  orderStatement,
  pageStatement,
  restStatement,
  rowsStatement,
} from "@/lib/catalog/statements";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/catalog/views";
import type { Caller } from "@/lib/core/caller";
import { catalogSource, query, type Source } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { gathered, shared } from "@/lib/core/gather";
import { type Page, type PageRequest, toPage, wholeList } from "@/lib/core/page";
import { CATEGORIES } from "@/lib/skills/categories";
import type { SkillView } from "@/lib/skills/schemas";

/** With this many matches of whole words, nobody looks for parts of words. */
const ENOUGH = 100;
/** How long the order of a search is remembered: counters, which move it too, are brought up to date about as often. */
const ORDER_LIFE_MS = 20_000;
/** Most orders that are remembered: with all their places they weigh about 30 MB. */
const MAX_ORDERS = 128;
/** How many places behind the ranked ones are remembered of a search that somebody goes through. */
const MAX_REST = 2_000;
/** Most rows on all kept pages together: with their JSON they weigh about 15 MB. */
const MAX_KEPT_ROWS = 2_500;
/** Most characters of all kept listings together, of two bytes each at most. */
const MAX_KEPT_CHARS = 8 * 1024 * 1024;
/** What a listing weighs beside its texts. */
const LISTING_CHARS = 2_000;
/** How often a search is begun: again because the catalogue changed meanwhile, and at last whatever happens meanwhile. */
const MAX_ATTEMPTS = 4;
/** Most listings that one query reads, and most such queries at a time. */
const MAX_LISTINGS_A_QUERY = 50;
const LISTING_QUERIES_IN_FLIGHT = 4;
/** A search with fewer matches than this is probably misspelled, or asks for too much at once. */
const FEW = 3;

/**
 * One page of the skills on the marketplace. A search with few matches is answered with parts of words as well,
 * and one that hardly anything matches with what is most alike. Requests that ask for the same page are given the same
 * object while it is what they would read: it must not be changed.
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

/** Rows of a page, how many match, and, if they all stem from one state of the catalogue, which and for how long it may be shown. */
type Found = { rows: ListingRow[]; total: number; changes: string | null; until: number };

const pages = createKept<Page<SkillView>>({
  most: MAX_KEPT_ROWS,
  // A page without rows takes room as well.
  weigh: ({ data }) => data.length + 1,
});

const makePage = shared(
  async ({ id, filters, source }: Browse) => {
    const search = filters.search ? parseSearch(filters.search) : null;
    const { rows, total, ...state } =
      search && isRanked(filters, search)
        ? await rankedPage(filters, search, source)
        : search && search.signs === null
          ? await furtherReaching((mode) => pageAndCount(filters, search, mode, source))
          : await pageAndCount(filters, search, "words", source);
    const page = toPage(rows.map(toSkillView), total, filters);
    pages.keep(id, page, state);
    return page;
  },
  ({ id }) => id,
);

/** Looks for whole words; when they find little, for parts of words as well, and then for what is alike. */
async function furtherReaching(look: (mode: Mode) => Promise<Found>): Promise<Found> {
  const first = await look("words");
  let found = first;
  if (found.total < ENOUGH) found = await look("parts");
  if (found.total < FEW) found = await look("similar");
  return { ...found, changes: found.changes === first.changes ? first.changes : null };
}

/** The first places of a search, as they were at a version of the catalogue. */
type Order = { ids: string[]; total: number; version: string; mode: Mode; until: number; rest?: string[] };
const orders = new Map<string, Order>();

/**
 * A page of a ranked search. The first places are ranked, what follows comes by popularity. Their order is remembered, and
 * holds while no listing has come, gone or changed its words, which is checked in the round trip that reads the rows:
 * nothing that was published before is missed. A catalogue that never rests is shown as it was when the last try began.
 */
async function rankedPage(filters: BrowseQuery, search: SearchTerms, source: Source): Promise<Found> {
  const id = JSON.stringify([
    source.name,
    search.phrase,
    filters.category,
    filters.pricing_type,
    filters.execution_type,
  ]);
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === MAX_ATTEMPTS;
    const order = (isLast ? null : orderOf(id)) ?? (await makeOrder(id, filters, search, source));
    const ids = await placesOf(order, filters, search, source);
    const { name, text, values } = rowsStatement(ids, isLast ? null : order.version);
    const rows = await query<ListingRow & { version: string; changes: string }>(name, text, values, source);
    const isCurrent = rows[0]?.version === order.version;
    if (isLast || isCurrent) {
      const changes = (isCurrent && rows[0]?.changes) || null;
      return { rows: withoutEmpty(rows), total: order.total, changes, until: order.until };
    }
    orders.delete(id);
  }
}

/** The ids of a page: ranked ones, then those by popularity, of which the first thousands are remembered as well. */
async function placesOf(
  order: Order,
  filters: BrowseQuery,
  search: SearchTerms,
  source: Source,
): Promise<string[]> {
  const { offset, limit } = filters;
  const first = order.ids.slice(offset, offset + limit);
  const rest = { offset: Math.max(0, offset - order.ids.length), limit: limit - first.length };
  if (rest.limit === 0 || order.total <= order.ids.length) return first;
  const look = async (page: PageRequest) => {
    const { name, text, values } = restStatement(filters, search, order, page);
    return (await query<{ skill_id: string }>(name, text, values, source)).map(({ skill_id }) => skill_id);
  };
  if (rest.offset + rest.limit > MAX_REST) return [...first, ...(await look(rest))];
  order.rest ??= await look({ offset: 0, limit: MAX_REST });
  return [...first, ...order.rest.slice(rest.offset, rest.offset + rest.limit)];
}

function orderOf(id: string): Order | undefined {
  const order = orders.get(id);
  return order && order.until > Date.now() ? order : undefined;
}

async function makeOrder(
  id: string,
  filters: BrowseQuery,
  search: SearchTerms,
  source: Source,
): Promise<Order> {
  const { name, text, values } = orderStatement(filters, search);
  const [row] = await query<Omit<Order, "until" | "rest">>(name, text, values, source);
  if (!row) throw new Error("listing_search_order returned nothing");
  const order = { ...row, until: Date.now() + ORDER_LIFE_MS };
  orders.delete(id);
  orders.set(id, order);
  if (orders.size > MAX_ORDERS) orders.delete(orders.keys().next().value ?? "");
  return order;
}

/** The rows of a page and the number of matches: one statement, whose row without a listing only carries the number. */
async function pageAndCount(
  filters: BrowseQuery,
  search: SearchTerms | null,
  mode: Mode,
  source: Source,
): Promise<Found> {
  const { name, text, values } = pageStatement(filters, search, mode);
  const rows = await query<ListingRow & { total: number; changes: string }>(name, text, values, source);
  const [{ total, changes } = { total: 0, changes: null }] = rows;
  return { rows: withoutEmpty(rows), total, changes, until: Number.POSITIVE_INFINITY };
}

/** Without the row that stands for none. */
const withoutEmpty = <Row extends { skill_id: string | null }>(rows: Row[]) =>
  rows.filter(({ skill_id }) => skill_id !== null);

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
