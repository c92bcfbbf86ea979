/**
 * The listing: the copy of an approved revision that consumers see. Invariants: it changes only in the transaction that
 * approves a revision, changes the skill's terms or its developer's name, suspends it, or takes it off the marketplace
 * or back; a suspended skill, or one of a suspended account, has none.
 */

import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { lockRows } from "@/lib/platform/core/locks";
import type { ListingDetail } from "@/lib/supply/catalog/service";
import { CONTENT_COLUMNS, columnsOf } from "@/lib/supply/skills/content-fields";
import { PRIOR_MEAN, PRIOR_RATINGS } from "@/lib/supply/skills/rating-prior";

const TERMS = `pricing_type = s.pricing_type, price_micros = s.price_micros,
  subscription_interval = coalesce(s.subscription_interval, 'month'), price_per_call_micros = s.price_per_call_micros,
  free_calls = s.free_calls, operation_prices = s.operation_prices, units = s.units, operation_units = s.operation_units,
  trial_days = s.trial_days, plans = s.plans,
  next_terms = s.next_terms, next_terms_at = s.next_terms_at`;

/** The domain that the account `a` proved first. */
const PROVEN = "(proven_domains(a.id))[1]";

/** The number of the reviews `v` with one to five stars. */
const STARS = [1, 2, 3, 4, 5].map((stars) => `count(*) FILTER (WHERE v.rating = ${stars})`);
export const RATING_COUNTS = `ARRAY[${STARS.join(", ")}]`;

const CONTENT = columnsOf("r", CONTENT_COLUMNS);
const PUBLISHED = CONTENT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ");

/** Copies the approved revisions of the skills that match `of`, except suspended and unlisted ones. */
const publishStatement = (of: string) => `
  INSERT INTO listing (skill_id, slug, revision_id, revision_number, owner_id, developer_name, developer_handle,
       developer_verified, developer_domain, ${CONTENT_COLUMNS.join(", ")}, pricing_type, price_micros, subscription_interval,
       price_per_call_micros, free_calls, operation_prices, units, operation_units, trial_days, plans, next_terms, next_terms_at, package_version, package_size_bytes,
       package_sha256, rating_sum, rating_count, rating_counts, rating_score, created_at, updated_at, published_at)
     SELECT s.id, s.slug, r.id, r.number, s.owner_id, a.name, a.handle, a.verified_at IS NOT NULL, ${PROVEN},
       ${CONTENT},
       s.pricing_type, s.price_micros, coalesce(s.subscription_interval, 'month'),
       s.price_per_call_micros, s.free_calls, s.operation_prices, s.units, s.operation_units, s.trial_days, s.plans,
       s.next_terms, s.next_terms_at,
       p.version, p.size_bytes, p.sha256, rated.sum, rated.count, rated.counts,
       (rated.sum + ${PRIOR_RATINGS * PRIOR_MEAN}) / (rated.count + ${PRIOR_RATINGS})::float, s.created_at, now(),
       coalesce((SELECT min(e.created_at) FROM review_event e WHERE e.skill_id = s.id AND e.action = 'approve'), now())
     FROM skill s JOIN skill_revision r ON r.id = s.live_revision_id JOIN account a ON a.id = s.owner_id
       LEFT JOIN skill_package p ON p.id = r.package_id
       CROSS JOIN LATERAL (SELECT coalesce(sum(v.rating), 0) AS sum, count(*) AS count, ${RATING_COUNTS} AS counts
         FROM skill_review v WHERE v.skill_id = s.id AND v.is_counted) AS rated
     WHERE ${of} AND s.unlisted_at IS NULL AND s.suspended_at IS NULL AND a.suspended_at IS NULL
     ON CONFLICT (skill_id) DO UPDATE SET revision_id = excluded.revision_id,
       revision_number = excluded.revision_number,
       developer_name = excluded.developer_name, developer_handle = excluded.developer_handle,
       developer_verified = excluded.developer_verified, developer_domain = excluded.developer_domain, ${PUBLISHED},
       package_version = excluded.package_version, package_size_bytes = excluded.package_size_bytes,
       package_sha256 = excluded.package_sha256, updated_at = now()`;

/**
 * Puts the skill's approved revision on the marketplace, inside the transaction that approves or relists it or ends a
 * suspension. Does nothing while it is unlisted, or it or its developer is suspended. Ratings and the first day of
 * publication come back with it.
 */
export async function publish(db: Queryable, skillId: string): Promise<void> {
  await query("listing.publish", publishStatement("s.id = $1"), [skillId], db);
}

/** Puts every approved skill of a developer back on the marketplace, in the transaction that ends a suspension. */
export async function publishAllOf(db: Queryable, ownerId: string): Promise<void> {
  await query("listing.publish.owner", publishStatement("s.owner_id = $1"), [ownerId], db);
}

/** Purchases that share a transaction lock listings in the same order, by skill. */
const lockAllOf = (db: Queryable, ownerId: string) => lockRows(db, "listing", "owner_id", ownerId);

/** Takes every skill of a developer off the marketplace, under the locks of their rows. */
export async function removeAllOf(db: Queryable, ownerId: string): Promise<void> {
  await lockAllOf(db, ownerId);
  await prisma(db).listing.deleteMany({ where: { ownerId } });
}

/** Copies changed terms of a live skill to its listing, inside the transaction that changes them. */
export async function reprice(db: Queryable, skillId: string): Promise<void> {
  await query(
    "listing.reprice",
    `UPDATE listing AS l SET ${TERMS}, updated_at = now() FROM skill s WHERE s.id = $1 AND l.skill_id = s.id`,
    [skillId],
    db,
  );
}

/**
 * Takes a skill off the marketplace, inside the transaction that decides so. Ratings and analytics have their own
 * tables.
 */
export async function remove(db: Queryable, skillId: string): Promise<void> {
  await prisma(db).listing.deleteMany({ where: { skillId } });
}

/** Approved skills in the form of listings, which they have not. */
const UNLISTED = `SELECT s.id AS skill_id, s.slug, ${CONTENT}, s.owner_id, a.name AS developer_name,
       a.handle AS developer_handle,
       a.verified_at IS NOT NULL AS developer_verified, ${PROVEN} AS developer_domain, s.pricing_type,
       s.price_micros, s.subscription_interval, s.price_per_call_micros, s.free_calls, s.operation_prices, s.units, s.operation_units,
       s.trial_days, s.plans, s.next_terms, s.next_terms_at,
       r.number AS revision_number, rated.sum AS rating_sum, rated.count AS rating_count, rated.counts AS rating_counts,
       NULL::jsonb AS trust, coalesce(used.purchases, 0) AS purchase_count,
       coalesce(used.calls, 0) AS call_count, s.created_at, s.updated_at,
       coalesce(r.reviewed_at, s.created_at) AS published_at,
       r.id AS revision_id, p.version AS package_version,
       p.size_bytes AS package_size_bytes, p.sha256 AS package_sha256
     FROM skill s JOIN skill_revision r ON r.id = s.live_revision_id JOIN account a ON a.id = s.owner_id
       LEFT JOIN skill_package p ON p.id = r.package_id
       CROSS JOIN LATERAL (SELECT coalesce(sum(v.rating), 0) AS sum, count(*) AS count, ${RATING_COUNTS} AS counts
         FROM skill_review v WHERE v.skill_id = s.id AND v.is_counted) AS rated
       LEFT JOIN skill_use used ON used.skill_id = s.id
     WHERE s.unlisted_at IS NOT NULL AND s.suspended_at IS NULL AND a.suspended_at IS NULL`;

/** An unlisted skill in the form of a listing, for those who still may use it; null for any other, and for others' private ones. */
export async function findUnlisted(slug: string, accountId: string): Promise<ListingDetail | null> {
  const [row] = await query<ListingDetail>(
    "listing.unlisted",
    `${UNLISTED} AND s.slug = $1 AND (s.visibility = 'public' OR s.owner_id = $2)`,
    [slug, accountId],
  );
  return row ?? null;
}

/** The private skills of an organization in the form of listings. */
export function privateOf(ownerId: string): Promise<ListingDetail[]> {
  return query<ListingDetail>(
    "listing.private",
    `${UNLISTED} AND s.owner_id = $1 AND s.visibility = 'organization' ORDER BY s.id`,
    [ownerId],
  );
}

/** Copies a developer's name, handle, badge and proven domain to their listings, in the transaction that changes one of them. */
export async function followDeveloper(db: Queryable, ownerId: string): Promise<void> {
  await lockAllOf(db, ownerId);
  await query(
    "listing.follow-developer",
    `UPDATE listing AS l SET developer_name = a.name, developer_handle = a.handle,
       developer_verified = a.verified_at IS NOT NULL, developer_domain = ${PROVEN}
       FROM account a WHERE a.id = $1 AND l.owner_id = a.id`,
    [ownerId],
    db,
  );
}

/** Moves the listings of a category into another one, inside the transaction that merges them. Returns how many. */
export async function moveCategory(db: Queryable, from: string, into: string): Promise<number> {
  await query(
    "listing.lock-category",
    "SELECT 1 FROM listing WHERE category = $1 ORDER BY skill_id FOR UPDATE",
    [from],
    db,
  );
  const { count } = await prisma(db).listing.updateMany({
    where: { category: from },
    data: { category: into },
  });
  return count;
}
