import { deflateRawSync } from "node:zlib";
import { extraField, type ZipEntry, zip } from "../../support/zips";
import { good, type Hostile, MIB, noise, u64s } from "./hostile";

/** Headers that contradict each other, and archives that are more or less than their entries. */
export const headersAndLayout: Hostile[] = [
  { what: "a body that quotes the next header", rule: "overlap", file: "b", build: quotedOverlap },
  { what: "a header inside an extra field", rule: "overlap", file: "b", build: headerInExtraField },
  {
    what: "two names for one entry",
    rule: "header_mismatch",
    file: "b",
    build: () =>
      zip([
        { name: "a", data: "1" },
        { name: "b", data: "1", listedOnly: true, headerOffset: 0 },
      ]),
  },
  {
    what: "another name in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => localLie({ name: "y" }),
  },
  {
    what: "another size in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => localLie({ sizeBytes: 9 }),
  },
  {
    what: "another packed size in front",
    rule: "header_mismatch",
    file: "x",
    build: () => localLie({ packedBytes: 9 }),
  },
  {
    what: "another checksum in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => localLie({ crc32: 9 }),
  },
  {
    what: "another packing in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => localLie({ method: 0 }),
  },
  {
    what: "encrypted only in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => localLie({ flags: 0x0801 }),
  },
  {
    what: "another name in an extra field",
    rule: "header_mismatch",
    file: "x",
    build: () =>
      zip([good, { name: "x", extra: extraField(0x7075, Buffer.from("\x01\0\0\0\0evil", "latin1")) }]),
  },
  {
    what: "a trailing record that lies",
    rule: "header_mismatch",
    file: "x",
    build: () =>
      zip([good, { name: "x", data: "12345", descriptor: "signed", sizeBytes: 5, local: {}, crc32: 3 }]),
  },
  {
    what: "a ZIP64 field that contradicts the sizes",
    rule: "zip64",
    file: "x",
    build: () => zip([good, { name: "x", data: "12345", extra: extraField(0x0001, u64s(900_000)) }]),
  },
  {
    what: "a ZIP64 field only in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => localLie({ extra: extraField(0x0001, u64s(900_000, 900_000)) }),
  },
  {
    what: "two ZIP64 fields in the list",
    rule: "zip64",
    file: "x",
    build: () => {
      const field = extraField(0x0001, u64s(5, 5));
      return zip([good, { name: "x", data: "12345", stored: true, extra: Buffer.concat([field, field]) }]);
    },
  },
  {
    what: "half a ZIP64 field in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => localLie({ extra: extraField(0x0001, u64s(5)) }),
  },
  {
    what: "a true ZIP64 field over a lie in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => {
      const local = { sizeBytes: 9, extra: extraField(0x0001, u64s(5, 5)) };
      return zip([good, { name: "x", data: "12345", stored: true, local }]);
    },
  },
  {
    what: "a ZIP64 end record that contradicts",
    rule: "zip64",
    file: null,
    build: () => zip([good], { zip64: { entryCount: 7 } }),
  },
  {
    what: "a ZIP64 end record somewhere else",
    rule: "zip64",
    file: null,
    build: () => zip([good], { zip64: { recordOffset: 2 ** 60 } }),
  },
  {
    what: "a ZIP64 list that starts beyond any file",
    rule: "archive_bounds",
    file: null,
    build: () => zip([good], { zip64: { directoryStart: 2 ** 60 }, directoryStart: 0xffffffff }),
  },
  {
    what: "data before the archive",
    rule: "data_before_archive",
    file: null,
    build: () => zip([good], { prefix: noise(99) }),
  },
  {
    what: "another archive before the archive",
    rule: "hidden_data",
    file: "SKILL.md",
    build: () => zip([good], { prefix: zip([good]) }),
  },
  {
    what: "another archive before it that its end record does not count",
    rule: "archive_bounds",
    file: null,
    build: () => Buffer.concat([zip([good]), zip([good])]),
  },
  {
    what: "data after the archive",
    rule: "data_after_archive",
    file: null,
    build: () => zip([good], { suffix: noise(99) }),
  },
  {
    what: "another archive in the comment",
    rule: "archive_bounds",
    file: null,
    build: () => zip([good], { comment: zip([{ name: "SKILL.md", data: "evil" }]) }),
  },
  {
    what: "a comment of 2 KiB",
    rule: "data_after_archive",
    file: null,
    build: () => zip([good], { comment: noise(2048) }),
  },
  {
    what: "data between two entries",
    rule: "hidden_data",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", gap: noise(99) }]),
  },
  { what: "an entry that the list leaves out", rule: "hidden_data", file: "x", build: () => unlisted() },
  {
    what: "a last entry that the list leaves out",
    rule: "hidden_data",
    file: "SKILL.md",
    build: () =>
      zip([{ ...good, listedOnly: true, headerOffset: 0 }], { prefix: bodies(zip([good, { name: "x" }])) }),
  },
  {
    what: "an entry that runs into the list",
    rule: "overlap",
    file: "x",
    build: () => zip([good, { name: "x", data: "12345", packedBytes: 40 }]),
  },
  {
    what: "a list of 5 MiB",
    rule: "directory_size",
    file: null,
    build: () => zip(files(90).map((entry) => ({ ...entry, extra: extraField(0x7777, noise(60_000)) }))),
  },
  { what: "only one part of several", rule: "multi_part", file: null, build: () => secondPart(zip([good])) },
  {
    what: "a list that is longer than counted",
    rule: "archive_bounds",
    file: null,
    build: () => zip([good, { name: "x", data: "1" }], { entryCount: 1 }),
  },
  {
    what: "a list that is shorter than counted",
    rule: "archive_malformed",
    file: null,
    build: () => zip([good], { entryCount: 2 }),
  },
  {
    what: "an entry outside the archive",
    rule: "archive_bounds",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", headerOffset: 0x7fffffff }]),
  },
  {
    what: "an entry whose header is not there",
    rule: "archive_malformed",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", headerOffset: 3 }]),
  },
  { what: "1,001 files", rule: "too_many_files", file: null, build: () => zip(files(1001)) },
  { what: "60,000 entries", rule: "too_many_files", file: null, build: () => zip(files(60_000)) },
  { what: "no files", rule: "archive_empty", file: null, build: () => zip([]) },
  { what: "no bytes", rule: "not_a_zip", file: null, build: () => Buffer.alloc(0) },
  { what: "bytes that are no archive", rule: "not_a_zip", file: null, build: () => noise(MIB) },
  {
    what: "nothing but signatures",
    rule: "not_a_zip",
    file: null,
    build: () => Buffer.from("PK\x03\x04PK\x01\x02PK\x05\x06".repeat(50_000), "latin1"),
  },
  {
    what: "an archive cut in half",
    rule: "not_a_zip",
    file: null,
    build: () => half(zip([good, { name: "x", data: noise(9999) }])),
  },
  { what: "51 MB", rule: "archive_size", file: null, build: () => Buffer.alloc(51 * MIB) },
];

/** Each entry's packed data quotes the next header as a stored block and runs on into the next entry's data. */
function quotedOverlap(): Buffer {
  const kernel = deflateRawSync(noise(100_000));
  const headerBytes = 30 + "b".length;
  const quote = Buffer.from([0x00, headerBytes, 0x00, ~headerBytes & 0xff, 0xff]);
  const a = { name: "a", packed: quote, packedBytes: quote.length + headerBytes + kernel.length };
  return zip([
    { ...a, sizeBytes: headerBytes + 100_000, crc32: 7 },
    { name: "b", packed: kernel, data: noise(100_000) },
  ]);
}

/** The second header lies in an extra field of the first, so that both are true and share one body. */
function headerInExtraField(): Buffer {
  const second = { name: "b", data: "shared" };
  const header = zip([second]).subarray(0, 30 + "b".length);
  const extra = extraField(0xcafe, header);
  const first = { name: "a", data: "shared", local: { extra } };
  return zip([first, { ...second, listedOnly: true, headerOffset: 30 + "a".length + 4 }]);
}

/** What lies before an archive's list of entries. */
function bodies(archive: Buffer): Buffer {
  return archive.subarray(0, archive.indexOf("PK\x01\x02"));
}

/** Takes the first of two entries out of the list and leaves its bytes in the archive. */
function unlisted(): Buffer {
  const prefix = bodies(zip([good, { name: "x", data: "1" }]));
  return zip([{ name: "x", data: "1", listedOnly: true, headerOffset: prefix.lastIndexOf("PK\x03\x04") }], {
    prefix,
  });
}

/** Says of itself that it is the second part of an archive. */
function secondPart(archive: Buffer): Buffer {
  archive.writeUInt16LE(1, archive.length - 22 + 4);
  return archive;
}

function files(count: number): ZipEntry[] {
  return Array.from({ length: count }, (_, index) => ({ name: `${index}`, stored: true }));
}

function half(archive: Buffer): Buffer {
  return archive.subarray(0, archive.length / 2);
}

function localLie(local: NonNullable<ZipEntry["local"]>): Buffer {
  return zip([good, { name: "x", data: "12345", local }]);
}
