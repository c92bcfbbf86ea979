import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads a ZIP for yauzl. Its own reader passes on any position that the ZIP names, and Node throws at one beyond 2^53
 * outside of any promise, which would end the process.
 */
export class FileReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #sizeBytes: number;

  constructor(file: FileHandle, sizeBytes: number) {
    super();
    this.#file = file;
    this.#sizeBytes = sizeBytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.readInto(buffer.subarray(offset, offset + length), position).then(
      () => callback(null),
      (cause: unknown) => callback(cause instanceof Error ? cause : new Error(String(cause))),
    );
  }

  /** Fills a buffer from a position. Throws when the file ends before. */
  async readInto(buffer: Buffer, position: number): Promise<void> {
    if (position + buffer.length > this.#sizeBytes) throw new Error("it refers to a place beyond its end");
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, position);
    if (bytesRead < buffer.length) throw new Error("it ends too early");
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += CHUNK_BYTES) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
      await this.readInto(chunk, at);
      yield chunk;
    }
  }
}
