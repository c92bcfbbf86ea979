/**
 * Packages for administrators, in any state of their skill: contents, differences from the approved one, files, and
 * bytes. Invariant: everything is read from the archive that buyers would download.
 */

import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { Prisma, Skill } from "@/lib/platform/core/generated/client";
import { isSameFile } from "@/lib/supply/packages/compare";
import { store } from "@/lib/supply/packages/configured-store";
import { filePart, skillMdOf, toFrontmatterView } from "@/lib/supply/packages/contents";
import { printable } from "@/lib/supply/packages/finding";
import type { ManifestFile } from "@/lib/supply/packages/inspect";
import type { PackageFile } from "@/lib/supply/packages/schemas";
import { type CheckedManifest, getManifest, readFile } from "@/lib/supply/packages/service";
import { decodeText } from "@/lib/supply/packages/text";
import type { FileQuery, ReviewedPackage, RevisionQuery } from "@/lib/supply/review/package-schemas";

type Found = { skill: Skill; revision: number; manifest: CheckedManifest };

/** The contents of a revision's package, compared with the approved one. */
export async function get(id: string, asked: RevisionQuery): Promise<ReviewedPackage> {
  const { skill, revision, manifest } = await requirePackage(id, asked.revision);
  const approved = await approvedOf(skill, revision);
  const before = new Map(approved?.manifest.files.map((file) => [file.path, file]));
  const paths = new Set(manifest.files.map(({ path }) => path));
  const remarks = new Map<string | null, number>();
  for (const { file } of manifest.findings) remarks.set(file, (remarks.get(file) ?? 0) + 1);
  return {
    ...manifest,
    revision,
    frontmatter: toFrontmatterView((await skillMdOf(manifest)).frontmatter),
    compared_with: approved && {
      revision: approved.revision,
      version: approved.manifest.version,
      sha256: approved.manifest.sha256,
    },
    files: manifest.files.map((file) => ({
      ...file,
      change: changeOf(file, before.get(file.path)),
      checked: file.checked ?? null,
      findings: remarks.get(printable(file.path)) ?? 0,
    })),
    gone: [...before.values()].filter(({ path }) => !paths.has(path)),
  };
}

function changeOf(file: ManifestFile, before: ManifestFile | undefined): "new" | "changed" | "same" {
  if (before === undefined) return "new";
  return isSameFile(before, file) ? "same" : "changed";
}

/** Part of a file of a package, with every character. */
export async function file(id: string, { path, revision, offset, line }: FileQuery): Promise<PackageFile> {
  const { manifest } = await requirePackage(id, revision);
  return filePart(manifest, path, line === undefined ? { offset } : { line });
}

/** All of a file's text; null when it is not text, or when the package has no such file. */
export async function textOf(id: string, path: string, revision: number): Promise<string | null> {
  const { manifest } = await requirePackage(id, revision);
  const found = await readFile(manifest, path);
  return found && decodeText(found);
}

/** Streams a package and records that in the audit log. */
export async function download(caller: Caller, id: string, asked: RevisionQuery): Promise<Response> {
  const { skill, revision, manifest } = await requirePackage(id, asked.revision);
  const { slug } = skill;
  const { version, sha256, size } = manifest;
  const body = await store().open(sha256);
  await transaction((db) =>
    audit.write(db, caller.accountId, "package.download", { type: "skill", id }, { slug, revision, version, sha256 }),
  ).catch(async (error: unknown) => {
    await body.cancel();
    throw error;
  });
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(size),
      "Content-Disposition": `attachment; filename="${slug}-revision-${revision}.zip"`,
      "Repr-Digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
      "Cache-Control": "private, no-store",
    },
  });
}

async function requirePackage(id: string, revision: number | undefined): Promise<Found> {
  const skill = await prisma().skill.findUnique({ where: { id, visibility: "public" } });
  if (!skill) throw notFound();
  const found = await manifestOf(
    revision === undefined ? { id: skill.currentRevisionId } : { skillId: id, number: revision },
  );
  if (!found) throw notFound();
  if (!found.manifest) throw new AppError("no_package", "This revision has no package.");
  // Only a removed package is empty: an upload without files is refused.
  if (found.manifest.files.length === 0)
    throw new AppError("no_package", "The package of this revision is no longer stored.");
  return { skill, revision: found.revision, manifest: found.manifest };
}

async function manifestOf(where: Prisma.SkillRevisionWhereInput) {
  const row = await prisma().skillRevision.findFirst({ where, select: { number: true, packageId: true } });
  return (
    row && {
      revision: row.number,
      manifest: row.packageId === null ? null : await getManifest(row.packageId),
    }
  );
}

/** The approved package, to compare another revision's with; null when there is none. */
async function approvedOf(skill: Skill, revision: number): Promise<Omit<Found, "skill"> | null> {
  if (skill.liveRevisionId === null) return null;
  const found = await manifestOf({ id: skill.liveRevisionId, number: { not: revision } });
  if (!found?.manifest || found.manifest.files.length === 0) return null;
  return { revision: found.revision, manifest: found.manifest };
}
