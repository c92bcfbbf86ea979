import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { lockRows } from "@/lib/platform/core/locks";
import { toCredits } from "@/lib/platform/core/money";
import type { PageRequest } from "@/lib/platform/core/page";
import { missingToSubmit } from "@/lib/supply/publishing/content";
import type { Risk } from "@/lib/supply/publishing/risk-schemas";
import type { ApprovedRevision } from "@/lib/supply/publishing/schemas";
import {
  CONTENT,
  CONTENT_COLUMNS,
  CONTENT_NAMES,
  columnsOf,
  LARGE_FIELDS,
  pick,
} from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";
import { type PlanTerms, toPlans } from "@/lib/supply/skills/plans";
import { fromNextTerms, type NextTerms, toPriceChange } from "@/lib/supply/skills/price-change";
import type { Interval, OwnedSkill, PricingType, SkillStatus, Visibility } from "@/lib/supply/skills/schemas";
import type { Terms } from "@/lib/supply/skills/terms";
import { toOperationUnits, toUnits, type UnitTerms } from "@/lib/supply/skills/units";

/** A skill with its developer, one of its revisions and that revision's package; `bigint` columns arrive as text. */
export type SkillRow = Content & {
  id: string;
  slug: string;
  owner_id: string;
  developer_email: string;
  developer_name: string;
  status: SkillStatus;
  /** Whether it is on the marketplace now. */
  live: boolean;
  /** The newest approved revision, listed or not. */
  live_revision_id: string | null;
  unlisted_at: Date | null;
  visibility: Visibility;
  sales_pause_reason: string | null;
  suspended_at: Date | null;
  suspension_reason: string | null;
  appealed: boolean;
  pricing_type: PricingType;
  price_micros: string | null;
  subscription_interval: Interval | null;
  price_per_call_micros: string | null;
  free_calls: number;
  operation_prices: Record<string, string>;
  units: UnitTerms[];
  operation_units: Record<string, UnitTerms[]>;
  trial_days: number;
  plans: PlanTerms[];
  next_terms: NextTerms | null;
  next_terms_at: Date | null;
  price_raised_at: Date | null;
  revision_id: string;
  revision: number;
  revision_status: string;
  /** Of a submission; null before it was judged. */
  risk: Risk | null;
  package_version: string | null;
  package_size: string | null;
  package_sha256: string | null;
  rejection_reason: string | null;
  submitted_at: Date | null;
  reviewed_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const ALL_CONTENT = columnsOf("r", CONTENT_COLUMNS);
/** Large content, as null: lists leave it out. */
const NO_LARGE = new Map<string, string>(
  LARGE_FIELDS.map((name) => [name, `NULL::${CONTENT[name].form === "json" ? "json" : "text"} AS ${name}`]),
);
const SMALL_CONTENT = CONTENT_COLUMNS.map((column) => NO_LARGE.get(column) ?? `r.${column}`).join(", ");

/** The columns of a `SkillRow`, from the tables of `SKILL_TABLES`. */
const skillColumns = (content: string) =>
  `s.id, s.slug, s.owner_id, a.email AS developer_email, a.name AS developer_name, s.status,
    EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS live, s.live_revision_id,
    s.unlisted_at, s.visibility, s.sales_pause_reason, s.suspended_at, s.suspension_reason,
    EXISTS (SELECT 1 FROM review_event e WHERE e.skill_id = s.id AND e.revision_id = r.id
    AND e.action = 'appeal' AND (r.status <> 'approved' OR s.sales_pause_reason IS NULL
      OR e.created_at >= s.unlisted_at)) AS appealed,
    s.pricing_type, s.price_micros, s.subscription_interval,
    s.price_per_call_micros, s.free_calls, s.operation_prices, s.units, s.operation_units,
    s.trial_days, s.plans, s.next_terms, s.next_terms_at, s.price_raised_at, r.id AS revision_id,
    r.number AS revision, r.status AS revision_status, r.risk, ${content}, p.version AS package_version,
    p.size_bytes AS package_size, p.sha256 AS package_sha256, r.rejection_reason, r.submitted_at, r.reviewed_at,
    s.created_at, s.updated_at`;

/** The tables of a `SkillRow`; the join names its revision. */
const skillTables = (revision: string) =>
  `skill s JOIN account a ON a.id = s.owner_id JOIN skill_revision r ON ${revision}
    LEFT JOIN skill_package p ON p.id = r.package_id`;

/** Skills with their newest revisions; follow it with WHERE. */
export const SELECT_SKILL = `SELECT ${skillColumns(ALL_CONTENT)} FROM ${skillTables("r.id = s.current_revision_id")}`;
const SELECT_SUMMARY = `SELECT ${skillColumns(SMALL_CONTENT)} FROM ${skillTables("r.id = s.current_revision_id")}`;
const SELECT_REVISION = `SELECT ${skillColumns(ALL_CONTENT)}
  FROM ${skillTables("r.skill_id = s.id AND r.id = coalesce($2::uuid, s.live_revision_id)")}`;

/** Whose skills are looked for: an account's, or all accounts'; private ones of others only where `any` asks for them. */
type Whose = string | "public" | "any";

/** A skill with its newest revision, as `db` sees it, or null. */
export async function findSkill(db: Queryable | undefined, id: string, whose: Whose): Promise<SkillRow | null> {
  const ownerId = whose === "public" || whose === "any" ? null : whose;
  const [row] = await query<SkillRow>(
    "skill.get",
    `${SELECT_SKILL} WHERE s.id = $1
      AND CASE WHEN $2::uuid IS NULL THEN $3::boolean OR s.visibility = 'public' ELSE s.owner_id = $2 END`,
    [id, ownerId, whose === "any"],
    db,
  );
  return row ?? null;
}

/** Locks a skill for this transaction and reads it; null for another account's. */
export async function lockSkill(db: Queryable, id: string, whose: Whose): Promise<SkillRow | null> {
  await lockRows(db, "skill", "id", id);
  return findSkill(db, id, whose);
}

/** A skill with one of its revisions, or null; with the approved one when `revisionId` is null. */
export async function findRevision(id: string, revisionId: string | null, db?: Queryable): Promise<SkillRow | null> {
  const [row] = await query<SkillRow>("skill.revision", `${SELECT_REVISION} WHERE s.id = $1`, [id, revisionId], db);
  return row ?? null;
}

/** The skills of a developer with their newest revisions, newest first, without the content that may be large. */
export function listSkills(ownerId: string, { limit, offset }: PageRequest): Promise<SkillRow[]> {
  return query<SkillRow>(
    "skill.list",
    `${SELECT_SUMMARY} WHERE s.owner_id = $1 ORDER BY s.created_at DESC, s.id DESC LIMIT $2 OFFSET $3`,
    [ownerId, limit, offset],
  );
}

/** Marks a skill as changed now. */
export async function touch(db: Queryable, id: string): Promise<void> {
  await prisma(db).skill.update({ where: { id }, data: { updatedAt: new Date() } });
}

/** The content of a row's newest revision. */
export function contentOfRow(row: SkillRow): Content {
  return pick(row, CONTENT_COLUMNS);
}

/** The commercial terms of a row. */
export function termsOfRow(row: SkillRow): Terms {
  return fromNextTerms(row);
}

/** The approved content. */
export function toApprovedView(row: SkillRow): ApprovedRevision {
  return {
    ...pick(row, CONTENT_NAMES),
    revision: row.revision,
    package: packageOf(row),
    reviewed_at: row.reviewed_at,
  };
}

const creditsOf = (prices: Record<string, string>) =>
  Object.fromEntries(Object.entries(prices).map(([name, micros]) => [name, toCredits(BigInt(micros))]));

function packageOf(row: SkillRow): OwnedSkill["package"] {
  if (!row.package_sha256) return null;
  return { version: row.package_version ?? "", size: Number(row.package_size), sha256: row.package_sha256 };
}

function salesPauseOf({ sales_pause_reason: reason, unlisted_at: since }: SkillRow): OwnedSkill["sales_pause"] {
  return reason !== null && since ? { reason, since } : null;
}

/** A skill for its owner and administrators. */
export function toOwnedView(row: SkillRow): OwnedSkill {
  const { priceMicros, pricePerCallMicros } = termsOfRow(row);
  return {
    id: row.id,
    slug: row.slug,
    status: row.status,
    live: row.live,
    approved: row.live_revision_id !== null,
    unlisted_at: row.visibility === "public" ? row.unlisted_at : null,
    visibility: row.visibility,
    missing: missingToSubmit(contentOfRow(row), termsOfRow(row)),
    sales_pause: salesPauseOf(row),
    suspension: row.suspended_at && { reason: row.suspension_reason ?? "", since: row.suspended_at },
    ...pick(row, CONTENT_NAMES),
    pricing_type: row.pricing_type,
    price: priceMicros === null ? null : toCredits(priceMicros),
    subscription_interval: row.subscription_interval,
    price_per_call: pricePerCallMicros === null ? null : toCredits(pricePerCallMicros),
    free_calls: row.free_calls,
    operation_prices: creditsOf(row.operation_prices),
    units: toUnits(row.units),
    operation_units: toOperationUnits(row.operation_units),
    trial_days: row.trial_days,
    plans: toPlans(row),
    price_change: toPriceChange(row),
    package: packageOf(row),
    revision: row.revision,
    rejection_reason: row.rejection_reason,
    appealed: row.appealed,
    submitted_at: row.submitted_at,
    reviewed_at: row.reviewed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
