import { buffer } from "node:stream/consumers";
import type { RandomAccess } from "@/lib/packages/random-access";
import type { PackageStore } from "@/lib/packages/store";

/** A list of entries and a small file lie in one block; a question for each would cost a store hundreds of requests. */
const BLOCK_BYTES = 1024 * 1024;

/**
 * Any part of a stored package, fetched in blocks that are kept until it is dropped. Reading throws `internal` when
 * the store fails.
 */
export function storeAccess(store: PackageStore, sha256: string, sizeBytes: number): RandomAccess {
  const blocks = new Map<number, Promise<Buffer>>();
  const block = (number: number) => {
    const start = number * BLOCK_BYTES;
    const end = Math.min(start + BLOCK_BYTES, sizeBytes) - 1;
    const fetched = blocks.get(number) ?? store.open(sha256, { start, end }).then((part) => buffer(part));
    blocks.set(number, fetched);
    return fetched;
  };
  return {
    sizeBytes,
    async read(position, lengthBytes) {
      const end = Math.min(position + lengthBytes, sizeBytes);
      const parts: Buffer[] = [];
      for (let at = position; at < end; ) {
        const number = Math.floor(at / BLOCK_BYTES);
        const from = at - number * BLOCK_BYTES;
        const part = (await block(number)).subarray(from, from + end - at);
        parts.push(part);
        at += part.length;
        if (part.length === 0) throw new Error("the store sent less than the package's size");
      }
      return Buffer.concat(parts);
    },
    close: async () => {},
  };
}
