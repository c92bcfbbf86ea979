import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** When the files of the demo's packages were made: fixed, so that the same content has the same bytes. */
const MADE_AT = new Date("2026-01-01T00:00:00Z");

/** A ZIP archive of texts, by path. */
export async function zipOf(files: Record<string, string>): Promise<ArrayBuffer> {
  const archive = new ZipFile();
  for (const [path, text] of Object.entries(files))
    archive.addBuffer(Buffer.from(text), path, { mtime: MADE_AT });
  archive.end();
  return new Uint8Array(await buffer(archive.outputStream)).buffer;
}
