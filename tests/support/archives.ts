import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { openPromise } from "yauzl";
import { ZipFile } from "yazl";
import { MANIFEST, type Manifest, packageEntry, tableEntry } from "@/host/backup/manifest";

type Change = (name: string, bytes: Buffer) => Buffer | null;

/**
 * Copies an archive with entries changed or, with null, left out; its manifest names the hashes of what is there then, so that only
 * a restore can tell. Returns the path of the copy.
 */
export async function rewritten(path: string, target: string, change: Change): Promise<string> {
  const [zip, source] = [new ZipFile(), await openPromise(path, { autoClose: false })];
  const hashes = new Map<string, string>();
  for await (const entry of source.eachEntry()) {
    const bytes = change(entry.fileName, await buffer(await source.openReadStreamPromise(entry)));
    if (bytes === null) continue;
    const whole = entry.fileName === MANIFEST ? withHashes(bytes, hashes) : bytes;
    hashes.set(entry.fileName, createHash("sha256").update(whole).digest("hex"));
    zip.addBuffer(whole, entry.fileName);
  }
  source.close();
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
  return target;
}

function withHashes(bytes: Buffer, hashes: Map<string, string>): Buffer {
  const manifest: Manifest = JSON.parse(bytes.toString());
  for (const table of manifest.tables) table.sha256 = hashes.get(tableEntry(table.name)) ?? "";
  manifest.packages = manifest.packages.filter((sha256) => hashes.has(packageEntry(sha256)));
  return Buffer.from(JSON.stringify(manifest));
}
