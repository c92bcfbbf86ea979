import { errorFinding, invalidPackage } from "@/lib/packages/finding";
import {
  type ArchiveLimits,
  MAX_ARCHIVE_COMMENT_BYTES,
  MAX_DIRECTORY_BYTES,
  showBytes,
} from "@/lib/packages/limits";
import type { RandomAccess } from "@/lib/packages/random-access";

/** Where the list of entries lies, proven to end exactly where the end record begins. */
export type ArchiveFrame = { entryCount: number; directoryStart: number; directoryEnd: number };

const FILE_SIGNATURE = 0x04034b50;
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_END_SIGNATURE = 0x06064b50;
const END_BYTES = 22;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END_BYTES = 56;
/** What a ZIP64 end record of 56 bytes says of itself: it does not count its own signature and size field. */
const ZIP64_END_DECLARED_BYTES = 44;
const MAX_U16 = 0xffff;
const MAX_U32 = 0xffffffff;
/** Any comment ends the archive within this distance, so an end record further in means that data follows it. */
const MAX_TAIL_BYTES = END_BYTES + MAX_U16;

type EndRecord = { offset: number; entryCount: number; directoryBytes: number; directoryStart: number };

/**
 * Reads the end of a ZIP and proves that the archive is all there is: it starts with its first entry, the list of
 * entries touches the end record, nothing follows, and the ZIP64 record, if any, says the same as the plain one.
 * Throws `invalid_package`.
 */
export async function readFrame(file: RandomAccess, limits: ArchiveLimits): Promise<ArchiveFrame> {
  if (file.sizeBytes > limits.maxPackedBytes) {
    throw refused("archive_size", `The archive is larger than ${showBytes(limits.maxPackedBytes)}.`);
  }
  const head = await file.read(0, 4);
  const tailBytes = Math.min(file.sizeBytes, MAX_TAIL_BYTES);
  const tail = await file.read(file.sizeBytes - tailBytes, tailBytes);
  const end = readEndRecord(tail, file.sizeBytes - tailBytes);
  if (end.entryCount === 0) throw refused("archive_empty", "The archive holds no files.");
  if (head.length < 4 || head.readUInt32LE(0) !== FILE_SIGNATURE) {
    throw refused("data_before_archive", "The file does not start with the archive's first entry.");
  }
  const { record, directoryLimit } = await applyZip64(file, end);
  if (record.entryCount > limits.maxEntries) {
    throw refused("too_many_files", `The archive holds more than ${limits.maxFiles} files.`);
  }
  if (record.directoryBytes > MAX_DIRECTORY_BYTES) {
    throw refused(
      "directory_size",
      `The archive's list of entries is larger than ${showBytes(MAX_DIRECTORY_BYTES)}.`,
    );
  }
  if (record.directoryStart + record.directoryBytes !== directoryLimit) {
    throw refused(
      "archive_bounds",
      "The archive's list of entries is not where its end record says: data lies around it.",
    );
  }
  return {
    entryCount: record.entryCount,
    directoryStart: record.directoryStart,
    directoryEnd: directoryLimit,
  };
}

function readEndRecord(tail: Buffer, tailOffset: number): EndRecord {
  const at = tail.length < END_BYTES ? -1 : tail.lastIndexOf(END_SIGNATURE, tail.length - END_BYTES);
  if (at < 0) throw refused("not_a_zip", "This is not a ZIP archive, or it is cut off before its end.");
  const commentBytes = tail.readUInt16LE(at + 20);
  const restBytes = tail.length - at - END_BYTES;
  if (commentBytes > restBytes) throw refused("not_a_zip", "The archive is cut off before its end.");
  if (commentBytes < restBytes) throw refused("data_after_archive", "Data follows the end of the archive.");
  if (commentBytes > MAX_ARCHIVE_COMMENT_BYTES) {
    throw refused(
      "data_after_archive",
      `The archive's comment is longer than ${MAX_ARCHIVE_COMMENT_BYTES} bytes.`,
    );
  }
  const [disk, directoryDisk] = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
  const [onThisDisk, entryCount] = [tail.readUInt16LE(at + 8), tail.readUInt16LE(at + 10)];
  if (disk !== directoryDisk || (disk !== 0 && disk !== MAX_U16) || onThisDisk !== entryCount) {
    throw refused("multi_part", "The archive is one part of several; upload it as one file.");
  }
  return {
    offset: tailOffset + at,
    entryCount,
    directoryBytes: tail.readUInt32LE(at + 12),
    directoryStart: tail.readUInt32LE(at + 16),
  };
}

async function applyZip64(
  file: RandomAccess,
  end: EndRecord,
): Promise<{ record: EndRecord; directoryLimit: number }> {
  const locatorOffset = end.offset - ZIP64_LOCATOR_BYTES;
  const locator = locatorOffset < 0 ? Buffer.alloc(0) : await file.read(locatorOffset, ZIP64_LOCATOR_BYTES);
  const isZip64 =
    locator.length === ZIP64_LOCATOR_BYTES && locator.readUInt32LE(0) === ZIP64_LOCATOR_SIGNATURE;
  if (!isZip64) return { record: end, directoryLimit: end.offset };

  const recordOffset = locatorOffset - ZIP64_END_BYTES;
  const large = recordOffset < 0 ? Buffer.alloc(0) : await file.read(recordOffset, ZIP64_END_BYTES);
  const isWhole =
    large.length === ZIP64_END_BYTES &&
    large.readUInt32LE(0) === ZIP64_END_SIGNATURE &&
    large.readBigUInt64LE(4) === BigInt(ZIP64_END_DECLARED_BYTES) &&
    locator.readBigUInt64LE(8) === BigInt(recordOffset) &&
    locator.readUInt32LE(4) === 0 &&
    locator.readUInt32LE(16) === 1 &&
    large.readUInt32LE(16) === 0 &&
    large.readUInt32LE(20) === 0;
  if (!isWhole)
    throw refused("zip64", "The archive's ZIP64 end record is not the one that its locator names.");

  const record = {
    offset: end.offset,
    entryCount: Number(large.readBigUInt64LE(32)),
    directoryBytes: Number(large.readBigUInt64LE(40)),
    directoryStart: Number(large.readBigUInt64LE(48)),
  };
  const agrees =
    large.readBigUInt64LE(24) === large.readBigUInt64LE(32) &&
    (end.entryCount === MAX_U16 || end.entryCount === record.entryCount) &&
    (end.directoryBytes === MAX_U32 || end.directoryBytes === record.directoryBytes) &&
    (end.directoryStart === MAX_U32 || end.directoryStart === record.directoryStart);
  if (!agrees) throw refused("zip64", "The archive's ZIP64 end record and its plain end record disagree.");
  return { record, directoryLimit: recordOffset };
}

function refused(rule: string, message: string) {
  return invalidPackage([errorFinding(rule, null, message)]);
}
