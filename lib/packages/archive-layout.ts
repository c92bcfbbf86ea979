import type { LocalFileHeader, ZipFile } from "yauzl";
import { parseExtraFields } from "yauzl";
import type { ArchiveFrame } from "@/lib/packages/archive-frame";
import type { ArchiveEntry } from "@/lib/packages/central-directory";
import { DESCRIPTOR_FLAG, EXTRA_ZIP64, localFieldProblem, STORED } from "@/lib/packages/entry-rules";
import { errorFinding, invalidPackage, refusedEntry } from "@/lib/packages/finding";
import type { RandomAccess } from "@/lib/packages/random-access";

/** Flag bits that both headers must agree on: encryption, trailing descriptor, patch data, UTF-8, masked headers. */
const COMPARED_FLAGS = 0x0001 | 0x0008 | 0x0020 | 0x0040 | 0x0800 | 0x2000;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const LONGEST_DESCRIPTOR_BYTES = 24;
const MAX_U32 = 0xffffffff;

/** The bytes of an archive that belong to one entry, header and trailing descriptor included. */
type Extent = { entry: ArchiveEntry; start: number; end: number };

/**
 * Proves that the entries lie side by side from the first byte to the list, none over another and nothing between
 * them, and that each entry's own header says what the list says. Throws `invalid_package` naming the entry.
 */
export async function checkLayout(
  zip: ZipFile,
  file: RandomAccess,
  entries: ArchiveEntry[],
  frame: ArchiveFrame,
): Promise<void> {
  const extents: Extent[] = [];
  for (const entry of entries) extents.push(await readExtent(zip, file, entry, frame));
  extents.sort((left, right) => left.start - right.start || left.end - right.end);
  let expected = 0;
  for (const { entry, start, end } of extents) {
    if (start < expected) throw refusedEntry("overlap", entry, "The entry shares bytes with another entry.");
    if (start > expected)
      throw refusedEntry("hidden_data", entry, "Data that belongs to no entry lies before this one.");
    expected = end;
  }
  if (expected !== frame.directoryStart) {
    const last = extents.at(-1)?.entry;
    const message = "Data that belongs to no entry lies after the last one.";
    throw invalidPackage([errorFinding("hidden_data", last?.name ?? null, message)]);
  }
}

async function readExtent(
  zip: ZipFile,
  file: RandomAccess,
  entry: ArchiveEntry,
  frame: ArchiveFrame,
): Promise<Extent> {
  if (entry.headerOffset >= frame.directoryStart) {
    throw refusedEntry("archive_bounds", entry, "The entry is said to lie outside the archive.");
  }
  const header = await readHeader(zip, entry);
  const disagreement = headerDisagreement(entry, header);
  if (disagreement !== null) throw refusedEntry("header_mismatch", entry, disagreement);
  const problem = localFieldProblem(entry, readExtraFields(header.extraField) ?? []);
  if (problem !== null) throw refusedEntry(problem.rule, entry, problem.message);
  const dataEnd = header.fileDataStart + entry.packedBytes;
  if (dataEnd > frame.directoryStart) {
    throw refusedEntry("overlap", entry, "The entry runs into the archive's list of entries.");
  }
  const descriptorBytes =
    (entry.flags & DESCRIPTOR_FLAG) === 0 ? 0 : await readDescriptor(file, entry, dataEnd);
  return { entry, start: entry.headerOffset, end: dataEnd + descriptorBytes };
}

async function readHeader(zip: ZipFile, entry: ArchiveEntry): Promise<LocalFileHeader> {
  try {
    return await zip.readLocalFileHeaderPromise(entry.raw);
  } catch (cause) {
    throw refusedEntry("archive_malformed", entry, "The entry's own header cannot be read.", cause);
  }
}

/** How the header before an entry's data contradicts the list, or null. */
function headerDisagreement(entry: ArchiveEntry, header: LocalFileHeader): string | null {
  const { raw } = entry;
  if (!header.fileName.equals(raw.fileNameRaw))
    return "The list and the entry's own header give different names.";
  if (((header.generalPurposeBitFlag ^ entry.flags) & COMPARED_FLAGS) !== 0) {
    return "The list and the entry's own header have different flags.";
  }
  if (header.compressionMethod !== entry.method) {
    return "The list and the entry's own header name different ways of packing.";
  }
  const isLate = (entry.flags & DESCRIPTOR_FLAG) !== 0;
  const matches = (said: number, listed: number) => said === listed || (isLate && said === 0);
  if (!matches(header.crc32, raw.crc32))
    return "The list and the entry's own header have different checksums.";
  const sizes = localSizes(header);
  if (sizes === null) return "The entry's own header has a broken extra field.";
  if (!matches(sizes.packedBytes, entry.packedBytes) || !matches(sizes.sizeBytes, entry.sizeBytes)) {
    return "The list and the entry's own header have different sizes.";
  }
  return null;
}

/** The sizes in an entry's own header. A ZIP64 field there holds both sizes, and must where a plain one is full. */
function localSizes(header: LocalFileHeader): { packedBytes: number; sizeBytes: number } | null {
  const plain = { packedBytes: header.compressedSize, sizeBytes: header.uncompressedSize };
  const isFull = plain.packedBytes === MAX_U32 || plain.sizeBytes === MAX_U32;
  const fields = readExtraFields(header.extraField);
  if (fields === null) return null;
  const [large, second] = fields.filter(({ id }) => id === EXTRA_ZIP64);
  if (large === undefined) return isFull ? null : plain;
  if (second !== undefined || large.data.length < 16) return null;
  const sizes = {
    sizeBytes: Number(large.data.readBigUInt64LE(0)),
    packedBytes: Number(large.data.readBigUInt64LE(8)),
  };
  const agrees =
    (plain.sizeBytes === MAX_U32 || plain.sizeBytes === sizes.sizeBytes) &&
    (plain.packedBytes === MAX_U32 || plain.packedBytes === sizes.packedBytes);
  return agrees ? sizes : null;
}

function readExtraFields(bytes: Buffer) {
  try {
    return parseExtraFields(bytes);
  } catch {
    return null;
  }
}

/** Length of the record that trails an entry written as a stream: with or without signature, 32 or 64 bits wide. */
async function readDescriptor(file: RandomAccess, entry: ArchiveEntry, offset: number): Promise<number> {
  const bytes = await file.read(offset, LONGEST_DESCRIPTOR_BYTES);
  const isSigned = bytes.length >= 4 && bytes.readUInt32LE(0) === DESCRIPTOR_SIGNATURE;
  // Readers find the end of what is not packed by the record's signature alone.
  const unsigned = entry.method === STORED ? [] : [0];
  for (const start of isSigned ? [4, ...unsigned] : unsigned) {
    if (bytes.length < start + 12 || bytes.readUInt32LE(start) !== entry.raw.crc32) continue;
    const isShort =
      bytes.readUInt32LE(start + 4) === entry.packedBytes &&
      bytes.readUInt32LE(start + 8) === entry.sizeBytes;
    const isLong =
      bytes.length >= start + 20 &&
      bytes.readBigUInt64LE(start + 4) === BigInt(entry.packedBytes) &&
      bytes.readBigUInt64LE(start + 12) === BigInt(entry.sizeBytes);
    if (isLong) return start + 20;
    if (isShort) return start + 12;
  }
  throw refusedEntry("header_mismatch", entry, "The record after the entry's data does not match the list.");
}
