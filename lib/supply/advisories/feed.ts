/**
 * The public feed: every advisory as an OSV record (https://ossf.github.io/osv-schema/), in the order of its last change. Invariant: a
 * reader who goes on at `next_cursor` misses none.
 */
import { env } from "@/lib/platform/core/env";
import { invalid } from "@/lib/platform/core/errors";
import { type AdvisoryRow, advisoriesAfter, byOf, nameOf, newestAdvisories } from "@/lib/supply/advisories/rows";

const SCHEMA_VERSION = "1.7.3";
const PAGE = 200;
const MAX_SKILLS = 100;
/** A private skill's slug is one, too: a lock file names both kinds, and the feed has none of private skills. */
const SLUG = /^(?:@[a-z0-9-]{1,64}\/)?[a-z0-9-]{1,64}$/;
const CURSOR = /^\d{1,18}$/;

/** A page of the feed after a cursor; with slugs, separated by commas, only of these skills. Throws invalid_request. */
export async function read({ cursor, skills }: { cursor: string | null; skills: string | null }) {
  if (cursor !== null && !CURSOR.test(cursor))
    throw invalid([{ param: "cursor", message: "isn't a cursor of this feed" }]);
  const slugs = skills === null ? null : skills.split(",");
  if (slugs && (slugs.length > MAX_SKILLS || !slugs.every((slug) => SLUG.test(slug))))
    throw invalid([{ param: "skills", message: `takes at most ${MAX_SKILLS} slugs, separated by commas` }]);
  const rows = await advisoriesAfter(BigInt(cursor ?? "0"), slugs, PAGE + 1);
  const page = rows.slice(0, PAGE);
  return {
    advisories: page.map(toOsv),
    next_cursor: page.at(-1)?.sequence ?? cursor ?? "0",
    has_more: rows.length > PAGE,
  };
}

/** The newest advisories, a page of them, for people. */
export async function newestPage({ limit, offset }: { limit: number; offset: number }) {
  const { rows, total } = await newestAdvisories({ limit, offset });
  return { data: rows.map(shownOf), total, limit, offset, has_more: offset + rows.length < total };
}

/** The public part of an advisory. */
export const shownOf = (row: AdvisoryRow) => ({
  name: nameOf(row),
  kind: row.kind,
  by: byOf(row),
  severity: row.severity,
  skill: row.skill_name,
  slug: row.slug,
  summary: row.summary,
  details: row.details,
  action: row.action,
  versions: row.versions,
  digests: row.digests,
  fixed: row.fixed_version,
  published_at: row.published_at.toISOString(),
  withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
});

function toOsv(row: AdvisoryRow) {
  const base = env().PUBLIC_URL;
  const name = nameOf(row);
  const isRange = row.kind !== "yank";
  return {
    schema_version: SCHEMA_VERSION,
    id: name,
    published: row.published_at,
    modified: row.modified_at,
    ...(row.withdrawn_at && { withdrawn: row.withdrawn_at }),
    summary: row.summary,
    ...(row.details && { details: row.details }),
    affected: [
      {
        package: { ecosystem: new URL(base).host, name: row.slug },
        ...(isRange && {
          ranges: [
            {
              type: "ECOSYSTEM",
              events: [
                { introduced: String(row.introduced) },
                ...(row.fixed_in === null ? [] : [{ fixed: String(row.fixed_in) }]),
              ],
            },
          ],
        }),
        versions: row.versions,
        database_specific: { sha256: row.digests },
      },
    ],
    references: [{ type: "ADVISORY", url: `${base}/advisories#${name}` }],
    database_specific: {
      kind: row.kind,
      severity: row.severity.toUpperCase(),
      action: row.action,
      fixed_in: row.fixed_version,
      by: byOf(row),
    },
  };
}
