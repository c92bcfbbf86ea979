import { open } from "node:fs/promises";

/** Where an archive lies: a file on disk, bytes already in memory, or anywhere that parts of it can be read from. */
export type ArchiveSource = { path: string } | { bytes: Uint8Array } | { access: RandomAccess };

/** Reads any part of an archive. `read` answers fewer bytes only at the end. `close` frees the file. */
export type RandomAccess = {
  sizeBytes: number;
  read(position: number, lengthBytes: number): Promise<Buffer>;
  close(): Promise<void>;
};

/** Opens a source for reading; the caller closes it. Throws the file system's error if the file cannot be opened. */
export async function openRandomAccess(source: ArchiveSource): Promise<RandomAccess> {
  if ("access" in source) return source.access;
  if ("bytes" in source) {
    const bytes = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
    return {
      sizeBytes: bytes.length,
      read: async (position, lengthBytes) => bytes.subarray(position, position + lengthBytes),
      close: async () => {},
    };
  }
  const handle = await open(source.path, "r");
  const { size } = await handle.stat();
  return {
    sizeBytes: size,
    async read(position, lengthBytes) {
      const wanted = Math.max(0, Math.min(lengthBytes, size - position));
      const buffer = Buffer.alloc(wanted);
      let filled = 0;
      while (filled < wanted) {
        const { bytesRead } = await handle.read(buffer, filled, wanted - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}
