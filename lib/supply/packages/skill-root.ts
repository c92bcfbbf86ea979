import { errorFinding, type Finding, invalidPackage, printable } from "@/lib/supply/packages/finding";

/** The file that makes a folder a skill. */
export const SKILL_FILE = "SKILL.md";
/**
 * What macOS, Windows and Git leave in archives; it belongs to no skill. `._name` holds a file's attributes (AppleDouble).
 * Git runs what a `.git` folder names as soon as somebody uses it near the unpacked skill.
 */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*|\.git(?:\/.*)?)$/is;

/** Whether an entry was added by a file manager or by Git. */
export function isSystemFile(path: string): boolean {
  return SYSTEM_FILE.test(path);
}

/** Finds SKILL.md at the archive's root or in its one top folder, and answers that folder with a slash, or `""`. */
export function requireSkillRoot(paths: string[]): string {
  if (paths.includes(SKILL_FILE)) return "";
  const tops = new Set(paths.map((path) => path.slice(0, path.indexOf("/") + 1)));
  const [top = ""] = tops;
  if (tops.size === 1 && paths.includes(top + SKILL_FILE)) return top;
  throw invalidPackage([missing(paths)]);
}

function missing(paths: string[]): Finding {
  const problem = (file: string | null, message: string) => errorFinding("skill_md_missing", file, message);
  const found = paths.filter((path) => path.split("/").at(-1) === SKILL_FILE);
  const [first] = found;
  if (first !== undefined && found.length > 1)
    return problem(first, "The ZIP holds several skills. Upload each as its own package.");
  if (first !== undefined) {
    const folders = first.split("/").length - 1;
    return folders > 1
      ? problem(first, `SKILL.md is ${folders} folders deep. Move the skill's folder to the top of the ZIP.`)
      : problem(first, "The ZIP has files beside the skill's folder. Move them into the folder, or leave them out.");
  }
  const misspelled = paths.find((path) => path.split("/").at(-1)?.toUpperCase() === "SKILL.MD");
  if (misspelled !== undefined) return problem(misspelled, `Rename ${printable(misspelled)} to SKILL.md, in capitals.`);
  return problem(null, "The ZIP has no SKILL.md. Add one at its root or in its one top folder.");
}
