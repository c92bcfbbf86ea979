import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { ZipFile } from "yazl";
import { type CheckedManifest, readFiles } from "@/lib/packages/service";

/** Most bytes of archives that a process keeps, and most digests. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
const MAX_DIGESTS = 2_000;

const archives = new LRUCache<string, Buffer, CheckedManifest>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: (bytes) => bytes.length + 1,
  // Requests that come together wait for one archive.
  fetchMethod: (_key, _stale, { context }) => pack(context),
});
const digests = new LRUCache<string, string>({ max: MAX_DIGESTS });

/**
 * A package as installers read it: a ZIP with SKILL.md at its root, where the archive of the API has one folder. The same
 * package gives the same bytes in every process, since nothing in it is deflated.
 */
export async function flatArchive(manifest: CheckedManifest): Promise<Buffer> {
  const bytes = await archives.fetch(manifest.sha256, { context: manifest });
  if (!bytes) throw new Error("an archive could not be made");
  return bytes;
}

/** The SHA-256 of the flat archive, in hexadecimal. */
export async function flatDigest(manifest: CheckedManifest): Promise<string> {
  const known = digests.get(manifest.sha256);
  if (known) return known;
  const digest = createHash("sha256")
    .update(await flatArchive(manifest))
    .digest("hex");
  digests.set(manifest.sha256, digest);
  return digest;
}

async function pack(manifest: CheckedManifest): Promise<Buffer> {
  const contents = await readFiles(manifest);
  const zip = new ZipFile();
  // yazl writes the local time, so this is the same in every time zone.
  const mtime = new Date(2000, 0, 1);
  for (const { path, executable } of manifest.files) {
    const content = contents.get(path);
    if (!content) throw new Error(`a package lacks ${path}`);
    const mode = executable ? 0o100755 : 0o100644;
    zip.addBuffer(content, path, { mode, mtime, forceDosTimestamp: true, compress: false });
  }
  zip.end();
  return buffer(zip.outputStream);
}
