/**
 * What consumers see of the marketplace: browse, search, look at one skill.
 * Invariant: every query here reads `listing` only, so nothing that is not approved can leak.
 */
import type { BrowseQuery } from "@/lib/catalog/schemas";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/catalog/views";
import { query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { MAX_TOTAL, toPage, wholeList } from "@/lib/core/page";
import { CATEGORIES } from "@/lib/skills/categories";

/** Every order ends in the id, so that pages never overlap. */
const ORDERS = {
  popular: "l.popularity DESC, l.skill_id DESC",
  newest: "l.published_at DESC, l.skill_id DESC",
  price_asc: "l.first_use_micros, l.skill_id",
  price_desc: "l.first_use_micros DESC, l.skill_id DESC",
  rating: "l.rating_score DESC, l.skill_id DESC",
} as const;

/** One page of the skills on the marketplace. */
export async function browse({ category, pricing_type, search, sort, limit, offset }: BrowseQuery) {
  const where = `($1::text IS NULL OR l.category = $1) AND ($2::text IS NULL OR l.pricing_type = $2)
    AND ($3::text IS NULL OR l.name ILIKE $3 OR l.description ILIKE $3)`;
  const filters = [
    category ?? null,
    pricing_type ?? null,
    search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : null,
  ];
  const [rows, [counted]] = await Promise.all([
    query<ListingRow>(
      `catalog.browse.${sort ?? "popular"}`,
      `SELECT ${LISTING_COLUMNS} FROM listing l WHERE ${where} ORDER BY ${ORDERS[sort ?? "popular"]} LIMIT $4 OFFSET $5`,
      [...filters, limit, offset],
    ),
    query<{ count: number }>(
      "catalog.count",
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM listing l WHERE ${where} LIMIT ${MAX_TOTAL + 1}) AS counted`,
      filters,
    ),
  ]);
  return toPage(rows.map(toSkillView), counted?.count ?? 0, { limit, offset });
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
