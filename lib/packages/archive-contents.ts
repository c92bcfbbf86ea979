import { createHash } from "node:crypto";
import { crc32, createInflateRaw } from "node:zlib";
import type { ZipFile } from "yauzl";
import type { ArchiveEntry } from "@/lib/packages/central-directory";
import { DEFLATED } from "@/lib/packages/entry-rules";
import { refusedEntry } from "@/lib/packages/finding";
import { MAX_CONTENT_BYTES } from "@/lib/packages/limits";

/** One unpacked file: `content` is all of it, or its first part when `isWhole` is false. */
export type UnpackedFile = {
  path: string;
  sizeBytes: number;
  sha256: string;
  content: Buffer;
  isWhole: boolean;
};

const CHUNK_BYTES = 64 * 1024;

/**
 * Unpacks one entry as a stream, never holding more than its first `maxContentBytes`, and stops at the first byte beyond
 * the size that the list declares. Throws `invalid_package` if size, checksum or packed length are not what was declared.
 */
export async function unpack(
  zip: ZipFile,
  entry: ArchiveEntry,
  maxContentBytes = MAX_CONTENT_BYTES,
): Promise<UnpackedFile> {
  const hash = createHash("sha256");
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let sizeBytes = 0;
  let checksum = 0;
  const take = (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > entry.sizeBytes) {
      throw refusedEntry(
        "declared_size",
        entry,
        `The file unpacks to more than the ${entry.sizeBytes} bytes declared.`,
      );
    }
    hash.update(chunk);
    checksum = crc32(chunk, checksum);
    if (keptBytes < maxContentBytes) {
      // A copy, because a slice would keep the whole chunk alive.
      kept.push(Buffer.from(chunk.subarray(0, maxContentBytes - keptBytes)));
      keptBytes += kept.at(-1)?.length ?? 0;
    }
  };
  const consumedBytes = await readData(zip, entry, take);
  if (sizeBytes !== entry.sizeBytes) {
    throw refusedEntry(
      "declared_size",
      entry,
      `The file unpacks to ${sizeBytes} bytes, not to the ${entry.sizeBytes} declared.`,
    );
  }
  if (consumedBytes !== entry.packedBytes) {
    throw refusedEntry("hidden_data", entry, "Data follows the end of the packed file.");
  }
  if (checksum !== entry.raw.crc32)
    throw refusedEntry("checksum", entry, "The file does not match its checksum.");
  const content = Buffer.concat(kept);
  return {
    path: entry.name,
    sizeBytes,
    sha256: hash.digest("hex"),
    content,
    isWhole: sizeBytes === keptBytes,
  };
}

/** Hands over an entry's unpacked data in order and answers how many packed bytes it took. */
async function readData(zip: ZipFile, entry: ArchiveEntry, take: (chunk: Buffer) => void): Promise<number> {
  const packed = await zip.openReadStreamPromise(entry.raw, { decodeFileData: false });
  if (entry.method !== DEFLATED) {
    for await (const chunk of packed) take(chunk);
    return entry.packedBytes;
  }
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  packed.on("error", (cause) => inflate.destroy(cause));
  packed.pipe(inflate);
  let problem: unknown = null;
  try {
    for await (const chunk of inflate) {
      try {
        take(chunk);
      } catch (cause) {
        problem = cause;
        break;
      }
    }
  } catch (cause) {
    throw refusedEntry("archive_malformed", entry, "The packed data is damaged or cut off.", cause);
  } finally {
    packed.unpipe(inflate);
    packed.destroy();
    inflate.destroy();
  }
  if (problem !== null) throw problem;
  return inflate.bytesWritten;
}
