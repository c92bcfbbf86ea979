/** Listings that no comparison calls, and why: they are left out by the same condition that this lists. */
import type { NotComparedQuery, NotComparedSkill } from "@/lib/demand/execution/comparison-schemas";
import { query } from "@/lib/platform/core/db";
import { MAX_TOTAL, toPage } from "@/lib/platform/core/page";
import type { NotCompared } from "@/lib/supply/review/not-compared";

/** API skills `l` on the marketplace, with the test call `p` of the version that was reviewed. */
export const CALLED_LISTINGS = `(SELECT * FROM listing l
    WHERE l.execution_type <> 'download' AND l.api_endpoint IS NOT NULL) AS l
  LEFT JOIN submission_probe p ON p.revision_id = l.revision_id`;

/** Whether the test call `p` has a response to compare with; stored responses are parsed only where an earlier release wrote them. */
const HAS_RESPONSE = `coalesce(p.has_response, CASE WHEN l.operations IS NULL
  THEN (p.result ->> 'ok')::boolean AND p.result #>> '{response,body}' IS NOT NULL
  ELSE EXISTS (SELECT FROM json_array_elements(p.tools) AS t WHERE t ->> 'failure' IS NULL AND t ->> 'text' IS NOT NULL)
  END, false)`;

/** Why the listing `l` is not compared, as `NotCompared`; null when it is. A customer's call would carry the buyer's secret. */
export const REASON = `CASE WHEN l.credentials IS NOT NULL THEN 'buyers_secret'
  WHEN l.operations IS NOT NULL AND NOT EXISTS (SELECT FROM json_array_elements(l.operations) AS o
    WHERE NOT coalesce((o ->> 'hidden')::boolean, false)
      AND NOT coalesce((o #>> '{annotations,destructive}')::boolean, false)
      AND coalesce(o #>> '{http,method}', '') <> 'DELETE') THEN 'destructive_tools'
  WHEN NOT ${HAS_RESPONSE} THEN 'no_reviewed_response' END`;

/** One reading finds the page and the total: the order is that of the primary key, so that it stops where totals do. */
const LIST = `
  WITH found AS MATERIALIZED (
    SELECT n.skill_id, n.slug, n.name, n.version, n.reason
      FROM (SELECT l.skill_id, l.slug, l.name, l.revision_number AS version, ${REASON} AS reason
        FROM ${CALLED_LISTINGS}) AS n
     WHERE n.reason IS NOT NULL AND ($1::text IS NULL OR n.reason = $1)
     ORDER BY n.skill_id LIMIT ${MAX_TOTAL + 1})
  SELECT c.total, shown.* FROM (SELECT count(*)::int AS total FROM found) AS c
    LEFT JOIN (SELECT * FROM found ORDER BY skill_id LIMIT $2 OFFSET $3) AS shown ON true
   ORDER BY shown.skill_id`;

type Row = { skill_id: string; slug: string; name: string; version: number; reason: NotCompared };
type Found = { total: number } & (Row | Record<keyof Row, null>);

/** Listings that are never compared, the oldest first. */
export async function list({ reason, limit, offset }: NotComparedQuery) {
  const found = await query<Found>("execution.not_compared", LIST, [reason ?? null, limit, offset]);
  const rows = found.filter((row): row is { total: number } & Row => row.skill_id !== null);
  return toPage(rows.map(toView), found[0]?.total ?? 0, { limit, offset });
}

const toView = ({ skill_id: id, slug, name, version, reason }: Row): NotComparedSkill => ({
  skill: { id, slug, name },
  version,
  reason,
});
