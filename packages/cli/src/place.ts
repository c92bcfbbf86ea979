import { existsSync, lstatSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, resolve } from "node:path";
import { asText, type Values } from "./command.ts";
import { CliError, EXIT, usageError } from "./failure.ts";
import { isGitFolder, isInside } from "./inside.ts";

/** Where agents look for skills, below a project or the home folder. The first that is there is taken. */
const AGENT_FOLDERS: Record<string, string> = {
  claude: ".claude/skills",
  codex: ".codex/skills",
  cursor: ".cursor/skills",
  agents: ".agents/skills",
};
const LOCK_FILE = "skm-lock.json";
const PACKAGES = "node_modules";

/** The project or home folder, its lock file, and the folder that skills go to. */
export type Place = { base: string; lockPath: string; folder: string; isHome: boolean };

/** Where the options want skills to be. Throws a usage error. */
export function placeOf(values: Values): Place {
  const isHome = values.global === true;
  const base = isHome ? homedir() : process.cwd();
  const agent = asText(values.agent);
  if (agent !== undefined && !(agent in AGENT_FOLDERS))
    throw usageError(`--agent is one of ${Object.keys(AGENT_FOLDERS).join(", ")}; else name the folder with --dir.`);
  const present = Object.values(AGENT_FOLDERS).find((path) => existsSync(join(base, path.split("/")[0] ?? "")));
  const chosen = asText(values.dir) ?? AGENT_FOLDERS[agent ?? ""] ?? present ?? ".agents/skills";
  return { base, lockPath: join(base, LOCK_FILE), folder: resolve(base, chosen), isHome };
}

/** A folder as the lock file names it: relative, with slashes. */
export const pathIn = ({ base }: Place, folder: string) => relative(base, folder).replaceAll("\\", "/");

/**
 * Throws CliError for a folder that skm must not write or delete, whatever the lock file or the options say: one outside
 * the project, in Git's folder, reached through a link, or with a repository in it. A home folder may have links of its own.
 */
export function requireSafe(place: Place, folder: string): void {
  const path = pathIn(place, folder);
  if (!isInside(path))
    throw new CliError(
      `${folder} is not a folder inside ${place.base}, or is part of a Git repository's own files. skm leaves it alone.`,
      EXIT.usage,
    );
  const link = place.isHome ? undefined : linkAmong(place.base, path);
  if (link) throw new CliError(`${link} is a link. skm follows none inside a project.`, EXIT.usage);
  const repository = repositoryIn(folder);
  if (repository)
    throw new CliError(`${repository} is a Git repository inside the skill. Move it away first.`, EXIT.usage);
}

/** The first link on the way to a path. */
function linkAmong(base: string, path: string): string | undefined {
  const names = path.split("/");
  const steps = names.map((_, index) => join(base, ...names.slice(0, index + 1)));
  return steps.find((step) => lstatSync(step, { throwIfNoEntry: false })?.isSymbolicLink());
}

function repositoryIn(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some(({ name }) => isGitFolder(name))) return folder;
  for (const entry of entries) {
    const found = entry.isDirectory() && entry.name !== PACKAGES ? repositoryIn(join(folder, entry.name)) : undefined;
    if (found) return found;
  }
  return undefined;
}
