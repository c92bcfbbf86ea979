/** What people read of a stored package: its SKILL.md, and its files part by part. */
import { Cache } from "@/lib/platform/core/cache";
import { notFound } from "@/lib/platform/core/errors";
import { type PartStart, partOf } from "@/lib/supply/packages/parts";
import type { PackageFile, PackageFrontmatter } from "@/lib/supply/packages/schemas";
import { type CheckedManifest, readFile } from "@/lib/supply/packages/service";
import { parseSkillMd, type SkillFrontmatter } from "@/lib/supply/packages/skill-md";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";

/** Bytes of SKILL.md files in the cache: an archive is opened once for many readers. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

type SkillMdText = { frontmatter: SkillFrontmatter | null; body: string };

const cached = new Cache<SkillMdText>({
  name: "skill_md",
  maxBytes: MAX_CACHED_BYTES,
  bytesOf: ({ body }) => Buffer.byteLength(body),
});

/** The SKILL.md of a package: its fields, null when they cannot be read, and its Markdown. */
export async function skillMdOf(manifest: CheckedManifest): Promise<SkillMdText> {
  const known = cached.get(manifest.sha256);
  if (known) return known;
  const text = (await readFile(manifest, SKILL_FILE))?.toString("utf8") ?? "";
  const { frontmatter, body } = parseSkillMd(text);
  cached.set(manifest.sha256, { frontmatter, body });
  return { frontmatter, body };
}

/** The fields of a SKILL.md as they are answered. */
export function toFrontmatterView(frontmatter: SkillFrontmatter | null): PackageFrontmatter | null {
  if (frontmatter === null) return null;
  const { name, description, license, compatibility, metadata, allowedTools } = frontmatter;
  return { name, description, license, compatibility, metadata, allowed_tools: allowedTools };
}

/** A part of a file, with every character that it has. */
export async function filePart(manifest: CheckedManifest, path: string, start: PartStart): Promise<PackageFile> {
  const listed = manifest.files.find((file) => file.path === path);
  const content = listed ? await readFile(manifest, path) : null;
  if (!listed || !content) throw notFound();
  const { nextOffset, ...part } = partOf(content, start);
  return { path, size: listed.size, sha256: listed.sha256, ...part, next_offset: nextOffset };
}
