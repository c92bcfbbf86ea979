/**
 * Packages: accepted once, kept under the hash of their bytes, never changed.
 * Invariant: a version string of a skill always means the same bytes.
 */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Queryable, query, transaction } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { eachInTurn } from "@/lib/jobs/round";
import { type ManifestFile, readArchiveFile } from "@/lib/packages/archive";
import type { UnpackedFile } from "@/lib/packages/archive-contents";
import { errorFinding, type Finding, invalidPackage } from "@/lib/packages/finding";
import { folderStore } from "@/lib/packages/folder-store";
import { type Inspection, inspectPackage } from "@/lib/packages/inspect";
import { inTurn, type StagingRoom, stagingRoom } from "@/lib/packages/intake";
import { ARCHIVE_LIMITS } from "@/lib/packages/limits";
import { s3Store } from "@/lib/packages/s3-store";
import type { PackageManifest } from "@/lib/packages/schemas";
import { type PackageStore, storeFailure } from "@/lib/packages/store";
import { storeAccess } from "@/lib/packages/store-access";
import { nextPatch } from "@/lib/packages/version";

/** How long bytes are kept that no package needs: much longer than an upload takes to record what it has stored. */
const KEPT_UNNEEDED_HOURS = 24;
/** Most bytes' names that one round removes from the store. */
const SWEEP_BATCH = 1000;

let opened: PackageStore | undefined;

/** Where this installation keeps its packages: an S3 bucket when one is configured, else a folder. */
export function store(): PackageStore {
  opened ??= openStore();
  return opened;
}

function openStore(): PackageStore {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATA_DIR } = env();
  if (!S3_BUCKET) return folderStore(join(DATA_DIR, "packages"));
  return s3Store({
    bucket: S3_BUCKET,
    region: S3_REGION,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
    ...(S3_ACCESS_KEY_ID &&
      S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
  });
}

/**
 * Streams an upload to a temporary file, inspects it for the skill `slug` and stores its bytes, unless `requireStorable`
 * throws. Throws payload_too_large, too_many_in_flight when uploads take up all room, invalid_request for an upload that
 * breaks off, and invalid_package with every finding; then nothing is stored.
 */
export async function accept(
  body: ReadableStream<Uint8Array> | null,
  slug: string,
  requireStorable: (inspection: Inspection) => Promise<void>,
): Promise<Inspection> {
  // A folder of this upload's own, which nobody else on the machine can have made or can look into.
  const folder = await mkdtemp(join(tmpdir(), "marketplace-upload-"));
  const path = join(folder, "package.zip");
  const room = stagingRoom();
  try {
    await receive(body, path, room);
    const inspection = await inTurn(() => inspectPackage(path, slug));
    await requireStorable(inspection);
    await keep(inspection, path);
    return inspection;
  } finally {
    await rm(folder, { recursive: true, force: true });
    room.free();
  }
}

/** Puts bytes into the store, noted first: what is noted is neither lost sight of nor removed while it is young. */
async function keep({ sha256, sizeBytes }: Inspection, path: string): Promise<void> {
  await query(
    "packages.keep",
    "INSERT INTO package_blob (sha256, size_bytes) VALUES ($1, $2) ON CONFLICT (sha256) DO UPDATE SET put_at = now()",
    [sha256, sizeBytes],
  );
  await store().put(sha256, path, sizeBytes);
}

/** Removes what was stored for uploads that came to nothing, or for packages that are forgotten. Returns how many. */
export async function sweepStore(): Promise<number> {
  const isUnneeded = `b.put_at < now() - interval '${KEPT_UNNEEDED_HOURS} hours'
    AND NOT EXISTS (SELECT 1 FROM skill_package p WHERE p.sha256 = b.sha256 AND p.forgotten_at IS NULL)`;
  const unneeded = await query<{ sha256: string }>(
    "packages.unneeded",
    `SELECT b.sha256 FROM package_blob b WHERE ${isUnneeded} LIMIT ${SWEEP_BATCH}`,
    [],
  );
  const removed = await eachInTurn(
    "sweep-store",
    unneeded,
    ({ sha256 }) => sha256,
    ({ sha256 }) =>
      // The row stays locked until the bytes are gone: an upload of the same ones waits, and then stores them anew.
      transaction(async (db) => {
        const [gone] = await query(
          "packages.unkeep",
          `DELETE FROM package_blob b WHERE b.sha256 = $1 AND ${isUnneeded} RETURNING 1 AS gone`,
          [sha256],
          db,
        );
        if (gone) await store().remove(sha256);
        return gone !== undefined;
      }),
  );
  return removed.filter(Boolean).length;
}

async function receive(
  body: ReadableStream<Uint8Array> | null,
  path: string,
  room: StagingRoom,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  let size = 0;
  try {
    for await (const part of partsOf(body)) {
      size += part.length;
      if (size > ARCHIVE_LIMITS.maxPackedBytes) {
        throw new AppError(
          "payload_too_large",
          `A package is at most ${ARCHIVE_LIMITS.maxPackedBytes} bytes.`,
          { details: { max_bytes: ARCHIVE_LIMITS.maxPackedBytes } },
        );
      }
      room.take(part.length);
      await file.writeFile(part);
    }
  } finally {
    await file.close();
  }
}

/** What an upload brings, part by part. Throws invalid_request when its sender stops in the middle. */
async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (cause) {
    throw new AppError("invalid_request", "The upload ended before it was complete.", {
      param: "body",
      cause,
    });
  }
}

type Known = { id: string; version: string; sha256: string; forgotten: boolean };

/**
 * The version that an inspected package would be of a skill, and its row when the same bytes were recorded before.
 * Throws invalid_package when the version string means other bytes already.
 */
export async function versionFor(
  db: Queryable | undefined,
  skillId: string,
  inspection: Inspection,
): Promise<{ version: string; same: Known | undefined }> {
  const known = await query<Known>(
    "packages.versions",
    "SELECT id, version, sha256, forgotten_at IS NOT NULL AS forgotten FROM skill_package WHERE skill_id = $1",
    [skillId],
    db,
  );
  const same = known.find(({ sha256 }) => sha256 === inspection.sha256);
  const version = same?.version ?? inspection.version ?? nextPatch(known.map((row) => row.version));
  if (!same && known.some((row) => row.version === version)) {
    throw invalidPackage([
      errorFinding(
        "version_reused",
        "SKILL.md",
        `Version ${version} was uploaded before with other content; raise metadata.version.`,
      ),
    ]);
  }
  return { version, same };
}

/**
 * Records an inspected package as the skill's newest version, inside the caller's transaction. The same bytes again are
 * the same version. Returns its id. Throws invalid_package when the version string means other bytes already.
 */
export async function record(db: Queryable, skillId: string, inspection: Inspection): Promise<string> {
  const { version, same } = await versionFor(db, skillId, inspection);
  const contents = [JSON.stringify(inspection.manifest), JSON.stringify(inspection.findings)];
  if (same?.forgotten) {
    await query(
      "packages.remember",
      "UPDATE skill_package SET forgotten_at = NULL, manifest = $2, findings = $3 WHERE id = $1",
      [same.id, ...contents],
      db,
    );
  }
  if (same) return same.id;
  const id = newId();
  await query(
    "packages.record",
    `INSERT INTO skill_package (id, skill_id, version, sha256, size_bytes, manifest, findings) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, skillId, version, inspection.sha256, inspection.sizeBytes, ...contents],
    db,
  );
  return id;
}

type PackageRow = {
  version: string;
  sha256: string;
  size_bytes: string;
  manifest: ManifestFile[];
  findings: Finding[];
  created_at: Date;
};

/** A manifest that also says what the checks have read, which reviewers are shown. */
export type CheckedManifest = Omit<PackageManifest, "files"> & { files: ManifestFile[] };

/** What a package holds and what was found in it, or null. */
export async function getManifest(id: string): Promise<CheckedManifest | null> {
  const [row] = await query<PackageRow>(
    "packages.get",
    "SELECT version, sha256, size_bytes, manifest, findings, created_at FROM skill_package WHERE id = $1",
    [id],
  );
  if (!row) return null;
  const { manifest, size_bytes, ...rest } = row;
  return { ...rest, size: Number(size_bytes), files: manifest };
}

/** All of one file of a stored package, or null when it has none of this path. Throws internal when the store fails. */
export async function readFile(
  { sha256, size }: Pick<PackageManifest, "sha256" | "size">,
  path: string,
): Promise<UnpackedFile | null> {
  try {
    return await readArchiveFile({ access: storeAccess(store(), sha256, size) }, path);
  } catch (cause) {
    // It was accepted before: that it cannot be read now is our failure, not the package's.
    throw storeFailure(cause);
  }
}

/** What was found in a package; empty when there is none. */
export async function findingsOf(id: string): Promise<Finding[]> {
  const [row] = await query<{ findings: Finding[] }>(
    "packages.findings",
    "SELECT findings FROM skill_package WHERE id = $1",
    [id],
  );
  return row?.findings ?? [];
}
