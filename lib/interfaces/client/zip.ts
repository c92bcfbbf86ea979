/** One file of a ZIP to be. */
export type ZippedFile = { path: string; content: Uint8Array<ArrayBuffer> };

const UTF8_NAMES = 0x0800;
const VERSION = 20;
const LOCAL_HEADER = 0x04034b50;
const LIST_HEADER = 0x02014b50;
const LIST_END = 0x06054b50;

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

/** Bytes of little-endian numbers: `[value, its size in bytes]`. */
function packed(...fields: [value: number, bytes: 2 | 4][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** A ZIP of files as they are, not compressed: the server compresses what it stores. */
export function zipOf(files: ZippedFile[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = encoder.encode(path);
    const facts: [number, 2 | 4][] = [
      [VERSION, 2],
      [UTF8_NAMES, 2],
      [0, 2],
      [0, 4],
      [crc32(content), 4],
      [content.length, 4],
      [content.length, 4],
      [name.length, 2],
      [0, 2],
    ];
    const header = packed([LOCAL_HEADER, 4], ...facts);
    parts.push(header, name, content);
    const rest: [number, 2 | 4][] = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ];
    list.push(packed([LIST_HEADER, 4], [VERSION, 2], ...facts, ...rest), name);
    offset += header.length + name.length + content.length;
  }
  const listBytes = list.reduce((sum, { length }) => sum + length, 0);
  const counts: [number, 2][] = [
    [files.length, 2],
    [files.length, 2],
  ];
  const end = packed([LIST_END, 4], [0, 2], [0, 2], ...counts, [listBytes, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...list, end], { type: "application/zip" });
}
