import { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";
import type { RandomAccess } from "@/lib/packages/random-access";

const CHUNK_BYTES = 64 * 1024;

/** What the ZIP library reads an archive through that is neither a file nor in memory. */
export class RandomAccessZip extends RandomAccessReader {
  readonly #access: RandomAccess;

  constructor(access: RandomAccess) {
    super();
    this.#access = access;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(chunks(this.#access, start, end));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#access.read(position, length).then(
      (part) => {
        part.copy(buffer, offset);
        callback(part.length < length ? new Error("the archive ends before what it lists") : null);
      },
      (cause: unknown) => callback(cause instanceof Error ? cause : new Error(String(cause))),
    );
  }
}

async function* chunks(access: RandomAccess, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += CHUNK_BYTES) yield access.read(at, Math.min(CHUNK_BYTES, end - at));
}
