import { AppError, invalid } from "@/lib/platform/core/errors";
import { listPaths, withZip } from "@/lib/supply/packages/read-archive";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";

/** Most entries of a repository's archive: only one folder of it is read. */
const MAX_REPOSITORY_ENTRIES = 50_000;
const MAX_NAMED_FOLDERS = 100;
/** How a choice names the top of the repository. */
const TOP = ".";

/** The folder of a skill in a repository, as its owner names it; null when the repository has one skill. */
export type RepositoryChoice = { folder: string | null };

/** The path, in a repository's archive, of the folder of one skill, with a slash at its end. */
export async function repositoryFolder(path: string, { folder }: RepositoryChoice): Promise<string> {
  const paths = await withZip(path, (zip) => listPaths(zip, MAX_REPOSITORY_ENTRIES));
  const found = paths.filter((name) => name.split("/").at(-1) === SKILL_FILE);
  // Hosts put the whole repository into one folder.
  const tops = new Set(paths.map((name) => name.slice(0, name.indexOf("/") + 1)));
  const top = tops.size === 1 ? ([...tops][0] ?? "") : "";
  const folders = found.map((name) => name.slice(top.length, -SKILL_FILE.length).replace(/\/$/, "") || TOP);
  const wanted = folder === null ? folders.length === 1 && folders[0] : folder.replace(/^\/+|\/+$/g, "") || TOP;
  if (wanted !== false && wanted !== undefined && folders.includes(wanted))
    return wanted === TOP ? requireTop(top, folders) : `${top}${wanted}/`;
  if (folders.length === 0) throw invalid([{ param: "url", message: "has no SKILL.md at this tag or commit" }]);
  const named = folders.slice(0, MAX_NAMED_FOLDERS);
  const problem = folder === null ? `holds ${folders.length} skills` : `has no SKILL.md in ${folder}`;
  throw new AppError(
    "invalid_request",
    `The repository ${problem}. Name one by its folder: ${named.slice(0, 5).join(", ")}${folders.length > 5 ? " …" : ""}`,
    {
      param: "folder",
      details: { folders: named },
    },
  );
}

/** An archive without a top folder is read as it is. */
function requireTop(top: string, folders: string[]): string {
  if (top !== "") return top;
  throw new AppError("invalid_request", "The archive has no top-level folder. Upload it as a ZIP instead.", {
    param: "folder",
    details: { folders: folders.slice(0, MAX_NAMED_FOLDERS) },
  });
}
