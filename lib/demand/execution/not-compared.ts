/** Listings that no comparison calls, and why: they are left out by the same condition that this lists. */
import type { NotComparedQuery, NotComparedSkill } from "@/lib/demand/execution/comparison-schemas";
import { readPage } from "@/lib/platform/core/page-query";
import type { NotCompared } from "@/lib/supply/review/not-compared";

/** API skills `l` on the marketplace, with the test call `p` of the version that was reviewed. */
export const CALLED_LISTINGS = `(SELECT * FROM listing l
    WHERE l.execution_type <> 'download' AND l.api_endpoint IS NOT NULL) AS l
  LEFT JOIN submission_probe p ON p.revision_id = l.revision_id`;

/** Why the listing `l` is not compared, as `NotCompared`; null when it is. A customer's call would carry the buyer's secret. */
export const REASON = `CASE WHEN l.credentials IS NOT NULL THEN 'buyers_secret'
  WHEN l.operations IS NOT NULL AND NOT EXISTS (SELECT FROM json_array_elements(l.operations) AS o
    WHERE NOT coalesce((o ->> 'hidden')::boolean, false)
      AND NOT coalesce((o #>> '{annotations,destructive}')::boolean, false)
      AND coalesce(o #>> '{http,method}', '') <> 'DELETE') THEN 'destructive_tools'
  WHEN l.operations IS NOT NULL AND NOT EXISTS (SELECT FROM json_array_elements(p.tools) AS t
    WHERE t ->> 'failure' IS NULL AND t ->> 'text' IS NOT NULL) THEN 'no_reviewed_response'
  WHEN l.operations IS NULL AND NOT coalesce((p.result ->> 'ok')::boolean
    AND p.result #>> '{response,body}' IS NOT NULL, false) THEN 'no_reviewed_response' END`;

const FROM = `(SELECT l.skill_id, l.slug, l.name, l.revision_number AS version, ${REASON} AS reason
  FROM ${CALLED_LISTINGS}) AS n
  WHERE n.reason IS NOT NULL AND ($reason::text IS NULL OR n.reason = $reason)`;

type Row = { skill_id: string; slug: string; name: string; version: number; reason: NotCompared };

/** Listings that are never compared, by name. */
export function list({ reason, limit, offset }: NotComparedQuery) {
  const statement = {
    name: "execution.not_compared",
    text: `SELECT n.skill_id, n.slug, n.name, n.version, n.reason FROM ${FROM}
      ORDER BY n.name, n.skill_id LIMIT $limit OFFSET $offset`,
    matches: FROM,
    values: { reason: reason ?? null },
  };
  return readPage(statement, { limit, offset }, toView);
}

const toView = ({ skill_id: id, slug, name, version, reason }: Row): NotComparedSkill => ({
  skill: { id, slug, name },
  version,
  reason,
});
