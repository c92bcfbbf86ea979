/**
 * How much developers may store, and what is removed. Invariants: what is on sale, waits for review or was ever approved
 * keeps its package; a removed one keeps its version and hash, so that the version never comes to mean other content.
 */
import { lockName, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";
import { lockRows } from "@/lib/platform/core/locks";
import { forEachIsolated, isRunEnding } from "@/lib/platform/jobs/isolated";
import { store } from "@/lib/supply/packages/configured-store";

const MIB = 1024 * 1024;
/** Most bytes of one developer's packages that no reviewer has approved. */
const MAX_UNREVIEWED_BYTES = 1024 * MIB;
const MAX_STORED_BYTES = 20 * 1024 * MIB;
/** Age at which a package is removed that no revision has (any more). */
const UNUSED_HOURS = 24;
/** Time after which the package of a refused or replaced revision is removed. */
const REFUSED_DAYS = 30;
/** Age at which stored bytes are removed that no package has: much longer than an upload takes to record them. */
const UNRECORDED_HOURS = 24;
const SKILL_BATCH = 200;
const STORE_BATCH = 1000;

/** Which packages (`p`, of the skill `s`) nothing needs any more. */
const IS_UNUSED = `p.removed_at IS NULL AND p.created_at < now() - interval '${UNUSED_HOURS} hours' AND NOT EXISTS (
  SELECT 1 FROM skill_revision r WHERE r.package_id = p.id
    AND (r.status = 'approved' OR r.id = s.current_revision_id OR r.id = s.live_revision_id
    OR greatest(r.created_at, r.submitted_at, r.reviewed_at) > now() - interval '${REFUSED_DAYS} days'))`;

/** Which stored files (`b`) no package and no image has. */
const IS_UNRECORDED = `b.put_at < now() - interval '${UNRECORDED_HOURS} hours'
  AND NOT EXISTS (SELECT 1 FROM skill_package p WHERE p.sha256 = b.sha256 AND p.removed_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM skill_image i WHERE i.sha256 = b.sha256)`;

/**
 * Checks that a developer may store so many bytes more. Inside a transaction, with `isLocking`, uploads of the same
 * developer wait for each other here.
 */
export async function requireQuota(
  db: Queryable | undefined,
  ownerId: string,
  sizeBytes: number,
  { isLocking = false } = {},
): Promise<void> {
  if (db && isLocking) await lockName(db, `packages:${ownerId}`);
  const [row] = await query<{ stored: string; unreviewed: string }>(
    "retention.stored",
    `SELECT coalesce(sum(p.size_bytes), 0) AS stored, coalesce(sum(p.size_bytes) FILTER (WHERE NOT EXISTS (
         SELECT 1 FROM skill_revision r WHERE r.package_id = p.id AND r.status = 'approved')), 0) AS unreviewed
       FROM skill s JOIN skill_package p ON p.skill_id = s.id WHERE s.owner_id = $1 AND p.removed_at IS NULL`,
    [ownerId],
    db,
  );
  const limits = [
    [
      row?.unreviewed,
      MAX_UNREVIEWED_BYTES,
      "packages that are not approved yet; replaced drafts are removed after a day",
    ],
    [row?.stored, MAX_STORED_BYTES, "packages"],
  ] as const;
  for (const [bytes, most, what] of limits) {
    if (Number(bytes ?? 0) + sizeBytes <= most) continue;
    throw invalid([{ param: "package", message: `a developer stores at most ${most / MIB} MB of ${what}` }]);
  }
}

/**
 * Removes packages that no revision has had for a day, those whose revisions were refused or replaced 30 days ago, and
 * the bytes of uploads that were never recorded. Returns how many packages were removed.
 */
export async function removeUnused(): Promise<number> {
  let removed = 0;
  for (let found = SKILL_BATCH; found === SKILL_BATCH && !isRunEnding(); ) {
    const skills = await query<{ id: string }>(
      "retention.candidates",
      `SELECT DISTINCT s.id FROM skill_package p JOIN skill s ON s.id = p.skill_id
        WHERE ${IS_UNUSED} LIMIT ${SKILL_BATCH}`,
      [],
    );
    removed += await removeOf(skills.map(({ id }) => id));
    found = skills.length;
  }
  await removeUnrecorded();
  return removed;
}

/** An upload of the same content locks its skill before it brings a package back, so the lock comes first here, too. */
async function removeOf(skillIds: string[]): Promise<number> {
  if (skillIds.length === 0) return 0;
  return transaction(async (db) => {
    await lockRows(db, "skill", "id", skillIds);
    const rows = await query(
      "retention.remove",
      `UPDATE skill_package SET removed_at = now(), manifest = '[]', findings = '[]' WHERE id IN (
         SELECT p.id FROM skill_package p JOIN skill s ON s.id = p.skill_id
           WHERE s.id = ANY($1::uuid[]) AND ${IS_UNUSED})
       RETURNING 1 AS gone`,
      [skillIds],
      db,
    );
    return rows.length;
  });
}

async function removeUnrecorded(): Promise<void> {
  const unrecorded = await query<{ sha256: string }>(
    "retention.unrecorded",
    `SELECT b.sha256 FROM package_blob b WHERE ${IS_UNRECORDED} LIMIT ${STORE_BATCH}`,
    [],
  );
  await forEachIsolated(
    "package-store",
    unrecorded,
    ({ sha256 }) => sha256,
    ({ sha256 }) =>
      // The row stays locked until the bytes are gone: an upload of the same ones waits, and then stores them anew.
      transaction(async (db) => {
        const [gone] = await query(
          "retention.unrecord",
          `DELETE FROM package_blob b WHERE b.sha256 = $1 AND ${IS_UNRECORDED} RETURNING 1 AS gone`,
          [sha256],
          db,
        );
        if (gone) await store().remove(sha256);
      }),
  );
}
