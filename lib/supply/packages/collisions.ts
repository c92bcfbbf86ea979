import { collisionKey } from "@/lib/supply/packages/entry-rules";
import { errorFinding, type Finding, MAX_FINDINGS, printable } from "@/lib/supply/packages/finding";

/** Paths that are the same file, or a file and a folder, on some system on which the package may be unpacked. */
export function findCollisions(paths: string[]): Finding[] {
  const found: Finding[] = [];
  const files = new Map<string, string>();
  for (const path of paths) {
    const key = collisionKey(path);
    const other = files.get(key);
    if (other === undefined) files.set(key, path);
    else if (other === path)
      found.push(errorFinding("path_duplicate", path, "Two entries have this path. Remove one."));
    else found.push(collision(path, `On some systems this is the same file as ${printable(other)}.`));
  }
  const folders = new Map<string, string>();
  for (const path of paths) {
    const problem = folderCollision(path, files, folders);
    if (problem !== null) found.push(collision(path, problem));
    if (found.length >= MAX_FINDINGS) break;
  }
  return found;
}

/** Checks the folders that a path runs through; `folders` has how each was written first. */
function folderCollision(path: string, files: Map<string, string>, folders: Map<string, string>): string | null {
  const names = path.split("/");
  const keys = collisionKey(path).split("/");
  for (let depth = 1; depth < names.length; depth++) {
    const key = keys.slice(0, depth).join("/");
    const folder = names.slice(0, depth).join("/");
    const file = files.get(key);
    if (file !== undefined) return `${printable(file)} is a file, so it can't also be a folder.`;
    const first = folders.get(key) ?? folder;
    if (first !== folder) return `On some systems its folder is the same as ${printable(first)}.`;
    folders.set(key, folder);
  }
  return null;
}

function collision(path: string, message: string): Finding {
  return errorFinding("path_collision", path, `${message} Rename one of them.`);
}
