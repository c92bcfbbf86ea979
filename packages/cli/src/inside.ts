/** Git's own folder, under every name by which some file system finds it. */
const GIT_FOLDER = /^(?:\.git|git~\d+)[. ]*$/i;

/** Whether a name in a path is that of Git's own folder. */
export const isGitFolder = (name: string) => GIT_FOLDER.test(name);

/** Whether a relative path stays below its base and outside of Git's own folder, on every system. */
export function isInside(path: string): boolean {
  if (/[\p{C}\\:]/u.test(path)) return false;
  return path.split("/").every((name) => !["", ".", ".."].includes(name) && !isGitFolder(name));
}
