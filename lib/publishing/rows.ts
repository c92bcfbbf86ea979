import { toCredits } from "@/lib/core/money";
import { missingToSubmit } from "@/lib/publishing/content";
import type { ApprovedRevision, OwnedSkillSummary } from "@/lib/publishing/schemas";
import { CONTENT_COLUMNS, CONTENT_NAMES, columnsOf, pick } from "@/lib/skills/content-fields";
import { fromNextTerms, type NextTerms, toPriceChange } from "@/lib/skills/price-change";
import type { Content, Interval, OwnedSkill, PricingType, SkillStatus } from "@/lib/skills/schemas";
import type { Terms } from "@/lib/skills/terms";

/** A skill with its newest revision and that revision's package; `bigint` columns arrive as text. */
export type SkillRow = Content & {
  id: string;
  slug: string;
  owner_id: string;
  status: SkillStatus;
  /** Whether it is on the marketplace now. */
  live: boolean;
  /** Whether a revision was approved, listed or not. */
  approved: boolean;
  unlisted_at: Date | null;
  suspended_at: Date | null;
  suspension_reason: string | null;
  pricing_type: PricingType;
  price_micros: string | null;
  subscription_interval: Interval | null;
  price_per_call_micros: string | null;
  free_calls: number;
  next_terms: NextTerms | null;
  next_terms_at: Date | null;
  price_raised_at: Date | null;
  revision_id: string;
  revision: number;
  revision_status: string;
  package_version: string | null;
  package_size: string | null;
  package_sha256: string | null;
  rejection_reason: string | null;
  submitted_at: Date | null;
  reviewed_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const selectSkill = (revision: "current_revision_id" | "live_revision_id", content: string) => `
  SELECT s.id, s.slug, s.owner_id, s.status, EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS live,
         s.live_revision_id IS NOT NULL AS approved, s.unlisted_at, s.suspended_at, s.suspension_reason, s.pricing_type, s.price_micros,
         s.subscription_interval, s.price_per_call_micros, s.free_calls, s.next_terms, s.next_terms_at, s.price_raised_at,
         r.id AS revision_id, r.number AS revision, r.status AS revision_status, ${content}, p.version AS package_version,
         p.size_bytes AS package_size, p.sha256 AS package_sha256, r.rejection_reason, r.submitted_at, r.reviewed_at,
         s.created_at, s.updated_at
    FROM skill s JOIN skill_revision r ON r.id = s.${revision} LEFT JOIN skill_package p ON p.id = r.package_id`;

const ALL_CONTENT = columnsOf("r", CONTENT_COLUMNS);
/** Content that may be large, and that no list shows. */
const LARGE = new Map([
  ["readme", "NULL AS readme"],
  ["api_schema", "NULL::json AS api_schema"],
]);
const SMALL_CONTENT = CONTENT_COLUMNS.map((column) => LARGE.get(column) ?? `r.${column}`).join(", ");

/** Columns and joins of a `SkillRow`; follow it with WHERE. */
export const SELECT_SKILL = selectSkill("current_revision_id", ALL_CONTENT);

/** The same without the columns that may be large. */
export const SELECT_SUMMARY = selectSkill("current_revision_id", SMALL_CONTENT);

/** The same with the approved revision instead of the newest one. */
export const SELECT_APPROVED = selectSkill("live_revision_id", ALL_CONTENT);

/** The same with each revision that was ever made. */
export const SELECT_REVISION = SELECT_SKILL.replace("r.id = s.current_revision_id", "r.skill_id = s.id");

/** The content of a row's newest revision. */
export function contentOfRow(row: SkillRow): Content {
  return pick(row, CONTENT_COLUMNS);
}

/** The commercial terms of a row. */
export function termsOfRow(row: SkillRow): Terms {
  return fromNextTerms(row);
}

/** What a reviewer approved. */
export function toApprovedView(row: SkillRow): ApprovedRevision {
  return {
    ...pick(row, CONTENT_NAMES),
    revision: row.revision,
    package: packageOf(row),
    reviewed_at: row.reviewed_at,
  };
}

function packageOf(row: SkillRow): OwnedSkill["package"] {
  if (!row.package_sha256) return null;
  return { version: row.package_version ?? "", size: Number(row.package_size), sha256: row.package_sha256 };
}

/** What a developer sees of a skill in a list. */
export function toSummaryView(row: SkillRow): OwnedSkillSummary {
  const { readme: _, api_schema: __, ...summary } = toOwnedView(row);
  return summary;
}

/** What owners and administrators see of a skill. */
export function toOwnedView(row: SkillRow): OwnedSkill {
  const { priceMicros, pricePerCallMicros } = termsOfRow(row);
  return {
    id: row.id,
    slug: row.slug,
    status: row.status,
    live: row.live,
    approved: row.approved,
    unlisted_at: row.unlisted_at,
    missing: missingToSubmit(contentOfRow(row), termsOfRow(row)),
    suspension: row.suspended_at && { reason: row.suspension_reason ?? "", since: row.suspended_at },
    ...pick(row, CONTENT_NAMES),
    pricing_type: row.pricing_type,
    price: priceMicros === null ? null : toCredits(priceMicros),
    subscription_interval: row.subscription_interval,
    price_per_call: pricePerCallMicros === null ? null : toCredits(pricePerCallMicros),
    free_calls: row.free_calls,
    price_change: toPriceChange(row),
    package: packageOf(row),
    revision: row.revision,
    rejection_reason: row.rejection_reason,
    submitted_at: row.submitted_at,
    reviewed_at: row.reviewed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
