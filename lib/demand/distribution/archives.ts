import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { ArchiveForm } from "@/lib/demand/distribution/addresses";
import type { OpenPackage } from "@/lib/demand/distribution/service";
import { Cache } from "@/lib/platform/core/cache";
import { ZipRecords } from "@/lib/platform/core/zip-records";
import { readFiles } from "@/lib/supply/packages/service";
import { flatSlug } from "@/lib/supply/skills/flat-slug";

/** Bytes of archives in the cache. Their digests are asked for more often, and small. */
const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024;
const MAX_DIGEST_BYTES = 1024 * 1024;

const archives = new Cache<Buffer>({
  name: "package_archives",
  maxBytes: MAX_ARCHIVE_BYTES,
  bytesOf: (bytes) => bytes.length,
});
const digests = new Cache<{ digest: string }>({
  name: "package_digests",
  maxBytes: MAX_DIGEST_BYTES,
  bytesOf: ({ digest }) => digest.length,
});
/** Archives that are being made: requests that come together wait for one. */
const packing = new Map<string, Promise<Buffer>>();

const keyOf = ({ slug, manifest }: OpenPackage, form: ArchiveForm) => `${form} ${slug} ${manifest.sha256}`;

/** A package as a ZIP for installers. The same package gives the same bytes in every process, since nothing in it is deflated. */
export async function archiveOf(entry: OpenPackage, form: ArchiveForm): Promise<Buffer> {
  const key = keyOf(entry, form);
  const known = archives.get(key);
  if (known) return known;
  const underWay = packing.get(key) ?? pack(entry, form).finally(() => packing.delete(key));
  packing.set(key, underWay);
  const bytes = await underWay;
  archives.set(key, bytes);
  return bytes;
}

/**
 * The SHA-256 of that archive, in hexadecimal. One archive at a time is packed for that in this process, since an index of a thousand
 * would take the memory of all.
 */
export async function digestOf(entry: OpenPackage, form: ArchiveForm): Promise<string> {
  const known = digests.get(keyOf(entry, form));
  if (known) return known.digest;
  const turn = last.then(() => digestNow(entry, form));
  last = turn.catch(() => {});
  return turn;
}

let last: Promise<unknown> = Promise.resolve();

async function digestNow(entry: OpenPackage, form: ArchiveForm): Promise<string> {
  const key = keyOf(entry, form);
  // It may have been made in a turn before.
  const known = digests.get(key);
  if (known) return known.digest;
  const digest = createHash("sha256")
    .update(await archiveOf(entry, form))
    .digest("hex");
  digests.set(key, { digest });
  return digest;
}

async function pack(entry: OpenPackage, form: ArchiveForm): Promise<Buffer> {
  const { manifest } = entry;
  const contents = await readFiles(manifest);
  const records = new ZipRecords();
  const parts: Uint8Array[] = [];
  const add = (path: string, content: Buffer, isExecutable: boolean) => {
    const entry = { path, bytes: content.length, packedBytes: null, crc32: crc32(content), isExecutable };
    parts.push(records.file(entry), content);
  };
  if (form === "plugin") add(".claude-plugin/plugin.json", pluginManifest(entry), false);
  const folder = form === "plugin" ? `skills/${manifest.name}/` : "";
  for (const { path, executable } of manifest.files) {
    const content = contents.get(path);
    if (!content) throw new Error(`a package lacks ${path}`);
    add(`${folder}${path}`, content, executable === true);
  }
  return Buffer.concat([...parts, records.end()]);
}

function pluginManifest({ slug, manifest, frontmatter }: OpenPackage): Buffer {
  const { description, license } = frontmatter;
  const fields = { name: flatSlug(slug), version: manifest.version, description, ...(license && { license }) };
  return Buffer.from(`${JSON.stringify(fields, null, 2)}\n`);
}
