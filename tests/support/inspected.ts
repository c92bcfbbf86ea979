import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Entry, fromBufferPromise } from "yauzl";
import { type Inspection, inspectPackage } from "@/lib/supply/packages/inspect";

/** An inspection, and the canonical archive that it has written. */
export type Inspected = Inspection & { archive: Buffer };

/** Inspects an upload, given as its bytes or as a file, and reads the archive that is written from it. */
export async function inspected(upload: Buffer | string): Promise<Inspected> {
  const folder = await mkdtemp(join(tmpdir(), "inspected-"));
  try {
    const path = typeof upload === "string" ? upload : join(folder, "upload.zip");
    if (typeof upload !== "string") await writeFile(path, upload);
    const target = join(folder, "canonical.zip");
    const inspection = await inspectPackage(path, target);
    return { ...inspection, archive: await readFile(target) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The entries of an archive, in its order. */
export async function entriesOf(archive: Buffer): Promise<Entry[]> {
  const zip = await fromBufferPromise(archive);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** What an archive holds, by name. */
export async function contentsOf(archive: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(archive);
  const contents: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    contents[entry.fileName] = Buffer.concat(chunks).toString("latin1");
  }
  return contents;
}
