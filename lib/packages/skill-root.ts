import { errorFinding, type Finding, printable } from "@/lib/packages/finding";

const SKILL_FILE = "SKILL.md";
/** What file managers leave in archives; it belongs to no skill. */
const SYSTEM_FILE = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]+)$/;

/** Where the skill lies in its archive: `""` or its one top folder with a slash; or why it cannot be found. */
export type SkillRoot = { root: string } | { problem: Finding };

/** Whether a file is something that a file manager left behind. */
export function isSystemFile(path: string): boolean {
  return SYSTEM_FILE.test(path);
}

/** Finds SKILL.md at the archive's root or in its one top folder; says what to change if it is anywhere else. */
export function findSkillRoot(paths: string[]): SkillRoot {
  const own = paths.filter((path) => !isSystemFile(path));
  if (own.includes(SKILL_FILE)) return { root: "" };
  const tops = new Set(own.map((path) => path.slice(0, path.indexOf("/") + 1)));
  const [top = ""] = tops;
  if (tops.size === 1 && own.includes(top + SKILL_FILE)) return { root: top };
  const problem = (file: string | null, message: string) => ({
    problem: errorFinding("skill_md_missing", file, message),
  });

  const found = own.filter((path) => path.split("/").at(-1) === SKILL_FILE);
  const misspelled = own.find((path) => path.split("/").at(-1)?.toUpperCase() === "SKILL.MD");
  if (found.length > 1) {
    return problem(
      found[0] ?? null,
      "The archive holds several skills; upload each as a package of its own.",
    );
  }
  if (found[0] !== undefined) {
    return problem(
      found[0],
      "SKILL.md must lie at the archive's root, or in one folder that holds everything else too.",
    );
  }
  if (misspelled !== undefined)
    return problem(misspelled, `Rename ${printable(misspelled)} to SKILL.md, in capitals.`);
  return problem(null, "There is no SKILL.md in the archive.");
}
