/**
 * What a package holds, for those who consider buying it. Invariant: who has not bought a package sees the list of its files and
 * what `previewOf` gives of its SKILL.md, and nothing else unless its developer shows all files.
 */

import type { PackageContents } from "@/lib/demand/distribution/schemas";
import { isOpen, notFree } from "@/lib/demand/distribution/service";
import * as detail from "@/lib/demand/purchases/skill-detail";
import { requireKeyAllows, requireScope } from "@/lib/identity/keys/guardrails";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { requireFetchable } from "@/lib/supply/advisories/installing";
import { filePart, skillMdOf, toFrontmatterView } from "@/lib/supply/packages/contents";
import type { PackageFile } from "@/lib/supply/packages/schemas";
import * as packages from "@/lib/supply/packages/service";
import { previewOf } from "@/lib/supply/packages/skill-preview";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";

type Found = { skill: Awaited<ReturnType<typeof detail.read>>; manifest: packages.CheckedManifest };

/** The files of a skill's package, SKILL.md first, and what SKILL.md says. */
export async function list(caller: Caller | null, slug: string): Promise<PackageContents> {
  const { skill, manifest } = await requirePackage(caller, slug);
  const key = caller?.key;
  const mayHave = !key || (key.scopes.includes("execute") && (key.skills.length === 0 || key.skills.includes(slug)));
  return contentsOf(skill, manifest, mayHave);
}

/** The same of a package that is at hand, as somebody sees it who may read what `skill.access` says. */
export async function contentsOf(
  skill: Found["skill"],
  manifest: Found["manifest"],
  mayHave = true,
): Promise<PackageContents> {
  const { frontmatter, body } = await skillMdOf(manifest);
  const readable = skill.package_preview === "all_files" || (mayHave && isReadable(skill));
  const { text, headings, isWhole } = previewOf(body, readable ? "all_files" : skill.package_preview);
  const keyOf = ({ path }: { path: string }) => (path === SKILL_FILE ? "" : path);
  return {
    ...manifest,
    files: manifest.files.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    frontmatter: toFrontmatterView(frontmatter),
    skill_md: text,
    headings,
    complete: isWhole,
    preview: skill.package_preview,
    readable,
    install:
      (skill.price_per_call ?? skill.price) === 0 ? `npx skills add ${env().PUBLIC_URL}/skills/${skill.slug}` : null,
  };
}

/** A part of a file, from the character or byte `offset` on. Of a yanked version, for those who had it. Throws version_yanked. */
export async function file(
  caller: Caller | null,
  { slug, path }: { slug: string; path: string },
  offset: number,
): Promise<PackageFile> {
  const { skill, manifest } = await requirePackage(caller, slug);
  const isKnown = manifest.files.some((listed) => listed.path === path);
  if (isKnown && skill.package_preview !== "all_files") {
    if (!isReadable(skill)) throw notFree(skill);
    if (caller) {
      requireScope(caller, "execute");
      requireKeyAllows(caller, slug);
    }
  }
  if (isKnown)
    await requireFetchable(caller, {
      skill_id: skill.id,
      slug,
      owner_id: skill.developer.id,
      revision_number: skill.version,
    });
  return filePart(manifest, path, { offset });
}

const isReadable = (skill: Found["skill"]) =>
  skill.package_preview === "all_files" || skill.access.reason === "admin" || isOpen(skill);

async function requirePackage(caller: Caller | null, slug: string): Promise<Found> {
  const skill = await detail.read(caller, slug);
  const held =
    skill.execution_type !== "api" && skill.package ? await packages.findManifest(slug, skill.package.sha256) : null;
  if (!held) throw new AppError("no_package", "This skill has no package.");
  return { skill, manifest: held };
}
