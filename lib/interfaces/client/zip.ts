import { ZipRecords } from "@/lib/platform/core/zip-records";

export type ZippedFile = { path: string; content: Uint8Array<ArrayBuffer> };

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** A ZIP of files as they are, not compressed: the server compresses what it stores. */
export function zipOf(files: ZippedFile[]): Blob {
  const records = new ZipRecords();
  const parts = files.flatMap(({ path, content }) => {
    const entry = { path, bytes: content.length, packedBytes: null, crc32: crc32(content) };
    return [records.file(entry), content];
  });
  return new Blob([...parts, records.end()], { type: "application/zip" });
}
