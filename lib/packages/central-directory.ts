import type { Entry, ZipFile } from "yauzl";
import type { ArchiveFrame } from "@/lib/packages/archive-frame";
import { collisionKey, entryProblems, type ListedEntry } from "@/lib/packages/entry-rules";
import {
  errorFinding,
  type Finding,
  invalidPackage,
  MAX_FINDINGS,
  printable,
  refuseIfAny,
} from "@/lib/packages/finding";
import { type ArchiveLimits, showBytes } from "@/lib/packages/limits";

/** An entry whose name, kind and declared sizes are allowed; `raw` is what the reading library knows it by. */
export type ArchiveEntry = ListedEntry & { raw: Entry };

const ENTRY_FIXED_BYTES = 46;

/**
 * Reads the archive's list of entries and applies every rule that needs no look at the entries themselves.
 * Throws `invalid_package` with all of the findings, at most 100.
 */
export async function readDirectory(
  zip: ZipFile,
  frame: ArchiveFrame,
  limits: ArchiveLimits,
): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  const findings: Finding[] = [];
  let listedBytes = 0;
  try {
    for await (const raw of zip.eachEntry()) {
      listedBytes += ENTRY_FIXED_BYTES + raw.fileNameLength + raw.extraFieldLength + raw.fileCommentLength;
      const entry = toListedEntry(raw, findings);
      if (entry !== null) {
        findings.push(...entryProblems(entry, limits));
        entries.push({ ...entry, raw });
      }
      if (findings.length >= MAX_FINDINGS) break;
    }
  } catch (cause) {
    const message = `Entry ${entries.length + 1} of the archive's list cannot be read.`;
    throw invalidPackage([errorFinding("archive_malformed", null, message)], cause);
  }
  refuseIfAny(findings);
  if (frame.directoryStart + listedBytes !== frame.directoryEnd) {
    const message = "The archive's list of entries is not as long as its end record says.";
    throw invalidPackage([errorFinding("archive_bounds", null, message)]);
  }
  refuseIfAny([...collisions(entries), ...totalProblems(entries, frame, limits)]);
  return entries;
}

function toListedEntry(raw: Entry, findings: Finding[]): ListedEntry | null {
  // The typings say string, but with `decodeStrings: false` the library leaves names to us.
  const nameBytes = raw.fileNameRaw;
  let name: string;
  try {
    name = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(nameBytes);
  } catch {
    findings.push(errorFinding("path_encoding", nameBytes.toString("latin1"), "The path is not UTF-8."));
    return null;
  }
  return {
    name,
    isFolder: name.endsWith("/"),
    packedBytes: raw.compressedSize,
    sizeBytes: raw.uncompressedSize,
    flags: raw.generalPurposeBitFlag,
    method: raw.compressionMethod,
    externalAttributes: raw.externalFileAttributes,
    extraFields: raw.extraFields,
    headerOffset: raw.relativeOffsetOfLocalHeader,
  };
}

function collisions(entries: ArchiveEntry[]): Finding[] {
  const found: Finding[] = [];
  const seen = new Map<string, ArchiveEntry>();
  for (const entry of entries) {
    const key = collisionKey(entry.name);
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, entry);
    } else if (other.name === entry.name) {
      found.push(errorFinding("path_duplicate", entry.name, "Two entries have this path."));
    } else {
      const message = `The path is the same as ${printable(other.name)} on some systems.`;
      found.push(errorFinding("path_collision", entry.name, message));
    }
  }
  const folders = new Map<string, string>();
  for (const entry of entries) {
    const problem = folderCollision(entry.name, seen, folders);
    if (problem !== null) found.push(errorFinding("path_collision", entry.name, problem));
    if (found.length >= MAX_FINDINGS) break;
  }
  return found;
}

/** Checks the folders that a path runs through; `folders` remembers how each was written first. */
function folderCollision(
  name: string,
  seen: Map<string, ArchiveEntry>,
  folders: Map<string, string>,
): string | null {
  const written = name.replace(/\/$/, "").split("/");
  const keys = collisionKey(name).split("/");
  let [folder, key] = ["", ""];
  for (let depth = 0; depth < written.length - 1; depth++) {
    folder += `${written[depth]}/`;
    key += depth === 0 ? keys[depth] : `/${keys[depth]}`;
    const file = seen.get(key);
    if (file !== undefined && !file.isFolder)
      return `${printable(file.name)} is a file, so it cannot also be a folder.`;
    const first = folders.get(key) ?? file?.name ?? folder;
    if (first !== folder) return `Its folder is the same as ${printable(first)} on some systems.`;
    folders.set(key, first);
  }
  return null;
}

function totalProblems(entries: ArchiveEntry[], frame: ArchiveFrame, limits: ArchiveLimits): Finding[] {
  const found: Finding[] = [];
  const fileCount = entries.filter((entry) => !entry.isFolder).length;
  if (fileCount > limits.maxFiles) {
    found.push(
      errorFinding(
        "too_many_files",
        null,
        `The archive holds ${fileCount} files, more than ${limits.maxFiles}.`,
      ),
    );
  }
  let unpackedBytes = 0;
  const over = entries.find((entry) => {
    unpackedBytes += entry.sizeBytes;
    return unpackedBytes > limits.maxUnpackedBytes;
  });
  if (over !== undefined) {
    const message = `With this file the package unpacks to more than ${showBytes(limits.maxUnpackedBytes)}.`;
    found.push(errorFinding("unpacked_size", over.name, message));
  } else if (unpackedBytes > frame.directoryEnd * limits.maxRatio) {
    const message = `The package unpacks to more than ${limits.maxRatio} times its packed size.`;
    found.push(errorFinding("compression_ratio", null, message));
  }
  return found;
}
