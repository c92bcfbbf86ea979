import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { MAX_PACKAGE_BYTES, megabytes } from "@/lib/platform/core/limits";
import type { StagingRoom } from "@/lib/supply/packages/intake";

/** Most bytes of a file that wait for the disk; parts that arrive during a write are written together. */
const WAITING = { highWaterMark: 1024 * 1024 };

const HOUR_MS = 60 * 60 * 1000;

/** What is sent, part by part, with the headers that describe it. */
export type Upload = { body: AsyncIterable<Uint8Array> | null; headers: Headers };

/** Where uploads are until they are checked: on the disk of the data, since what is under /tmp may be memory. */
export const uploadsFolder = () => join(env().DATA_DIR, "uploads");

/** Does work in a new folder that only this process can look into, and removes it with all that it holds. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(uploadsFolder(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(uploadsFolder(), "marketplace-upload-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what uploads left whose process ended in the middle, an hour ago or more: no upload takes that long. */
export async function removeAbandoned(): Promise<void> {
  const names = await readdir(uploadsFolder()).catch(() => []);
  for (const folder of names.map((name) => join(uploadsFolder(), name))) {
    const about = await stat(folder).catch(() => null);
    if (about && about.mtimeMs < Date.now() - HOUR_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an upload to a new file, taking room for it as its bytes arrive. */
export async function receive({ body, headers }: Upload, path: string, room: StagingRoom): Promise<void> {
  const declaredBytes = Number(headers.get("content-length") ?? 0);
  if (declaredBytes > MAX_PACKAGE_BYTES) throw tooLarge(megabytes(declaredBytes));
  let sizeBytes = 0;
  const taken = async function* () {
    for await (const part of partsOf(body)) {
      sizeBytes += part.length;
      if (sizeBytes > MAX_PACKAGE_BYTES) throw tooLarge(`over ${megabytes(MAX_PACKAGE_BYTES)}`);
      room.take(part.length);
      yield part;
    }
  };
  await using file = await open(path, "wx", 0o600);
  await pipeline(taken, body instanceof IncomingMessage ? freeingFile(file) : file.createWriteStream(WAITING));
}

/**
 * Writes parts that no one else has, as Node's HTTP parser makes them, and frees each immediately: left to the garbage
 * collector, those of one large upload cause a full collection.
 */
function freeingFile(file: FileHandle): Writable {
  return new Writable({
    ...WAITING,
    writev: (waiting, done) => {
      const parts: Buffer<ArrayBuffer>[] = waiting.map(({ chunk }) => chunk);
      const written = file.writev(parts).then(({ bytesWritten }) => {
        if (bytesWritten < parts.reduce((sum, { length }) => sum + length, 0)) throw new Error("the disk is full");
        // Small parts may share their memory with others.
        for (const { buffer, length } of parts) if (buffer.byteLength === length) buffer.transfer(0);
      });
      written.then(() => done(), done);
    },
  });
}

/** Writes a stored package to a new file. Throws the stream's and the file system's errors. */
export async function save(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  await pipeline(stream, createWriteStream(path, { flags: "wx", mode: 0o600, ...WAITING }));
}

/** What an upload brings, part by part. */
async function* partsOf(body: Upload["body"]): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (cause) {
    throw new AppError("invalid_request", "The upload ended before it was complete. Send it again.", {
      param: "body",
      cause,
    });
  }
}

function tooLarge(size: string): AppError {
  return new AppError("payload_too_large", `This ZIP is ${size}; the limit is ${megabytes(MAX_PACKAGE_BYTES)}.`, {
    details: { max_bytes: MAX_PACKAGE_BYTES },
  });
}
