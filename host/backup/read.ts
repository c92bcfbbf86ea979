import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { fileEntry, MANIFEST, Manifest, packageEntry, tableEntry } from "@/host/backup/manifest";
import { hashing } from "@/host/backup/write";
import { StartError } from "@/lib/platform/core/env";

/** An opened archive: its manifest, and the streams of its entries. */
export type Backup = {
  manifest: Manifest;
  open: (entry: string) => Promise<NodeJS.ReadableStream>;
  close: () => void;
};

/** Opens an archive. Throws StartError for a file that is no backup, is cut off, or has a newer format. */
export async function openBackup(path: string): Promise<Backup> {
  const zip: ZipFile = await openPromise(path, { autoClose: false }).catch((cause: Error) => {
    throw new StartError(`${path} is no backup, or is cut off: ${cause.message}.`, { cause });
  });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  const open = async (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new StartError(`${path} lacks ${name}: it is not whole.`);
    return zip.openReadStreamPromise(entry);
  };
  const parsed = Manifest.safeParse(await json(await open(MANIFEST)));
  if (!parsed.success) throw new StartError(`${path} was written by another release: its manifest is unknown.`);
  return { manifest: parsed.data, open, close: () => zip.close() };
}

/** Reads every entry of an archive and compares it with the manifest. Throws StartError naming the first that differs. */
export async function verifyBackup({ manifest, open }: Backup): Promise<void> {
  const wanted = [
    ...manifest.tables.map(({ name, sha256 }) => ({ entry: tableEntry(name), sha256 })),
    ...manifest.packages.map((sha256) => ({ entry: packageEntry(sha256), sha256 })),
    ...manifest.files.map(({ name, sha256 }) => ({ entry: fileEntry(name), sha256 })),
  ];
  for (const { entry, sha256 } of wanted) {
    const hash = createHash("sha256");
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(await open(entry), hashing(hash), nowhere).catch((cause: Error) => {
      throw new StartError(`${entry} cannot be read: ${cause.message}.`, { cause });
    });
    if (hash.digest("hex") !== sha256) throw new StartError(`${entry} is not as it was written.`);
  }
}
