/**
 * How much developers may store, and what is forgotten. Invariants: what is on sale, waits or was ever approved keeps its
 * package; a forgotten one keeps its version and hash, so that the version never comes to mean other bytes.
 */
import { type Queryable, query, transaction } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import { isRoundEnding } from "@/lib/jobs/round";
import * as packages from "@/lib/packages/service";

const MIB = 1024 * 1024;
/** Most bytes of one developer's packages that no reviewer has approved. */
const MAX_UNREVIEWED_BYTES = 1024 * MIB;
/** Most bytes of all of one developer's packages. */
const MAX_STORED_BYTES = 20 * 1024 * MIB;
/** How long a package is kept that no revision has (any more), and one of a revision that was refused or replaced. */
const KEPT_UNNAMED_HOURS = 24;
const KEPT_REFUSED_DAYS = 30;
/** Most packages that one statement forgets. */
const BATCH = 200;

/** Which packages (`p`, of the skill `s`) nothing needs any more. */
const IS_UNNEEDED = `p.forgotten_at IS NULL AND p.created_at < now() - interval '${KEPT_UNNAMED_HOURS} hours' AND NOT EXISTS (
  SELECT 1 FROM skill_revision r WHERE r.package_id = p.id AND (r.status = 'approved' OR r.id = s.current_revision_id OR r.id = s.live_revision_id
    OR greatest(r.created_at, r.submitted_at, r.reviewed_at) > now() - interval '${KEPT_REFUSED_DAYS} days'))`;

/**
 * Checks that a developer may store so many bytes more. Inside a transaction, with `isLocking`, uploads of the same
 * developer wait for each other here. Throws invalid_request.
 */
export async function requireRoom(
  db: Queryable | undefined,
  ownerId: string,
  sizeBytes: number,
  { isLocking = false } = {},
): Promise<void> {
  if (isLocking) {
    await query(
      "keeping.lock",
      "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
      [`packages:${ownerId}`],
      db,
    );
  }
  const [row] = await query<{ stored: string; unreviewed: string }>(
    "keeping.stored",
    `SELECT coalesce(sum(p.size_bytes), 0) AS stored, coalesce(sum(p.size_bytes) FILTER (WHERE NOT EXISTS (
         SELECT 1 FROM skill_revision r WHERE r.package_id = p.id AND r.status = 'approved')), 0) AS unreviewed
       FROM skill s JOIN skill_package p ON p.skill_id = s.id WHERE s.owner_id = $1 AND p.forgotten_at IS NULL`,
    [ownerId],
    db,
  );
  const limits = [
    [
      row?.unreviewed,
      MAX_UNREVIEWED_BYTES,
      "packages that are not approved yet; drafts' former ones are forgotten after a day",
    ],
    [row?.stored, MAX_STORED_BYTES, "packages"],
  ] as const;
  for (const [bytes, most, what] of limits) {
    if (Number(bytes ?? 0) + sizeBytes <= most) continue;
    throw invalid([{ param: "package", message: `a developer stores at most ${most / MIB} MB of ${what}` }]);
  }
}

/**
 * Forgets packages that no revision has had for a day, and those whose revisions were refused or replaced 30 days ago, and
 * removes from the store what no package needs any more. Returns how many were forgotten.
 */
export async function forgetUnneeded(): Promise<number> {
  let forgotten = 0;
  for (let found = BATCH; found === BATCH && !isRoundEnding(); ) {
    const skills = await query<{ id: string }>(
      "keeping.candidates",
      `SELECT DISTINCT s.id FROM skill_package p JOIN skill s ON s.id = p.skill_id WHERE ${IS_UNNEEDED} LIMIT ${BATCH}`,
      [],
    );
    forgotten += await forgetOf(skills.map(({ id }) => id));
    found = skills.length;
  }
  await packages.sweepStore();
  return forgotten;
}

/** An upload that brings a package back holds its skill's lock, so the question is put again once that is held here. */
async function forgetOf(skillIds: string[]): Promise<number> {
  if (skillIds.length === 0) return 0;
  return transaction(async (db) => {
    await query(
      "keeping.skills",
      "SELECT 1 FROM skill WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE",
      [skillIds],
      db,
    );
    const rows = await query(
      "keeping.forget",
      `UPDATE skill_package SET forgotten_at = now(), manifest = '[]', findings = '[]' WHERE id IN (
         SELECT p.id FROM skill_package p JOIN skill s ON s.id = p.skill_id WHERE s.id = ANY($1::uuid[]) AND ${IS_UNNEEDED})
       RETURNING 1 AS gone`,
      [skillIds],
      db,
    );
    return rows.length;
  });
}
