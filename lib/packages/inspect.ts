import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type ManifestFile, readArchive } from "@/lib/packages/archive";
import type { UnpackedFile } from "@/lib/packages/archive-contents";
import {
  cutFindings,
  errorFinding,
  type Finding,
  invalidPackage,
  MAX_FINDINGS,
  printable,
} from "@/lib/packages/finding";
import { MAX_CONTENT_BYTES, showBytes } from "@/lib/packages/limits";
import type { Checked } from "@/lib/packages/schemas";
import { parseSkillMd, type SkillMd } from "@/lib/packages/skill-md";
import { findSkillRoot, isSystemFile } from "@/lib/packages/skill-root";
import { checkFile } from "@/lib/packages/static-checks";

/** An accepted package. `findings` holds warnings for its author, then notices for its reviewer. */
export type Inspection = {
  /** Of the archive's bytes. */
  sha256: string;
  sizeBytes: number;
  manifest: ManifestFile[];
  findings: Finding[];
  /** `metadata.version` if it is a semantic version. */
  version: string | null;
  name: string;
  description: string;
  /** Where the skill lies in the archive: `""` or a folder with a slash at its end. */
  root: string;
};

const MAX_NOTICES = 200;
const MAX_UNREAD_NAMED = 5;
/** Most files in folders that are kept at hand because they may be the skill's; only one that has no neighbour is. */
const MAX_SKILL_FILES = 2;
const ROOT_SKILL_FILE = "SKILL.md";

/**
 * Reads the package at `path` and checks all of it: the archive, SKILL.md for the skill `slug`, and the content of
 * every file. Throws `invalid_package` with the errors, and the warnings after them, in `details.findings`.
 */
export async function inspectPackage(path: string, slug: string): Promise<Inspection> {
  const skillFiles = new Map<string, UnpackedFile>();
  const notices: Finding[] = [];
  const checked = new Map<string, Checked>();
  const listed = await readArchive(
    { path },
    {
      visit: async (file) => {
        // The root's own counts before any in a folder, wherever the archive lists it.
        if (file.path === ROOT_SKILL_FILE || (isSkillFile(file.path) && skillFiles.size < MAX_SKILL_FILES))
          skillFiles.set(file.path, file);
        const found = await checkFile(file);
        checked.set(file.path, found.checked);
        notices.push(...found.findings);
      },
    },
  );
  const manifest = listed.map((file) => ({ ...file, checked: checked.get(file.path) ?? "none" }));
  const paths = manifest.map((file) => file.path);
  const place = findSkillRoot(paths);
  if ("problem" in place) throw invalidPackage([place.problem]);
  const { root } = place;
  const skill = readSkillMd(skillFiles.get(`${root}SKILL.md`), paths, root, slug);
  const { frontmatter } = skill;
  const warnings = [...skill.findings, ...layoutWarnings(paths, root, slug)].slice(0, MAX_FINDINGS);
  const [first, ...rest] = warnings;
  if (first?.severity === "error") throw invalidPackage([first, ...rest]);
  if (frontmatter === null) throw new Error("A SKILL.md without errors has a frontmatter.");
  const { name, description, version } = frontmatter;
  const { sha256, sizeBytes } = await hashFile(path);
  return {
    sha256,
    sizeBytes,
    manifest,
    findings: [...warnings, ...unreadNotice(manifest), ...cutFindings(notices, MAX_NOTICES, null)],
    version,
    name,
    description,
    root,
  };
}

function isSkillFile(path: string): boolean {
  return path === ROOT_SKILL_FILE || (path.endsWith("/SKILL.md") && path.split("/").length === 2);
}

function readSkillMd(file: UnpackedFile | undefined, paths: string[], root: string, slug: string): SkillMd {
  if (file === undefined) throw new Error("SKILL.md was listed but not read.");
  if (!file.isWhole) {
    const message = `SKILL.md is larger than ${showBytes(MAX_CONTENT_BYTES)}.`;
    throw invalidPackage([errorFinding("skill_md_size", file.path, message)]);
  }
  if (!isUtf8(file.content)) {
    throw invalidPackage([errorFinding("skill_md_encoding", file.path, "SKILL.md is not UTF-8 text.")]);
  }
  const files = new Set(paths.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length)));
  return parseSkillMd(file.content.toString("utf8"), { file: file.path, expectedName: slug, files });
}

function layoutWarnings(paths: string[], root: string, slug: string): Finding[] {
  const found: Finding[] = [];
  const warn = (rule: string, file: string, message: string) => {
    found.push({ rule, file: printable(file), line: null, severity: "warning", message });
  };
  if (root !== "" && root !== `${slug}/`) {
    warn("folder_name", root, `Agents expect the folder to have the skill's name; call it ${slug}.`);
  }
  const systemFiles = paths.filter(isSystemFile);
  if (systemFiles[0] !== undefined) {
    const message = `The archive holds ${systemFiles.length} files that a file manager left behind; leave them out.`;
    warn("system_files", systemFiles[0], message);
  }
  return found;
}

/** Says which files no check has read, lest silence about them looks like a good word. */
function unreadNotice(manifest: ManifestFile[]): Finding[] {
  const unread = manifest.filter(({ checked }) => checked === "none");
  if (unread.length === 0) return [];
  const named = unread.slice(0, MAX_UNREAD_NAMED).map(({ path }) => printable(path));
  const more = unread.length > named.length ? ` and ${unread.length - named.length} more` : "";
  const message = `No check read ${unread.length} of ${manifest.length} files, which are not text: ${named.join(", ")}${more}.`;
  return [{ rule: "unread_files", file: null, line: null, severity: "notice", message }];
}

async function hashFile(path: string): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), sizeBytes };
}
