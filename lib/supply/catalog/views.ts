import { toCredits } from "@/lib/platform/core/money";
import { columnsOf, LIST_FIELDS, pick } from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";
import { type PlanTerms, toPlans } from "@/lib/supply/skills/plans";
import { type NextTerms, toPriceChange } from "@/lib/supply/skills/price-change";
import type { Interval, PricingType, SkillView } from "@/lib/supply/skills/schemas";
import { NO_TRUST, type Trust } from "@/lib/supply/skills/trust-schemas";
import { toUnits, type UnitTerms } from "@/lib/supply/skills/units";

/** The columns of a listing that cards and details show; `bigint` columns arrive as text. */
export type ListingRow = Pick<Content, (typeof LIST_FIELDS)[number]> & {
  skill_id: string;
  slug: string;
  owner_id: string;
  developer_name: string;
  developer_handle: string;
  developer_verified: boolean;
  developer_domain: string | null;
  pricing_type: PricingType;
  price_micros: string | null;
  subscription_interval: Interval | null;
  price_per_call_micros: string | null;
  free_calls: number;
  units: UnitTerms[];
  trial_days: number;
  plans: PlanTerms[];
  next_terms: NextTerms | null;
  next_terms_at: Date | null;
  revision_number: number;
  rating_sum: string;
  rating_count: string;
  rating_counts: string[];
  trust: Trust | null;
  purchase_count: string;
  call_count: string;
  created_at: Date;
  updated_at: Date;
  published_at: Date;
};

/** The columns of a `ListingRow`, of the listing `l`. */
export const LISTING_COLUMNS = `l.skill_id, l.slug, ${columnsOf("l", LIST_FIELDS)}, l.owner_id, l.developer_name,
  l.developer_handle, l.developer_verified, l.developer_domain, l.pricing_type,
  l.price_micros, l.subscription_interval, l.price_per_call_micros, l.free_calls, l.units, l.trial_days, l.plans, l.next_terms, l.next_terms_at,
  l.revision_number,
  l.rating_sum, l.rating_count, l.rating_counts, l.trust, l.purchase_count, l.call_count, l.created_at,
  l.updated_at, l.published_at`;

/** The generation of the catalog, as a column: every change of a listing raises it, counters included. */
export const GENERATION = "(SELECT generation FROM catalog_generation)";

/** The public view of a skill. Stored terms of the other pricing type are left out. */
export function toSkillView(row: ListingRow): SkillView {
  const isUsage = row.pricing_type === "usage";
  const ratings = Number(row.rating_count);
  return {
    id: row.skill_id,
    slug: row.slug,
    ...pick(row, LIST_FIELDS),
    developer: {
      id: row.owner_id,
      name: row.developer_name,
      handle: row.developer_handle,
      verified: row.developer_verified,
      domain: row.developer_domain,
    },
    pricing_type: row.pricing_type,
    price: isUsage || row.price_micros === null ? null : toCredits(BigInt(row.price_micros)),
    subscription_interval: isUsage ? null : row.subscription_interval,
    price_per_call: isUsage && row.price_per_call_micros !== null ? toCredits(BigInt(row.price_per_call_micros)) : null,
    free_calls: isUsage ? row.free_calls : 0,
    units: isUsage ? toUnits(row.units) : [],
    trial_days: isUsage ? 0 : row.trial_days,
    plans: toPlans(row),
    price_change: toPriceChange(row),
    version: row.revision_number,
    rating: {
      average: ratings === 0 ? null : Math.round((Number(row.rating_sum) / ratings) * 100) / 100,
      count: ratings,
      histogram: row.rating_counts.map(Number),
    },
    trust: row.trust ?? NO_TRUST,
    purchase_count: Number(row.purchase_count),
    call_count: Number(row.call_count),
    created_at: row.created_at,
    updated_at: row.updated_at,
    published_at: row.published_at,
  };
}
