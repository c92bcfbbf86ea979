import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { ZipFile } from "yauzl";
import { megabytes } from "@/lib/platform/core/limits";
import { merged } from "@/lib/supply/packages/behavior";
import type { PackageBehavior } from "@/lib/supply/packages/behavior-schemas";
import { cutFindings, errorFinding, type Finding, invalidPackage, printable } from "@/lib/supply/packages/finding";
import { MAX_CHECKED_BYTES } from "@/lib/supply/packages/limits";
import { listFiles, type PackedFile, unpack, withZip } from "@/lib/supply/packages/read-archive";
import { type RepositoryChoice, repositoryFolder } from "@/lib/supply/packages/repository";
import type { Checked } from "@/lib/supply/packages/schemas";
import { parseSkillMd, type SkillFrontmatter } from "@/lib/supply/packages/skill-md";
import { requireSkillRoot, SKILL_FILE } from "@/lib/supply/packages/skill-root";
import { checkFile } from "@/lib/supply/packages/static-checks";
import {
  type CanonicalArchive,
  type CanonicalFile,
  pack,
  writeCanonicalArchive,
} from "@/lib/supply/packages/write-archive";

/** One file of a package, relative to the skill's folder; `size` counts unpacked bytes. */
export type ManifestFile = {
  path: string;
  size: number;
  sha256: string;
  checked?: Checked;
  executable?: boolean;
};

/** An accepted package: its canonical archive and what it holds. `findings` has matters of form, then what the checks found. */
export type Inspection = CanonicalArchive & {
  manifest: ManifestFile[];
  findings: Finding[];
  /** What its code does. */
  behavior: PackageBehavior;
  /** `metadata.version` if it is a semantic version. */
  version: string | null;
  name: string;
  description: string;
  /** The text of SKILL.md after its frontmatter. */
  instructions: string;
};

const MAX_NOTICES = 200;
const MAX_NAMED = 5;

/**
 * Reads the uploaded ZIP at `path` once, checks its layout, SKILL.md and the content of every file, and writes the
 * canonical archive to `target`: the same files in one folder named as the skill, sorted, without what a system added.
 * Of a repository's archive, only the folder of one skill is read: see `repositoryFolder`.
 */
export async function inspectPackage(
  path: string,
  target: string,
  repository: RepositoryChoice | null = null,
): Promise<Inspection> {
  const within = repository ? await repositoryFolder(path, repository) : "";
  return withZip(path, async (zip) => {
    const { files, leftOut } = await listFiles(zip, within);
    const root = within || requireSkillRoot(files.map((file) => file.path));
    const own = files
      .map((file) => ({ ...file, path: file.path.slice(root.length) }))
      .sort((left, right) => (left.path < right.path ? -1 : 1));
    const { frontmatter, instructions, findings } = await readSkillMd(zip, own);
    const found = { manifest: [] as ManifestFile[], notices: [] as Finding[], behaviors: [] as PackageBehavior[] };
    const archive = await writeCanonicalArchive(target, frontmatter.name, checkedContents(zip, own, found));
    return {
      ...archive,
      manifest: found.manifest,
      findings: [
        ...findings,
        ...leftOutWarning(leftOut),
        ...unreadNotice(found.manifest),
        ...cutFindings(found.notices, MAX_NOTICES, null),
      ],
      behavior: merged(found.behaviors),
      version: frontmatter.version,
      name: frontmatter.name,
      description: frontmatter.description,
      instructions,
    };
  });
}

async function readSkillMd(
  zip: ZipFile,
  files: PackedFile[],
): Promise<{ frontmatter: SkillFrontmatter; instructions: string; findings: Finding[] }> {
  const file = files.find(({ path }) => path === SKILL_FILE);
  if (file === undefined) throw new Error("The skill's root has no SKILL.md.");
  if (file.sizeBytes > MAX_CHECKED_BYTES) {
    const message = `SKILL.md is ${megabytes(file.sizeBytes)}; the limit is ${megabytes(MAX_CHECKED_BYTES)}. Move parts of it to references.`;
    throw invalidPackage([errorFinding("skill_md_size", SKILL_FILE, message)]);
  }
  const content = await unpack(zip, file);
  if (!isUtf8(content)) {
    throw invalidPackage([errorFinding("skill_md_encoding", SKILL_FILE, "SKILL.md is not UTF-8. Save it as UTF-8.")]);
  }
  const paths = new Set(files.map(({ path }) => path));
  const { frontmatter, body, findings } = parseSkillMd(content.toString("utf8"), { files: paths });
  const [first, ...rest] = findings;
  if (first?.severity === "error") throw invalidPackage([first, ...rest]);
  if (frontmatter === null) throw new Error("A SKILL.md without errors has a frontmatter.");
  return { frontmatter, instructions: body, findings };
}

/** Unpacks the files of a package one by one, and adds what the checks say of each to `found`. */
async function* checkedContents(
  zip: ZipFile,
  files: PackedFile[],
  found: { manifest: ManifestFile[]; notices: Finding[]; behaviors: PackageBehavior[] },
): AsyncGenerator<CanonicalFile> {
  // One buffer for all files: new ones of this size keep the garbage collector busy.
  const buffer = Buffer.allocUnsafeSlow(Math.max(...files.map(({ sizeBytes }) => sizeBytes)));
  for (const file of files) {
    const { path, isExecutable, entry } = file;
    const content = await unpack(zip, file, buffer);
    // Other threads pack it meanwhile.
    const [packed, { sha256, checked, findings, behavior }] = await Promise.all([pack(content), lookAt(path, content)]);
    found.manifest.push({ path, size: content.length, sha256, checked, executable: isExecutable });
    found.notices.push(...findings);
    if (behavior) found.behaviors.push(behavior);
    yield { path, content, packed, crc32: entry.crc32, sha256, isExecutable };
  }
}

async function lookAt(path: string, content: Buffer) {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const isWhole = content.length <= MAX_CHECKED_BYTES;
  const start = content.subarray(0, MAX_CHECKED_BYTES);
  return { sha256, ...(await checkFile({ path, content: start, isWhole })) };
}

function leftOutWarning(paths: string[]): Finding[] {
  if (paths.length === 0) return [];
  const what = paths.length === 1 ? "a file" : `${paths.length} files`;
  const message = `Left out ${what} that macOS, Windows or Git had added to the ZIP: ${someOf(paths)}.`;
  return [{ rule: "system_files", file: null, line: null, severity: "low", message }];
}

/** Reports the files that no check has read, so that no findings is not mistaken for a good result. */
function unreadNotice(manifest: ManifestFile[]): Finding[] {
  const unread = manifest.filter(({ checked }) => checked === "none").map(({ path }) => path);
  if (unread.length === 0) return [];
  const message = `No check read ${unread.length} of ${manifest.length} files, which are not text: ${someOf(unread)}.`;
  return [{ rule: "unread_files", file: null, line: null, severity: "medium", message }];
}

function someOf(paths: string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "";
  return `${paths.slice(0, MAX_NAMED).map(printable).join(", ")}${more}`;
}
