import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { modeOf, ZipRecords } from "@/lib/platform/core/zip-records";

/**
 * A file to write; `path` is relative to the archive's one folder, `crc32` and `sha256` are those of its content, and
 * `packed` is what `pack` makes of it.
 */
export type CanonicalFile = {
  path: string;
  content: Buffer;
  packed: Buffer;
  crc32: number;
  sha256: string;
  isExecutable: boolean;
};

/** What was written: the SHA-256 and size of the archive's bytes, and a digest of what it holds. */
export type CanonicalArchive = { sha256: string; sizeBytes: number; contentSha256: string };

const SAMPLE_BYTES = 64 * 1024;
/** Of a file of at least this size, a sample says whether deflating pays: it takes most of the time of a large upload. */
const MIN_SAMPLED_BYTES = 256 * 1024;
const MAX_DEFLATED_SHARE = 0.95;

const deflate = promisify(deflateRaw);

/**
 * Writes the canonical archive of a package: one folder, files in the given order, fixed times and modes. Large
 * files that do not get smaller (images, video) are stored, all others deflated. It is written from files that were read once, so
 * every ZIP reader sees in it what we checked.
 *
 * The same files give the same bytes as long as zlib deflates alike. A later zlib may deflate differently, so
 * `contentSha256` says whether two packages hold the same files: it covers each path, mode and content, and nothing else.
 * The limits of packages keep it below the sizes and counts that need ZIP64. Throws whatever `files` throws, and the file
 * system's errors.
 */
export async function writeCanonicalArchive(
  target: string,
  folder: string,
  files: AsyncIterable<CanonicalFile>,
): Promise<CanonicalArchive> {
  await using file = await open(target, "wx", 0o600);
  const output = new HashedFile(file);
  const digest = createHash("sha256");
  const records = new ZipRecords();
  for await (const { path, content, packed, crc32, sha256, isExecutable } of files) {
    digest.update(JSON.stringify([path, modeOf(isExecutable), sha256]));
    const packedBytes = packed === content ? null : packed.length;
    const entry = { path: `${folder}/${path}`, bytes: content.length, packedBytes, crc32, isExecutable };
    await output.write(records.file(entry));
    await output.write(packed);
  }
  await output.write(records.end());
  return { sha256: output.sha256(), sizeBytes: output.sizeBytes, contentSha256: digest.digest("hex") };
}

/** A file whose bytes are hashed and counted as they are written. */
class HashedFile {
  readonly #file: FileHandle;
  readonly #hash = createHash("sha256");
  sizeBytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async write(bytes: Uint8Array): Promise<void> {
    // Hashed while another thread writes them.
    const written = writeAll(this.#file, bytes);
    this.#hash.update(bytes);
    this.sizeBytes += bytes.length;
    await written;
  }

  sha256(): string {
    return this.#hash.digest("hex");
  }
}

/** In one call, where `writeFile` takes one for each 512 KiB. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

/** A file as it is written: deflated, or the same buffer when it is large and does not get smaller. */
export async function pack(content: Buffer): Promise<Buffer> {
  return (await isDeflatable(content)) ? await deflate(content) : content;
}

/** Whether a file gets smaller, judged by a part from its middle: the start of a packed file is often a plain header. */
async function isDeflatable(content: Buffer): Promise<boolean> {
  if (content.length < MIN_SAMPLED_BYTES) return true;
  const middle = Math.floor(content.length / 2);
  const sample = content.subarray(middle, middle + SAMPLE_BYTES);
  return (await deflate(sample, { level: 1 })).length < sample.length * MAX_DEFLATED_SHARE;
}
