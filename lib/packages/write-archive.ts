import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { PassThrough, Readable, Transform } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { deflateRawSync } from "node:zlib";
import { ZipFile } from "yazl";

/** A file to write; `path` is relative to the archive's one folder, `sha256` is that of its content. */
export type CanonicalFile = { path: string; content: Buffer; sha256: string; isExecutable: boolean };

/** What was written: the SHA-256 and size of the archive's bytes, and a digest of what it holds. */
export type CanonicalArchive = { sha256: string; sizeBytes: number; contentSha256: string };

const FILE_MODE = 0o100644;
const EXECUTABLE_MODE = 0o100755;
const CHUNK_BYTES = 64 * 1024;
/** Of a file of at least this size, a sample says whether deflating pays: it takes most of the time of a large upload. */
const MIN_SAMPLED_BYTES = 256 * 1024;
const MAX_DEFLATED_SHARE = 0.95;

/**
 * Writes the canonical archive of a package: one folder, files in the given order, fixed times and modes. Large
 * files that do not get smaller (images, video) are stored, all others deflated. It is written from files that were read once, so
 * every ZIP reader sees in it what we checked.
 *
 * The same files give the same bytes as long as zlib deflates alike. A later zlib may deflate differently, so
 * `contentSha256` says whether two packages hold the same files: it covers each path, mode and content, and nothing else.
 * Throws whatever `files` throws, and the file system's errors.
 */
export async function writeCanonicalArchive(
  target: string,
  folder: string,
  files: AsyncIterable<CanonicalFile>,
): Promise<CanonicalArchive> {
  const zip = new ZipFile();
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(
    zip.outputStream,
    measured,
    createWriteStream(target, { flags: "wx", mode: 0o600 }),
  );
  const added = addFiles(zip, folder, files).catch((error: unknown) => {
    measured.destroy();
    throw error;
  });
  const [contentSha256] = await Promise.all([added, written]);
  return { sha256: hash.digest("hex"), sizeBytes, contentSha256 };
}

async function addFiles(zip: ZipFile, folder: string, files: AsyncIterable<CanonicalFile>): Promise<string> {
  const digest = createHash("sha256");
  // yazl writes the local time, so this is the same in every time zone.
  const mtime = new Date(2000, 0, 1);
  for await (const { path, content, sha256, isExecutable } of files) {
    const mode = isExecutable ? EXECUTABLE_MODE : FILE_MODE;
    // yazl keeps each entry's stream until the end, so that stream must not hold the content.
    const source = new PassThrough();
    zip.addReadStream(source, `${folder}/${path}`, {
      mode,
      mtime,
      forceDosTimestamp: true,
      size: content.length,
      compress: isDeflatable(content),
    });
    digest.update(JSON.stringify([path, mode, sha256]));
    Readable.from(chunksOf(content)).pipe(source);
    // One file after the other, so that only few are in memory.
    await finished(source);
  }
  zip.end();
  return digest.digest("hex");
}

/** Whether a file gets smaller, judged by a part from its middle: the start of a packed file is often a plain header. */
function isDeflatable(content: Buffer): boolean {
  if (content.length < MIN_SAMPLED_BYTES) return true;
  const middle = Math.floor(content.length / 2);
  const sample = content.subarray(middle, middle + CHUNK_BYTES);
  return deflateRawSync(sample, { level: 1 }).length < sample.length * MAX_DEFLATED_SHARE;
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
}
