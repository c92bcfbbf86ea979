/**
 * What consumers see of the marketplace: browse, search, look at one skill.
 * Invariant: every query here reads `listing` only, so nothing that is not approved can leak.
 */
import type { BrowseQuery } from "@/lib/catalog/schemas";
import { parseSearch, type SearchTerms } from "@/lib/catalog/search-query";
import { countStatement, type Mode, pageStatement } from "@/lib/catalog/statements";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/catalog/views";
import { query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { toPage, wholeList } from "@/lib/core/page";
import { CATEGORIES } from "@/lib/skills/categories";

/** With this many matches of whole words, nobody looks for parts of words. */
const ENOUGH = 100;
/** A search with fewer matches than this is probably misspelled, or asks for too much at once. */
const FEW = 3;

/**
 * One page of the skills on the marketplace. A search with few matches is answered with parts of words as well,
 * and one that hardly anything matches with what is most alike.
 */
export async function browse(filters: BrowseQuery) {
  const search = filters.search ? parseSearch(filters.search) : null;
  let found = await pageAndCount(filters, search, "words");
  const hasWords = search !== null && search.signs === null;
  if (hasWords && found.count < ENOUGH) found = await pageAndCount(filters, search, "parts");
  if (hasWords && found.count < FEW) found = await pageAndCount(filters, search, "similar");
  return toPage(found.rows.map(toSkillView), found.count, filters);
}

async function pageAndCount(filters: BrowseQuery, search: SearchTerms | null, mode: Mode) {
  const [page, total] = [pageStatement(filters, search, mode), countStatement(filters, search, mode)];
  const [rows, [counted]] = await Promise.all([
    query<ListingRow>(page.name, page.text, page.values),
    query<{ count: number }>(total.name, total.text, total.values),
  ]);
  return { rows, count: counted?.count ?? 0 };
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

/** The listing of a slug. Throws not_found. */
export async function requireListing(slug: string): Promise<ListingDetail> {
  const [row] = await query<ListingDetail>(
    "catalog.get",
    `SELECT ${LISTING_COLUMNS}, l.revision_id, l.readme, l.api_schema, l.api_endpoint, l.package_id, l.package_version,
       l.package_size_bytes, l.package_sha256 FROM listing l WHERE l.slug = $1`,
    [slug],
  );
  if (!row) throw notFound();
  return row;
}

/** All categories with the numbers of their skills. */
export async function categories() {
  const rows = await query<{ category: string; count: number }>(
    "catalog.categories",
    "SELECT category, count(*)::int AS count FROM listing GROUP BY category",
    [],
  );
  const counts = new Map(rows.map(({ category, count }) => [category, count]));
  return wholeList(
    CATEGORIES.map((category) => ({ ...category, skill_count: counts.get(category.slug) ?? 0 })),
  );
}
