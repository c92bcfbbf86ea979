import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/core/errors";
import { MAX_PACKAGE_BYTES, megabytes } from "@/lib/core/limits";
import type { StagingRoom } from "@/lib/packages/intake";

/** Most bytes of a file that wait for the disk. */
const WAITING_BYTES = 1024 * 1024;

/** Does work in a new folder that only this process can look into, and removes it with all that it holds. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "marketplace-upload-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes an upload to a new file, taking room for it as its bytes arrive. Throws payload_too_large, before anything is
 * read when the request says its length, too_many_in_flight, and invalid_request for an upload that breaks off.
 */
export async function receive(
  { body, headers }: Pick<Request, "body" | "headers">,
  path: string,
  room: StagingRoom,
): Promise<void> {
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
  await pipeline(taken, newFile(path));
}

/** Writes a stored package to a new file. Throws the stream's and the file system's errors. */
export async function save(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  await pipeline(stream, newFile(path));
}

/** Parts that arrive during a write are written together. */
const newFile = (path: string) =>
  createWriteStream(path, { flags: "wx", mode: 0o600, highWaterMark: WAITING_BYTES });

/** What an upload brings, part by part. Throws invalid_request when its sender stops in the middle. */
async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
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
  return new AppError(
    "payload_too_large",
    `This ZIP is ${size}; the limit is ${megabytes(MAX_PACKAGE_BYTES)}.`,
    {
      details: { max_bytes: MAX_PACKAGE_BYTES },
    },
  );
}
