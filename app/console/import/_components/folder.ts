import { type ZippedFile, zipOf } from "@/lib/interfaces/client/zip";
import { MAX_PACKAGE_BYTES, megabytes } from "@/lib/platform/core/limits";

/** More would be refused by the server. */
const MAX_FILES = 1_000;

type FoundFile = { path: string; file: File };

/** A ZIP of the files of a chosen folder. Throws an error with what is too much. */
export async function zipOfFolder(files: FoundFile[]): Promise<Blob> {
  const sizeBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if (files.length > MAX_FILES)
    throw new Error(`The folder has ${files.length} files; the limit is ${MAX_FILES}. Leave some out.`);
  if (sizeBytes > MAX_PACKAGE_BYTES)
    throw new Error(`The folder is ${megabytes(sizeBytes)}; the limit is ${megabytes(MAX_PACKAGE_BYTES)}.`);
  const zipped: ZippedFile[] = [];
  for (const { path, file } of files) zipped.push({ path, content: new Uint8Array(await file.arrayBuffer()) });
  return zipOf(zipped);
}

/** The files of an input with `webkitdirectory`. */
export function filesOfInput(list: FileList): FoundFile[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file })).filter(isWanted);
}

/** What was dropped: one ZIP as it is, or a folder's files. */
export async function filesOfDrop(items: DataTransferItemList): Promise<File | FoundFile[]> {
  // Entries are gone after the first pause.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const [first] = entries;
  if (entries.length === 1 && first?.isFile) return fileOf(first as FileSystemFileEntry);
  const found: FoundFile[] = [];
  for (const entry of entries) await collect(entry, found);
  return found.filter(isWanted);
}

async function collect(entry: FileSystemEntry, found: FoundFile[]): Promise<void> {
  if (found.length > MAX_FILES) return;
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    found.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const child of part) await collect(child, found);
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A repository's own history is no part of a skill. */
const isWanted = ({ path }: FoundFile) => !path.split("/").includes(".git");
