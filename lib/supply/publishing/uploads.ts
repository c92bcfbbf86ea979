/**
 * Package uploads of developers. Invariant: a refused upload changes nothing; an accepted one is a change of content,
 * in one transaction with its version.
 */
import { provenanceOf } from "@/lib/identity/keys/releases";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { Inspection } from "@/lib/supply/packages/inspect";
import { inIntake } from "@/lib/supply/packages/intake";
import type { Upload } from "@/lib/supply/packages/receive";
import { requireQuota } from "@/lib/supply/packages/retention";
import type { PackageManifest, UploadedPackage } from "@/lib/supply/packages/schemas";
import * as packages from "@/lib/supply/packages/service";
import * as publishing from "@/lib/supply/publishing/service";

const MEDIA_TYPES = new Set(["application/zip", "application/x-zip-compressed", "application/octet-stream"]);

/** Accepts a package for one of the caller's skills. */
export async function upload(caller: Caller, id: string, upload: Upload, submit?: false): Promise<UploadedPackage> {
  await publishing.openUpload(caller, id, submit);
  requireArchiveType(upload);
  const packageId = await store(caller, upload, { skillFor: async () => id, submit });
  const manifest = await requireManifest(packageId);
  return { ...manifest, message: messageOf(manifest) };
}

export function requireArchiveType({ headers }: Pick<Upload, "headers">): void {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!MEDIA_TYPES.has(type)) throw invalid([{ param: "Content-Type", message: "must be application/zip" }]);
}

/**
 * Stores a package as a change of the skill that `skillFor` names, once the package is known to be sound. Returns the id
 * of its version. Throws what `upload` throws, and what `skillFor` throws.
 */
export async function store(
  caller: Caller,
  sent: packages.SentPackage,
  { skillFor, submit }: { skillFor: (found: Inspection) => Promise<string>; submit: false | undefined },
): Promise<string> {
  return inIntake(caller.accountId, async () => {
    // Checked before the upload is read, and again under the locks before it is stored.
    await requireQuota(undefined, caller.accountId, 0);
    let id = "";
    const inspection = await packages.accept(caller.accountId, sent, async (found) => {
      id = await skillFor(found);
      const { same } = await packages.versionFor(undefined, id, found);
      if (!same) await requireQuota(undefined, caller.accountId, found.sizeBytes);
    });
    return transaction(async (db) => {
      await publishing.lock(db, id, caller);
      const { same } = await packages.versionFor(db, id, inspection);
      if (!same || same.removedAt) await requireQuota(db, caller.accountId, inspection.sizeBytes, { isLocking: true });
      const recorded = await packages.record(db, id, inspection);
      if (caller.key?.releases) await noteProvenance(db, recorded, caller.key.id);
      await publishing.attachPackage(db, caller, id, { packageId: recorded, submit });
      return recorded;
    });
  });
}

/** Records where a package was built; the first run that sent it counts. */
async function noteProvenance(db: Queryable, packageId: string, keyId: string): Promise<void> {
  const provenance = await provenanceOf(db, keyId);
  if (provenance)
    await prisma(db).packageProvenance.createMany({ data: [{ packageId, provenance }], skipDuplicates: true });
}

/** Reads and checks a package as `store` does, and stores nothing. Throws the same. */
export async function examine(caller: Caller, sent: packages.SentPackage): Promise<Inspection> {
  return inIntake(caller.accountId, () => packages.examine(caller.accountId, sent));
}

/** Explains to the sender why the digest in the response differs from their file's. */
function messageOf({ name, files }: PackageManifest): string {
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  return `We rewrote your ZIP as one folder, ${name}, with ${count}. Reviewers, buyers and agents get that archive; size and sha256 are its own.`;
}

/** The newest package of one of the caller's skills. */
export async function manifest(caller: Caller, id: string): Promise<PackageManifest> {
  const skill = await prisma().skill.findUnique({
    where: { id, ownerId: caller.accountId },
    select: { currentRevisionId: true },
  });
  if (!skill) throw notFound();
  const revision = await prisma().skillRevision.findUnique({
    where: { id: skill.currentRevisionId },
    select: { packageId: true },
  });
  if (!revision?.packageId) throw new AppError("no_package", "This skill has no package yet: PUT one to this path.");
  return requireManifest(revision.packageId);
}

async function requireManifest(packageId: string): Promise<PackageManifest> {
  const found = await packages.getManifest(packageId);
  if (!found) throw notFound();
  return found;
}
