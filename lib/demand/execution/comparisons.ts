/** The comparison calls of all skills, for administrators: what was called, what it is compared with, and what differed. */
import type { Comparison, ComparisonQuery } from "@/lib/demand/execution/comparison-schemas";
import { readPage } from "@/lib/platform/core/page-query";

const MAX_SHOWN_CHARS = 4_000;

type Row = {
  id: string;
  skill_id: string;
  slug: string;
  name: string;
  version: number;
  tool: string | null;
  called_at: Date;
  differences: { text: string }[] | null;
  is_severe: boolean;
  found: Comparison["found"];
  failure: string | null;
  sent: object | null;
  received: string | null;
  reviewed: string | null;
};

/** What a comparison found; those of earlier releases did not store it, and one that did not end has failed. */
const FOUND = `coalesce(c.found, CASE WHEN c.differences IS NULL THEN 'failed' WHEN c.is_severe THEN 'severe'
  WHEN c.differences::text = '[]' THEN 'none' ELSE 'minor' END)`;

const FROM = `comparison_call c JOIN skill s ON s.id = c.skill_id
  JOIN skill_revision r ON r.skill_id = c.skill_id AND r.number = c.version
  LEFT JOIN submission_probe p ON p.revision_id = r.id
  WHERE ($skill::text IS NULL OR s.slug = $skill) AND ($found::text IS NULL OR $found = ${FOUND})`;

/** Comparisons, newest first. Those of more than 90 days ago are deleted. */
export function list({ found, skill, limit, offset }: ComparisonQuery) {
  const statement = {
    name: "execution.comparisons",
    text: `SELECT c.id, s.id AS skill_id, s.slug, r.name, c.version, c.tool, c.called_at, c.differences, c.is_severe,
         ${FOUND} AS found, c.failure, c.sent, c.received,
         left(CASE WHEN c.tool IS NULL THEN p.result #>> '{response,body}' ELSE (
            SELECT t ->> 'text' FROM json_array_elements(p.tools) AS t WHERE t ->> 'tool' = c.tool LIMIT 1)
          END, ${MAX_SHOWN_CHARS}) AS reviewed
        FROM ${FROM} ORDER BY c.called_at DESC, c.id DESC LIMIT $limit OFFSET $offset`,
    matches: FROM,
    values: { found: found ?? null, skill: skill ?? null },
  };
  return readPage(statement, { limit, offset }, toView);
}

function toView({ skill_id, slug, name, is_severe, differences, ...row }: Row): Comparison {
  return {
    ...row,
    skill: { id: skill_id, slug, name },
    severe: is_severe,
    differences: differences?.map(({ text }) => text) ?? [],
  };
}
