/**
 * The listing: the copy of an approved revision that consumers see.
 * Invariant: it changes only in the transaction that approves a revision or changes the skill's terms.
 */
import { type Queryable, query } from "@/lib/core/db";

const TERMS = `pricing_type = s.pricing_type, price_micros = s.price_micros,
  subscription_interval = coalesce(s.subscription_interval, 'month'), price_per_call_micros = s.price_per_call_micros,
  free_calls = s.free_calls,
  first_use_micros = coalesce(CASE s.pricing_type WHEN 'usage' THEN s.price_per_call_micros ELSE s.price_micros END, 0)`;

/** Puts the skill's newest revision on the marketplace, inside the transaction that approves it. */
export async function publish(db: Queryable, skillId: string): Promise<void> {
  await query(
    "listing.publish",
    `INSERT INTO listing (skill_id, slug, revision_id, revision_number, owner_id, developer_name, name, description, category,
       readme, execution_type, api_endpoint, api_schema, pricing_type, price_micros, subscription_interval,
       price_per_call_micros, free_calls, first_use_micros, package_id, package_version, package_size_bytes,
       package_sha256, rating_score, created_at, updated_at, published_at)
     SELECT s.id, s.slug, r.id, r.number, s.owner_id, a.name, r.name, r.description, r.category, r.readme, r.execution_type,
       r.api_endpoint, r.api_schema, s.pricing_type, s.price_micros, coalesce(s.subscription_interval, 'month'),
       s.price_per_call_micros, s.free_calls,
       coalesce(CASE s.pricing_type WHEN 'usage' THEN s.price_per_call_micros ELSE s.price_micros END, 0),
       p.id, p.version, p.size_bytes, p.sha256, 3.5, s.created_at, now(), now()
     FROM skill s JOIN skill_revision r ON r.id = s.current_revision_id JOIN account a ON a.id = s.owner_id
       LEFT JOIN skill_package p ON p.id = r.package_id
     WHERE s.id = $1
     ON CONFLICT (skill_id) DO UPDATE SET revision_id = excluded.revision_id, revision_number = excluded.revision_number,
       developer_name = excluded.developer_name, name = excluded.name, description = excluded.description,
       category = excluded.category, readme = excluded.readme, execution_type = excluded.execution_type,
       api_endpoint = excluded.api_endpoint, api_schema = excluded.api_schema, package_id = excluded.package_id,
       package_version = excluded.package_version, package_size_bytes = excluded.package_size_bytes,
       package_sha256 = excluded.package_sha256, updated_at = now()`,
    [skillId],
    db,
  );
}

/** Carries changed terms of a live skill to its listing, inside the transaction that changes them. */
export async function reprice(db: Queryable, skillId: string): Promise<void> {
  await query(
    "listing.reprice",
    `UPDATE listing AS l SET ${TERMS}, updated_at = now() FROM skill s WHERE s.id = $1 AND l.skill_id = s.id`,
    [skillId],
    db,
  );
}
