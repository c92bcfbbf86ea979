import { crc32, deflateRawSync } from "node:zlib";

/** What the headers of an entry say; anything left out is what is true. */
type Declared = {
  name?: string | Buffer;
  method?: number;
  flags?: number;
  crc32?: number;
  packedBytes?: number;
  sizeBytes?: number;
  extra?: Buffer;
};

/** An entry to write. Every field but `name` and `data` exists to build archives that lie. */
export type ZipEntry = Declared & {
  name: string | Buffer;
  data?: string | Buffer;
  stored?: boolean;
  /** The packed bytes, when they are not what packing `data` gives. */
  packed?: Buffer;
  /** Bytes put before the entry's header that belong to no entry. */
  gap?: Buffer;
  /** A record after the data with checksum and sizes, and zeros in the local header. */
  descriptor?: "signed" | "unsigned";
  /** Overrides for the header in front of the data alone. */
  local?: Declared;
  externalAttributes?: number;
  /** Where the list says that the entry lies. */
  headerOffset?: number;
  /** Lists the entry without writing it. */
  listedOnly?: boolean;
};

type ZipFrame = {
  prefix?: Buffer;
  suffix?: Buffer;
  comment?: Buffer;
  entryCount?: number;
  directoryStart?: number;
  directoryBytes?: number;
  /** Writes a ZIP64 end record, with these values where given. */
  zip64?: { entryCount?: number; directoryStart?: number; directoryBytes?: number; recordOffset?: number };
};

const UNIX = 3;
const UTF8_FLAG = 0x0800;
const DESCRIPTOR_FLAG = 0x0008;

/** The high half of an entry's attributes: a Unix mode such as `0o120777` for a link. */
export function unixMode(mode: number): number {
  return (mode << 16) >>> 0;
}

/** An extra field of an entry. */
export function extraField(id: number, data: Buffer): Buffer {
  return Buffer.concat([u16(id), u16(data.length), data]);
}

/** Writes a ZIP, true or lying, exactly as told. */
export function zip(entries: ZipEntry[], frame: ZipFrame = {}): Buffer {
  const parts: Buffer[] = [frame.prefix ?? Buffer.alloc(0)];
  const list: Buffer[] = [];
  let offset = parts[0]?.length ?? 0;
  for (const entry of entries) {
    const facts = factsOf(entry);
    const body = entry.listedOnly ? [] : [entry.gap ?? Buffer.alloc(0), ...localPart(entry, facts)];
    const headerOffset = entry.headerOffset ?? offset + (entry.gap?.length ?? 0);
    list.push(listedPart(entry, facts, headerOffset));
    parts.push(...body);
    offset += body.reduce((total, part) => total + part.length, 0);
  }
  const directory = Buffer.concat(list);
  return Buffer.concat([...parts, directory, ...endPart(frame, entries.length, offset, directory.length)]);
}

/** A link-free, honest package: SKILL.md and any other files, under `top` if given. */
export function skillZip(options: {
  slug: string;
  files?: Record<string, string | Buffer>;
  frontmatter?: Record<string, unknown>;
  body?: string;
  top?: string;
}): Buffer {
  const folder = options.top === undefined ? "" : `${options.top}/`;
  const files = { "SKILL.md": skillMd(options), ...options.files };
  return zip(Object.entries(files).map(([path, data]) => ({ name: folder + path, data })));
}

/** The text of a SKILL.md; `frontmatter` adds to name and description, or replaces them. JSON is valid YAML. */
export function skillMd(options: { slug: string; frontmatter?: Record<string, unknown>; body?: string }): string {
  const fields = {
    name: options.slug,
    description: `Does what ${options.slug} does. Use when it is needed.`,
    ...options.frontmatter,
  };
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${options.body ?? `# ${options.slug}\n\nDo the work.\n`}`;
}

/** Packed data that unpacks to `mebibytes` MiB of zeros, about a thousandth of their size. */
export function packedZeros(mebibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024), {
    finishFlush: 3 /* full flush: the block can repeat */,
  });
  return Buffer.concat([...Array.from({ length: mebibytes }, () => block), Buffer.from([0x03, 0x00])]);
}

type Facts = { name: Buffer; method: number; flags: number; crc32: number; data: Buffer; packed: Buffer };

function factsOf(entry: ZipEntry): Facts {
  const data = Buffer.from(entry.data ?? "");
  const name = Buffer.from(entry.name);
  const packed = entry.packed ?? (entry.stored ? data : deflateRawSync(data));
  const flags = UTF8_FLAG | (entry.descriptor === undefined ? 0 : DESCRIPTOR_FLAG);
  return { name, method: entry.stored ? 0 : 8, flags, crc32: crc32(data), data, packed };
}

function localPart(entry: ZipEntry, facts: Facts): Buffer[] {
  const late = entry.descriptor !== undefined;
  const said = { ...entry, ...(late ? { crc32: 0, packedBytes: 0, sizeBytes: 0 } : {}), ...entry.local };
  const name = Buffer.from(said.name);
  const extra = entry.local?.extra ?? Buffer.alloc(0);
  const header = Buffer.concat([
    u32(0x04034b50),
    u16(20),
    ...sharedFields(said, facts),
    u16(name.length),
    u16(extra.length),
    name,
    extra,
  ]);
  const sizes = [u32(facts.crc32), u32(facts.packed.length), u32(entry.sizeBytes ?? facts.data.length)];
  const trailer = late ? [...(entry.descriptor === "signed" ? [u32(0x08074b50)] : []), ...sizes] : [];
  return [header, facts.packed, ...trailer];
}

function listedPart(entry: ZipEntry, facts: Facts, headerOffset: number): Buffer {
  const extra = entry.extra ?? Buffer.alloc(0);
  return Buffer.concat([
    u32(0x02014b50),
    u16((UNIX << 8) | 20),
    u16(20),
    ...sharedFields(entry, facts),
    u16(facts.name.length),
    u16(extra.length),
    u16(0),
    u16(0),
    u16(0),
    u32(entry.externalAttributes ?? unixMode(facts.name.at(-1) === 0x2f ? 0o040755 : 0o100644)),
    u32(headerOffset),
    facts.name,
    extra,
  ]);
}

/** Flags to sizes: the run of fields that both headers have. */
function sharedFields(said: Declared, facts: Facts): Buffer[] {
  return [
    u16(said.flags ?? facts.flags),
    u16(said.method ?? facts.method),
    u16(0),
    u16(0x21),
    u32(said.crc32 ?? facts.crc32),
    u32(said.packedBytes ?? facts.packed.length),
    u32(said.sizeBytes ?? facts.data.length),
  ];
}

function endPart(frame: ZipFrame, entryCount: number, directoryStart: number, directoryBytes: number): Buffer[] {
  const parts: Buffer[] = [];
  if (frame.zip64 !== undefined) {
    const said = { entryCount, directoryStart, directoryBytes, ...frame.zip64 };
    const recordOffset = frame.zip64.recordOffset ?? directoryStart + directoryBytes;
    parts.push(u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0));
    parts.push(u64(said.entryCount), u64(said.entryCount), u64(said.directoryBytes), u64(said.directoryStart));
    parts.push(u32(0x07064b50), u32(0), u64(recordOffset), u32(1));
  }
  const count = u16(frame.entryCount ?? entryCount);
  const comment = frame.comment ?? Buffer.alloc(0);
  parts.push(u32(0x06054b50), u16(0), u16(0), count, count);
  parts.push(u32(frame.directoryBytes ?? directoryBytes), u32(frame.directoryStart ?? directoryStart));
  parts.push(u16(comment.length), comment, frame.suffix ?? Buffer.alloc(0));
  return parts;
}

function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}
