import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { ZipFile } from "yazl";
import type { ArchiveForm } from "@/lib/distribution/addresses";
import type { OpenPackage } from "@/lib/distribution/service";
import { readFiles } from "@/lib/packages/service";

/** Most bytes of archives that a process keeps, and most digests. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
const MAX_DIGESTS = 2_000;

const archives = new LRUCache<string, Buffer, { entry: OpenPackage; form: ArchiveForm }>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: (bytes) => bytes.length + 1,
  // Requests that come together wait for one archive.
  fetchMethod: (_key, _stale, { context }) => pack(context.entry, context.form),
});
const digests = new LRUCache<string, string>({ max: MAX_DIGESTS });

const keyOf = ({ slug, manifest }: OpenPackage, form: ArchiveForm) => `${form} ${slug} ${manifest.sha256}`;

/** A package as a ZIP for installers. The same package gives the same bytes in every process, since nothing in it is deflated. */
export async function archiveOf(entry: OpenPackage, form: ArchiveForm): Promise<Buffer> {
  const bytes = await archives.fetch(keyOf(entry, form), { context: { entry, form } });
  if (!bytes) throw new Error("an archive could not be made");
  return bytes;
}

/** The SHA-256 of that archive, in hexadecimal. */
export async function digestOf(entry: OpenPackage, form: ArchiveForm): Promise<string> {
  const known = digests.get(keyOf(entry, form));
  if (known) return known;
  const digest = createHash("sha256")
    .update(await archiveOf(entry, form))
    .digest("hex");
  digests.set(keyOf(entry, form), digest);
  return digest;
}

async function pack(entry: OpenPackage, form: ArchiveForm): Promise<Buffer> {
  const { manifest } = entry;
  const contents = await readFiles(manifest);
  const zip = new ZipFile();
  // yazl writes the local time, so this is the same in every time zone.
  const mtime = new Date(2000, 0, 1);
  const add = (path: string, content: Buffer, executable: boolean) => {
    const mode = executable ? 0o100755 : 0o100644;
    zip.addBuffer(content, path, { mode, mtime, forceDosTimestamp: true, compress: false });
  };
  if (form === "plugin") add(".claude-plugin/plugin.json", pluginManifest(entry), false);
  const folder = form === "plugin" ? `skills/${manifest.name}/` : "";
  for (const { path, executable } of manifest.files) {
    const content = contents.get(path);
    if (!content) throw new Error(`a package lacks ${path}`);
    add(`${folder}${path}`, content, executable === true);
  }
  zip.end();
  return buffer(zip.outputStream);
}

function pluginManifest({ slug, manifest, frontmatter }: OpenPackage): Buffer {
  const { description, license } = frontmatter;
  const fields = { name: slug, version: manifest.version, description, ...(license && { license }) };
  return Buffer.from(`${JSON.stringify(fields, null, 2)}\n`);
}
