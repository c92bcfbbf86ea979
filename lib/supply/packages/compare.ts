import type { ManifestFile } from "@/lib/supply/packages/inspect";

export type FileChange = { path: string; change: "added" | "removed" | "changed" };

/** Whether two files of one path differ: in their bytes, or in whether they can be run. */
export function isSameFile(before: ManifestFile, after: ManifestFile): boolean {
  return before.sha256 === after.sha256 && before.executable === after.executable;
}

/** The files in which two packages differ, by their paths. */
export function fileChanges(before: readonly ManifestFile[], after: readonly ManifestFile[]): FileChange[] {
  const old = new Map(before.map((file) => [file.path, file]));
  const next = new Set(after.map(({ path }) => path));
  const changes: FileChange[] = after.flatMap((file): FileChange[] => {
    const former = old.get(file.path);
    if (!former) return [{ path: file.path, change: "added" }];
    return isSameFile(former, file) ? [] : [{ path: file.path, change: "changed" }];
  });
  const removed = before.filter(({ path }) => !next.has(path));
  return [...changes, ...removed.map(({ path }) => ({ path, change: "removed" as const }))];
}
