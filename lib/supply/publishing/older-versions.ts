/**
 * Older versions that can still be called: for 90 days after a breaking one followed them, unless their developer ends that.
 * Invariant: a call runs the endpoint and the schemas of one approved version, never a mixture of two.
 */

import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { wholeList } from "@/lib/platform/core/page";
import type { ListingDetail } from "@/lib/supply/catalog/service";
import { lockSkill, type SkillRow } from "@/lib/supply/publishing/rows";
import type { OlderVersion } from "@/lib/supply/publishing/version-schemas";

/** How long a version can be called after a breaking one followed it. */
const CALLABLE_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Until when a version that a breaking one followed can be called, should its developer not end it. */
function callableUntil(supersededAt: Date): Date {
  return new Date(supersededAt.getTime() + CALLABLE_DAYS * DAY_MS);
}

type Superseded = { supersededAt: Date; endedAt: Date | null };

/** Until when a version can be called, or null when that is over or was ended. */
export function openUntil({ supersededAt, endedAt }: Superseded): Date | null {
  const until = callableUntil(supersededAt);
  return endedAt === null && until.getTime() > Date.now() ? until : null;
}

/** Records that a breaking version follows this one, inside the transaction that approves it. Returns until when it can be called. */
export async function supersede(db: Queryable, before: SkillRow): Promise<Date | null> {
  if (before.execution_type === "download" || before.api_endpoint === null) return null;
  const { supersededAt } = await prisma(db).supersededVersion.create({
    data: { revisionId: before.revision_id, skillId: before.id, number: before.revision },
  });
  return callableUntil(supersededAt);
}

type Called = Pick<
  ListingDetail,
  | "revision_id"
  | "revision_number"
  | "execution_type"
  | "api_endpoint"
  | "endpoint_type"
  | "operations"
  | "credentials"
  | "api_schema"
  | "response_schema"
  | "response_mode"
>;
type FoundRow = Called & { superseded_at: Date; ended_at: Date | null };

/** The first version at or after the one that is asked for which a breaking one followed; no row for an unknown version. */
const FIND = `
  SELECT r.id AS revision_id, r.number AS revision_number, r.execution_type, r.api_endpoint,
      r.endpoint_type, r.operations, r.credentials, r.api_schema,
      r.response_schema, r.response_mode, v.superseded_at, v.ended_at
    FROM (SELECT r.number FROM skill_revision r LEFT JOIN skill_package p ON p.id = r.package_id
       WHERE r.skill_id = $1 AND r.status = 'approved' AND (r.number::text = $2 OR p.version = $2)
       ORDER BY r.number DESC LIMIT 1) AS asked
      LEFT JOIN LATERAL (SELECT * FROM superseded_version v WHERE v.skill_id = $1 AND v.number >= asked.number
       ORDER BY v.number LIMIT 1) AS v ON true
      LEFT JOIN skill_revision r ON r.id = v.revision_id`;

/**
 * A skill as a call of one of its versions sees it: the number of an approved version, or the version of its package. A
 * version that only compatible ones followed runs as the newest of these. Price and access stay those of today.
 */
export async function atVersion(listing: ListingDetail, version: string): Promise<ListingDetail> {
  if (version === String(listing.revision_number) || version === listing.package_version) return listing;
  const [row] = await query<{ [K in keyof FoundRow]: FoundRow[K] | null }>("versions.callable", FIND, [
    listing.skill_id,
    version,
  ]);
  if (!row) throw await unavailable(listing, `This skill has no version ${version}.`);
  if (row.revision_id === null) return listing;
  const { superseded_at, ended_at, ...called } = row as FoundRow;
  if (openUntil({ supersededAt: superseded_at, endedAt: ended_at }) === null)
    throw await unavailable(listing, `Version ${version} can no longer be called.`);
  return { ...listing, ...called };
}

type PackageRow = { number: number; id: string; version: string; size_bytes: string; sha256: string };

/** The newest approved version of a skill with this version of its package; a package's files are deleted once no version needs them. */
const PACKAGE = `SELECT r.number, r.id, p.version, p.size_bytes, p.sha256
  FROM skill_revision r JOIN skill_package p ON p.id = r.package_id
  WHERE r.skill_id = $1 AND r.status = 'approved' AND p.version = $2 AND p.removed_at IS NULL
  ORDER BY r.number DESC LIMIT 1`;

/** A skill as a download of an exact version of its package sees it. Throws version_unavailable. */
export async function atPackage(listing: ListingDetail, version: string): Promise<ListingDetail> {
  if (version === listing.package_version) return listing;
  const [row] = await query<PackageRow>("versions.package", PACKAGE, [listing.skill_id, version]);
  if (!row)
    throw new AppError("version_unavailable", `The package of this skill has no version ${version}.`, {
      param: "version",
      details: { current: listing.revision_number },
    });
  return {
    ...listing,
    revision_id: row.id,
    revision_number: row.number,
    package_version: row.version,
    package_size_bytes: row.size_bytes,
    package_sha256: row.sha256,
  };
}

async function unavailable(listing: ListingDetail, what: string): Promise<AppError> {
  const older = await prisma().supersededVersion.findMany({
    where: { skillId: listing.skill_id },
    orderBy: { number: "asc" },
  });
  const open = older.filter((version) => openUntil(version) !== null).map(({ number }) => number);
  const callable = [...open, listing.revision_number];
  return new AppError("version_unavailable", `${what} Versions that can be called: ${callable.join(", ")}.`, {
    param: "version",
    details: { callable, current: listing.revision_number },
  });
}

const toView = (row: Superseded & { number: number }): OlderVersion => ({
  version: row.number,
  superseded_at: row.supersededAt,
  callable_until: openUntil(row),
  ends_at: callableUntil(row.supersededAt),
  callable: openUntil(row) !== null,
});

/** The versions of one of the caller's skills that a breaking one followed in the last 90 days, newest first. */
export async function list({ accountId }: Caller, skillId: string) {
  const skill = await prisma().skill.findUnique({
    where: { id: skillId, ownerId: accountId },
    select: { id: true },
  });
  if (!skill) throw notFound();
  const rows = await prisma().supersededVersion.findMany({
    where: { skillId, supersededAt: { gt: new Date(Date.now() - CALLABLE_DAYS * DAY_MS) } },
    orderBy: { number: "desc" },
  });
  return wholeList(rows.map(toView));
}

/** Ends the calls of an older version immediately, or allows them again until its 90 days are over. */
export async function setCallable(
  { accountId }: Caller,
  { id, version }: { id: string; version: number },
  callable: boolean,
): Promise<OlderVersion> {
  return transaction(async (db) => {
    if (!(await lockSkill(db, id, accountId))) throw notFound();
    const where = { skillId_number: { skillId: id, number: version } };
    const found = await prisma(db).supersededVersion.findUnique({ where });
    if (!found) throw notFound();
    if (openUntil({ ...found, endedAt: null }) === null)
      throw new AppError("version_unavailable", `The ${CALLABLE_DAYS} days of version ${version} are over.`, {
        param: "version",
      });
    const endedAt = callable ? null : (found.endedAt ?? new Date());
    return toView(await prisma(db).supersededVersion.update({ where, data: { endedAt } }));
  });
}
