import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { megabytes } from "@/lib/platform/core/limits";
import { findCollisions } from "@/lib/supply/packages/collisions";
import { entryProblem, isExecutable } from "@/lib/supply/packages/entry-rules";
import { FileReader } from "@/lib/supply/packages/file-reader";
import { errorFinding, type Finding, invalidPackage, MAX_FINDINGS, refuseIfAny } from "@/lib/supply/packages/finding";
import { ARCHIVE_LIMITS } from "@/lib/supply/packages/limits";
import { isSystemFile } from "@/lib/supply/packages/skill-root";

/** A file of an uploaded ZIP that breaks no rule, not unpacked yet. Its path is as in the ZIP, in Unicode form NFC. */
export type PackedFile = { path: string; sizeBytes: number; isExecutable: boolean; entry: Entry };

/** The files of an uploaded ZIP in its order, and the paths of those that a system added and that are left out. */
export type Listing = { files: PackedFile[]; leftOut: string[] };

declare module "yauzl" {
  interface ZipFile {
    /** What every ZIP is opened with here. */
    readonly reader: FileReader;
  }
}

const UTF8_FLAG = 0x0800;
const STORED = 0;
const ENTRY_FIXED_BYTES = 46;
const ZIP_AGAIN = "Zip the folder again.";

/** Opens a ZIP for `work` alone. */
export async function withZip<T>(path: string, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const options = { autoClose: false, decodeStrings: false };
  const zip = await fromRandomAccessReaderPromise(new FileReader(file, size), size, options).catch((cause: unknown) => {
    const message = `This is not a ZIP archive that can be read (${reasonOf(cause)}). ${ZIP_AGAIN}`;
    throw invalidPackage([errorFinding("not_a_zip", null, message)], cause);
  });
  return await work(zip);
}

/**
 * Reads the list of a ZIP's files and checks it, without unpacking anything. Folders are implied by their files. With
 * `within`, a path that ends with a slash, only that folder's files are listed and checked.
 */
export async function listFiles(zip: ZipFile, within = ""): Promise<Listing> {
  const { maxEntries, maxListBytes } = ARCHIVE_LIMITS;
  if (within === "" && zip.entryCount > maxEntries)
    throw refused(
      "too_many_files",
      `The ZIP has ${zip.entryCount} entries; the limit is ${maxEntries}. Leave files out.`,
    );
  const listing: Listing = { files: [], leftOut: [] };
  const findings: Finding[] = [];
  let listBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (within !== "" && !nameOf(entry)?.startsWith(within)) continue;
      listBytes += ENTRY_FIXED_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      const finding = addEntry(entry, listing);
      if (finding !== null) findings.push(finding);
      if (findings.length >= MAX_FINDINGS || listBytes > maxListBytes) break;
    }
  } catch (cause) {
    const message = `Entry ${zip.entriesRead + 1} of the ZIP can't be read (${reasonOf(cause)}). ${ZIP_AGAIN}`;
    throw invalidPackage([errorFinding("archive_malformed", null, message)], cause);
  }
  refuseIfAny(findings);
  if (listBytes > maxListBytes)
    throw refused(
      "list_size",
      `The ZIP's list of files is over ${megabytes(maxListBytes)}. Zip the folder without comments.`,
    );
  refuseIfAny([...findCollisions(listing.files.map(({ path }) => path)), ...totalProblems(listing.files)]);
  return listing;
}

/** The paths of a ZIP's entries that are UTF-8, in its order. */
export async function listPaths(zip: ZipFile, maxEntries: number): Promise<string[]> {
  if (zip.entryCount > maxEntries)
    throw refused("too_many_files", `The ZIP has ${zip.entryCount} entries; the limit is ${maxEntries}.`);
  const paths: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) paths.push(nameOf(entry) ?? "");
  } catch (cause) {
    throw invalidPackage(
      [errorFinding("archive_malformed", null, `The ZIP can't be read (${reasonOf(cause)}).`)],
      cause,
    );
  }
  return paths;
}

/** Sorts an entry into the listing, or says why it is refused. */
function addEntry(entry: Entry, { files, leftOut }: Listing): Finding | null {
  const name = nameOf(entry);
  if (name === null) {
    const message = "This path is not UTF-8. Rename the file with plain letters, or use a ZIP tool that writes UTF-8.";
    return errorFinding("path_encoding", entry.fileNameRaw.toString("latin1"), message);
  }
  const isFolder = name.endsWith("/");
  if (name === "./") return null;
  if (isSystemFile(name)) {
    if (!isFolder) leftOut.push(name);
    return null;
  }
  const problem = entryProblem(name, entry);
  if (problem !== null) return errorFinding(problem.rule, name, problem.message);
  if (!isFolder)
    files.push({ path: name, sizeBytes: entry.uncompressedSize, isExecutable: isExecutable(entry), entry });
  return null;
}

/** An entry's name in NFC, since macOS zips NFD and authors refer to files as they type them; null if it isn't UTF-8. */
function nameOf({ fileNameRaw, extraFields, generalPurposeBitFlag }: Entry): string | null {
  // Many tools write UTF-8 without the flag that says so.
  const name = getFileNameLowLevel(generalPurposeBitFlag | UTF8_FLAG, fileNameRaw, extraFields, true);
  return name.includes("\ufffd") ? null : name.normalize("NFC").replace(/^(?:\.\/)+(?=.)/, "");
}

function totalProblems(files: PackedFile[]): Finding[] {
  const { maxFiles, maxUnpackedBytes } = ARCHIVE_LIMITS;
  const [first] = files;
  if (first === undefined)
    return [errorFinding("archive_empty", null, "The ZIP holds no files. Zip the skill's folder.")];
  if (files.length > maxFiles) {
    const message = `The ZIP holds ${files.length} files; the limit is ${maxFiles}. Leave some out.`;
    return [errorFinding("too_many_files", null, message)];
  }
  const unpackedBytes = files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  if (unpackedBytes <= maxUnpackedBytes) return [];
  const largest = files.reduce((most, file) => (file.sizeBytes > most.sizeBytes ? file : most), first);
  const message = `The package is ${megabytes(unpackedBytes)} unpacked; the limit is ${megabytes(maxUnpackedBytes)}. This is its largest file: leave some out.`;
  return [errorFinding("unpacked_size", largest.path, message)];
}

/**
 * All of a file's content, at most 10 MB, at the start of `buffer` if there is one: it stops at the first byte beyond
 * the size in the list.
 */
export async function unpack(
  zip: ZipFile,
  { path, entry }: Pick<PackedFile, "path" | "entry">,
  buffer: Buffer = Buffer.allocUnsafeSlow(entry.uncompressedSize),
): Promise<Buffer> {
  const damaged = (reason: string, cause?: unknown) =>
    invalidPackage([errorFinding("damaged", path, `This file can't be unpacked: ${reason}. ${ZIP_AGAIN}`)], cause);
  const content = buffer.subarray(0, entry.uncompressedSize);
  try {
    if (entry.compressionMethod === STORED) {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      await zip.reader.readInto(content, fileDataStart);
    } else {
      let sizeBytes = 0;
      for await (const chunk of await zip.openReadStreamPromise(entry)) sizeBytes += chunk.copy(content, sizeBytes);
    }
  } catch (cause) {
    throw damaged(reasonOf(cause), cause);
  }
  if (crc32(content) !== entry.crc32) throw damaged("it does not match its checksum");
  return content;
}

/** One file of an archive that we wrote, or null when it has none of this name. */
export async function readOne(path: string, name: string): Promise<Buffer | null> {
  return withZip(path, async (zip) => {
    for await (const entry of zip.eachEntry()) if (nameOf(entry) === name) return unpack(zip, { path: name, entry });
    return null;
  });
}

function refused(rule: string, message: string) {
  return invalidPackage([errorFinding(rule, null, message)]);
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "unknown error";
}
