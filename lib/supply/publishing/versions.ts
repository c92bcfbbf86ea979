/**
 * Versions: the approved revisions of a skill as consumers may see them. Invariant: only approved revisions of a live
 * skill are shown, and an endpoint is only reported as changed.
 */

import type { Provenance } from "@/lib/identity/keys/releases";
import type { Caller } from "@/lib/platform/core/caller";
import { sourceFor } from "@/lib/platform/core/db";
import type { PageRequest } from "@/lib/platform/core/page";
import { readPage } from "@/lib/platform/core/page-query";
import * as catalog from "@/lib/supply/catalog/service";
import { toView } from "@/lib/supply/publishing/bundles";
import { openUntil } from "@/lib/supply/publishing/older-versions";
import { compareVersions } from "@/lib/supply/publishing/version-changes";
import { CHANGES, CONTENT_COLUMNS } from "@/lib/supply/skills/content-fields";

type VersionRow = {
  id: string;
  previous_id: string | null;
  version: number;
  approved_at: Date;
  package_version: string | null;
  package_size_bytes: string | null;
  package_sha256: string | null;
  changed: boolean[] | null;
  superseded_at: Date | null;
  ended_at: Date | null;
  provenance: Provenance | null;
  signer: string | null;
  issuer: string | null;
  verified_at: Date | null;
};

function bundleOf({ signer, issuer, verified_at: verifiedAt, package_sha256: sha256 }: VersionRow) {
  return signer === null || verifiedAt === null ? null : toView({ signer, issuer, verifiedAt }, sha256 ?? "");
}

/** Compared as text: json has no equality, and a new order of parameters is a change. */
const DIFFERS = CONTENT_COLUMNS.map(
  (column) => `r.${column}::text IS DISTINCT FROM lag(r.${column}::text) OVER w`,
).join(", ");

/** The approved revisions of a skill, newest first, each with its changes. */
export async function list(caller: Caller | null, slug: string, page: PageRequest) {
  const listing = await catalog.requireListing(slug);
  const matches = "skill_revision r WHERE r.skill_id = $1 AND r.status = 'approved'";
  const statement = {
    name: "versions.list",
    text: `SELECT v.id, v.previous_id, v.version, v.approved_at, v.changed, p.version AS package_version,
       p.size_bytes AS package_size_bytes, p.sha256 AS package_sha256,
       o.superseded_at, o.ended_at, b.provenance, g.signer, g.issuer, g.verified_at FROM (
       SELECT r.id, r.number AS version, r.reviewed_at AS approved_at, r.package_id,
         lag(r.id) OVER w AS previous_id,
         CASE WHEN row_number() OVER w > 1 THEN ARRAY[${DIFFERS}] END AS changed
       FROM ${matches} WINDOW w AS (ORDER BY r.number)) AS v
       LEFT JOIN skill_package p ON p.id = v.package_id LEFT JOIN superseded_version o ON o.revision_id = v.id
       LEFT JOIN package_provenance b ON b.package_id = p.id LEFT JOIN package_bundle g ON g.package_id = p.id
     ORDER BY v.version DESC LIMIT $2 OFFSET $3`,
    matches,
    values: [listing.skill_id],
    source: sourceFor(caller),
  };
  const found = await readPage(statement, page, (row: VersionRow) => row);
  const changesOf = await compareVersions(listing.skill_id, listing.revision_id, found.data);
  const data = found.data.map((row) => ({
    version: row.version,
    approved_at: row.approved_at,
    is_live: row.id === listing.revision_id,
    callable_until: row.superseded_at && openUntil({ supersededAt: row.superseded_at, endedAt: row.ended_at }),
    package:
      row.package_version === null
        ? null
        : {
            version: row.package_version,
            size: Number(row.package_size_bytes),
            sha256: row.package_sha256 ?? "",
          },
    provenance: row.provenance,
    publisher_bundle: bundleOf(row),
    changed: CHANGES.filter((_, at) => row.changed?.[at]),
    changes: changesOf(row),
  }));
  return { ...found, data };
}
