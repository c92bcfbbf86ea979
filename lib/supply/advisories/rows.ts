import { type Queryable, query } from "@/lib/platform/core/db";
import type { Advisory, AdvisoryKind, AdvisorySeverity } from "@/lib/supply/advisories/schemas";

/** An advisory with its skill, and the approved versions that it is about now. */
export type AdvisoryRow = {
  id: string;
  number: number;
  sequence: string;
  skill_id: string;
  slug: string;
  skill_name: string;
  kind: AdvisoryKind;
  by_marketplace: boolean;
  severity: AdvisorySeverity;
  summary: string;
  details: string;
  action: string;
  introduced: number;
  fixed_in: number | null;
  fixed_version: string | null;
  versions: string[];
  digests: string[];
  published_at: Date;
  modified_at: Date;
  withdrawn_at: Date | null;
};

/** Whether an advisory `a` is about an approved revision `r`: its package was yanked, or its number is in the range. */
export const ABOUT = `r.skill_id = a.skill_id AND r.status = 'approved' AND CASE a.kind WHEN 'yank'
  THEN r.package_id = a.package_id
  ELSE r.number >= a.introduced AND (a.fixed_in IS NULL OR r.number < a.fixed_in) END`;

/** A version as people and lock files name it. */
const LABEL = "coalesce(p.version, r.number::text)";

const ROWS = `SELECT a.id, a.number, a.sequence, a.skill_id, s.slug, n.name AS skill_name, a.kind, a.by_marketplace,
    a.severity, a.summary, a.details, a.action, a.introduced, a.fixed_in, a.published_at, a.modified_at,
    a.withdrawn_at, v.versions, v.digests,
    (SELECT ${LABEL} FROM skill_revision r LEFT JOIN skill_package p ON p.id = r.package_id
      WHERE r.skill_id = a.skill_id AND r.number = a.fixed_in) AS fixed_version
  FROM advisory a JOIN skill s ON s.id = a.skill_id
    CROSS JOIN LATERAL (SELECT name FROM skill_revision WHERE skill_id = s.id AND status = 'approved'
      ORDER BY number DESC LIMIT 1) AS n
    CROSS JOIN LATERAL (SELECT coalesce(array_agg(DISTINCT ${LABEL}), '{}') AS versions,
      coalesce(array_agg(DISTINCT p.sha256) FILTER (WHERE p.sha256 IS NOT NULL), '{}') AS digests
      FROM skill_revision r LEFT JOIN skill_package p ON p.id = r.package_id WHERE ${ABOUT}) AS v`;

const PUBLIC_YEAR = "2026-".length - 1;

/** The public name of an advisory. */
export const nameOf = ({ number, published_at }: Pick<AdvisoryRow, "number" | "published_at">) =>
  `SKM-${published_at.toISOString().slice(0, PUBLIC_YEAR)}-${number}`;

/** Who wrote an advisory. */
export const byOf = ({ by_marketplace }: Pick<AdvisoryRow, "by_marketplace">) =>
  by_marketplace ? ("marketplace" as const) : ("seller" as const);

export async function findAdvisory(db: Queryable | undefined, id: string): Promise<AdvisoryRow | null> {
  const [row] = await query<AdvisoryRow>("advisories.get", `${ROWS} WHERE a.id = $1`, [id], db);
  return row ?? null;
}

/** All advisories of a skill, newest first. */
export function advisoriesOf(skillId: string): Promise<AdvisoryRow[]> {
  return query<AdvisoryRow>("advisories.of_skill", `${ROWS} WHERE a.skill_id = $1 ORDER BY a.number DESC LIMIT 100`, [
    skillId,
  ]);
}

/** Advisories after a sequence number, in the order in which they were changed; with slugs, only those of these skills. */
export function advisoriesAfter(sequence: bigint, slugs: string[] | null, limit: number): Promise<AdvisoryRow[]> {
  return query<AdvisoryRow>(
    "advisories.after",
    `${ROWS} WHERE a.sequence > $1 AND s.visibility = 'public'
      AND ($2::text[] IS NULL OR s.slug = ANY($2)) ORDER BY a.sequence LIMIT $3`,
    [sequence, slugs, limit],
  );
}

/** The newest advisories, and how many there are. */
export async function newestAdvisories({ limit, offset }: { limit: number; offset: number }) {
  const [rows, [counted]] = await Promise.all([
    query<AdvisoryRow>(
      "advisories.newest",
      `${ROWS} WHERE s.visibility = 'public' ORDER BY a.number DESC LIMIT $1 OFFSET $2`,
      [limit, offset],
    ),
    query<{ count: number }>(
      "advisories.count",
      "SELECT count(*)::int AS count FROM advisory a JOIN skill s ON s.id = a.skill_id AND s.visibility = 'public'",
      [],
    ),
  ]);
  return { rows, total: counted?.count ?? 0 };
}

/** Versions of a skill's package that can be yanked, newest first. */
export async function yankable(skillId: string): Promise<string[]> {
  const rows = await query<{ version: string }>(
    "advisories.yankable",
    `SELECT p.version FROM skill_package p JOIN skill_revision r ON r.package_id = p.id AND r.status = 'approved'
      WHERE p.skill_id = $1 AND NOT package_yanked(p.id)
      GROUP BY p.version ORDER BY max(r.number) DESC LIMIT 100`,
    [skillId],
  );
  return rows.map(({ version }) => version);
}

/** An advisory as its seller and administrators see it. */
export function toView({
  skill_id: _,
  slug: __,
  skill_name: ___,
  sequence: ____,
  number,
  ...row
}: AdvisoryRow): Advisory {
  const { fixed_version: _____, ...shown } = row;
  return { ...shown, name: nameOf({ number, published_at: row.published_at }) };
}
