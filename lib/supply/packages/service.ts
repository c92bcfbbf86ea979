/**
 * Packages: read once when they are uploaded, written again as a canonical archive, never changed afterwards.
 * Invariant: a version string of a skill always means the same content.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import type { SkillPackage } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import type { PackageBehavior } from "@/lib/supply/packages/behavior-schemas";
import { store } from "@/lib/supply/packages/configured-store";
import { bySeverity, errorFinding, type Finding, invalidPackage } from "@/lib/supply/packages/finding";
import { type Inspection, inspectPackage, type ManifestFile } from "@/lib/supply/packages/inspect";
import { inTurn, stagingRoom } from "@/lib/supply/packages/intake";
import { listFiles, readOne, unpack, withZip } from "@/lib/supply/packages/read-archive";
import { inTemporaryFolder, receive, save, type Upload } from "@/lib/supply/packages/receive";
import type { RepositoryChoice } from "@/lib/supply/packages/repository";
import { PACKAGE_RULES } from "@/lib/supply/packages/rules";
import type { PackageManifest } from "@/lib/supply/packages/schemas";
import { storeFailure } from "@/lib/supply/packages/store";
import { nextPatch } from "@/lib/supply/packages/version";

/** A ZIP as it arrives: a package, or a repository's archive with one in a folder. */
export type SentPackage = Upload & { repository?: RepositoryChoice | null };

/**
 * Reads an upload, checks it and stores its canonical archive, unless `requireStorable` throws. Throws
 * payload_too_large, too_many_in_flight when uploads take up all room, invalid_request for an upload that breaks off, and
 * invalid_package with every finding; then nothing is stored.
 */
export async function accept(
  accountId: string,
  sent: SentPackage,
  requireStorable: (inspection: Inspection) => Promise<void>,
): Promise<Inspection> {
  return inspected(accountId, sent, async (inspection, canonical) => {
    await requireStorable(inspection);
    await putBlob(inspection, canonical);
  });
}

/**
 * Reads and checks an upload as `accept` does, and stores nothing. Throws the same. Also throws too_many_in_flight and
 * invalid_package.
 */
export async function examine(accountId: string, sent: SentPackage): Promise<Inspection> {
  return inspected(accountId, sent, async () => {});
}

async function inspected(
  accountId: string,
  upload: SentPackage,
  use: (inspection: Inspection, canonical: string) => Promise<void>,
): Promise<Inspection> {
  const room = stagingRoom();
  return inTemporaryFolder(async (folder) => {
    const [sent, canonical] = [join(folder, "sent.zip"), join(folder, "canonical.zip")];
    await receive(upload, sent, room);
    const inspection = await inTurn(accountId, () => inspectPackage(sent, canonical, upload.repository ?? null));
    // While a slow store takes the archive, the upload takes no more room than it has asked for.
    await rm(sent);
    await use(inspection, canonical);
    return inspection;
  }).finally(() => room.free());
}

/** Puts a file into the store, recorded first so that retention finds it if the upload comes to nothing. */
export async function putBlob(
  { sha256, sizeBytes }: Pick<Inspection, "sha256" | "sizeBytes">,
  path: string,
): Promise<void> {
  await prisma().packageBlob.upsert({
    where: { sha256 },
    create: { sha256, sizeBytes },
    update: { putAt: new Date() },
  });
  await store().put(sha256, path, sizeBytes);
}

type Known = Pick<SkillPackage, "id" | "version" | "contentSha256" | "removedAt">;

/**
 * The version that an inspected package would be of a skill, and its row when the same content was recorded before.
 * Throws invalid_package when the version string means other content already.
 */
export async function versionFor(
  db: Queryable | undefined,
  skillId: string,
  inspection: Inspection,
): Promise<{ version: string; same: Known | undefined }> {
  const known = await prisma(db).skillPackage.findMany({
    where: { skillId },
    select: { id: true, version: true, contentSha256: true, removedAt: true },
  });
  const same = known.find((row) => row.contentSha256 === inspection.contentSha256);
  const version = same?.version ?? inspection.version ?? nextPatch(known.map((row) => row.version));
  if (!same && known.some((row) => row.version === version)) {
    throw invalidPackage([
      errorFinding(
        "version_reused",
        "SKILL.md",
        `Version ${version} was uploaded before with other content. Raise metadata.version.`,
      ),
    ]);
  }
  return { version, same };
}

/**
 * Records an inspected package as the skill's newest version, inside the caller's transaction. The same content again
 * is the same version. Returns its id. Throws invalid_package when the version string means other content already.
 */
export async function record(db: Queryable, skillId: string, inspection: Inspection): Promise<string> {
  const { version, same } = await versionFor(db, skillId, inspection);
  const { name, sha256, contentSha256, sizeBytes } = inspection;
  const contents = {
    sha256,
    sizeBytes,
    manifest: inspection.manifest,
    findings: inspection.findings,
    behavior: inspection.behavior,
    rules: [...PACKAGE_RULES],
  };
  if (same?.removedAt)
    await prisma(db).skillPackage.update({ where: { id: same.id }, data: { removedAt: null, ...contents } });
  if (same) return same.id;
  const id = newId();
  await prisma(db).skillPackage.create({ data: { id, skillId, version, name, contentSha256, ...contents } });
  return id;
}

/** A manifest that also says what the checks have read, which reviewers are shown. */
export type CheckedManifest = Omit<PackageManifest, "files"> & { files: ManifestFile[] };

/** What a package holds and what was found in it, or null. */
export async function getManifest(id: string): Promise<CheckedManifest | null> {
  const row = await prisma().skillPackage.findUnique({ where: { id } });
  return row && toManifest(row);
}

/** The same of a skill's package by the digest of its archive, while its bytes are there. */
export async function findManifest(slug: string, sha256: string): Promise<CheckedManifest | null> {
  const row = await prisma().skillPackage.findFirst({ where: { sha256, removedAt: null, skill: { slug } } });
  return row && toManifest(row);
}

function toManifest(row: SkillPackage): CheckedManifest {
  return {
    version: row.version,
    name: row.name,
    sha256: row.sha256,
    size: Number(row.sizeBytes),
    files: row.manifest as ManifestFile[],
    findings: bySeverity(row.findings as Finding[]),
    behavior: row.behavior as PackageBehavior | null,
    created_at: row.createdAt,
  };
}

/** All of one file of a stored package, or null when it has none of this path. Throws unavailable while the store is down. */
export async function readFile(
  { sha256, name }: Pick<PackageManifest, "sha256" | "name">,
  path: string,
): Promise<Buffer | null> {
  try {
    return await inTemporaryFolder(async (folder) => {
      const archive = join(folder, "canonical.zip");
      await save(await store().open(sha256), archive);
      return readOne(archive, `${name}/${path}`);
    });
  } catch (cause) {
    // It was accepted before: that it cannot be read now is our failure, not the package's.
    throw storeFailure(cause);
  }
}

/** Every file of a stored package, by its path. Throws unavailable while the store is down. */
export async function readFiles({
  sha256,
  name,
}: Pick<PackageManifest, "sha256" | "name">): Promise<Map<string, Buffer>> {
  try {
    return await inTemporaryFolder(async (folder) => {
      const archive = join(folder, "canonical.zip");
      await save(await store().open(sha256), archive);
      return withZip(archive, async (zip) => {
        const contents = new Map<string, Buffer>();
        const { files } = await listFiles(zip);
        for (const file of files) contents.set(file.path.slice(name.length + 1), await unpack(zip, file));
        return contents;
      });
    });
  } catch (cause) {
    throw storeFailure(cause);
  }
}

/** What was found in a package, the most severe first; empty when there is none. */
export async function findingsOf(id: string, db?: Queryable): Promise<Finding[]> {
  const row = await prisma(db).skillPackage.findUnique({ where: { id }, select: { findings: true } });
  return bySeverity((row?.findings ?? []) as Finding[]);
}

/** The rules that inspected a package; none of one from before they were noted. */
export async function rulesOf(id: string, db?: Queryable): Promise<string[]> {
  const row = await prisma(db).skillPackage.findUnique({ where: { id }, select: { rules: true } });
  return row?.rules ?? [];
}
