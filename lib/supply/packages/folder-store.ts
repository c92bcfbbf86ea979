import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ByteRange, type PackageStore, storeFailure, storeKey } from "@/lib/supply/packages/store";

const CHUNK_BYTES = 64 * 1024;
const COPY_CHUNK_BYTES = 1024 * 1024;

/** Keeps packages in a folder of this machine, which is made when needed. */
export function folderStore(folder: string): PackageStore {
  const pathOf = (sha256: string) => join(folder, storeKey(sha256));
  return {
    async put(sha256, filePath, sizeBytes) {
      const target = pathOf(sha256);
      if (await isThere(target)) return;
      const temporary = `${target}.${randomUUID()}.tmp`;
      try {
        await mkdir(dirname(target), { recursive: true });
        await copySynced(filePath, temporary, { sha256, sizeBytes });
        await rename(temporary, target);
        await syncFolder(dirname(target));
      } catch (cause) {
        throw storeFailure(cause);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async open(sha256, range) {
      const path = pathOf(sha256);
      const handle = await open(path, "r").catch((cause: unknown) => {
        throw storeFailure(cause);
      });
      return readHandle(handle, range);
    },
    has: async (sha256) => isThere(pathOf(sha256)),
    remove: (sha256) =>
      rm(pathOf(sha256), { force: true }).catch((cause: unknown) => {
        throw storeFailure(cause);
      }),
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return false;
    throw storeFailure(cause);
  }
}

/** Copies a file and waits until the disk has it. Throws if its bytes are not the ones announced. */
async function copySynced(from: string, to: string, said: { sha256: string; sizeBytes: number }): Promise<void> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  await using source = await open(from, "r");
  await using handle = await open(to, "wx");
  // One buffer for all parts: new ones of this size keep the garbage collector busy.
  const buffer = Buffer.allocUnsafe(COPY_CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    sizeBytes += bytesRead;
    await handle.writeFile(chunk);
  }
  if (sizeBytes !== said.sizeBytes || hash.digest("hex") !== said.sha256) {
    throw new Error("the package's size or hash is not as announced");
  }
  await handle.sync();
}

/** Without this a crash could lose the new name, though not the bytes. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

function readHandle(handle: FileHandle, range: ByteRange | undefined): ReadableStream<Uint8Array> {
  let position = range?.start ?? 0;
  const end = range === undefined ? Number.POSITIVE_INFINITY : range.end + 1;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const buffer = new Uint8Array(Math.min(CHUNK_BYTES, end - position));
          const { bytesRead } =
            buffer.length === 0 ? { bytesRead: 0 } : await handle.read(buffer, 0, buffer.length, position);
          position += bytesRead;
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          if (bytesRead > 0) return;
          await handle.close();
          controller.close();
        } catch (cause) {
          await handle.close();
          controller.error(storeFailure(cause));
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}
