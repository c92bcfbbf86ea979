import { extraField, type ZipEntry, zip } from "../../support/zips";
import { good, type Hostile, MIB, noise, u64s } from "./hostile";

/** Files that are no ZIP, or one whose list of entries cannot be read. */
export const unreadable: Hostile[] = [
  {
    what: "a ZIP64 end record that counts more entries",
    rule: "archive_malformed",
    file: null,
    build: () => zip([good], { zip64: { entryCount: 7 } }),
  },
  {
    what: "a ZIP64 end record at a place beyond any file",
    rule: "not_a_zip",
    file: null,
    build: () => zip([good], { zip64: { recordOffset: 2 ** 60 } }),
  },
  {
    what: "a ZIP64 list that starts beyond any file",
    rule: "archive_malformed",
    file: null,
    build: () => zip([good], { zip64: { directoryStart: 2 ** 60 }, directoryStart: 0xffffffff }),
  },
  {
    what: "an entry that lies beyond any file",
    rule: "damaged",
    file: "x",
    build: () =>
      zip([good, { name: "x", data: "1", headerOffset: 0xffffffff, extra: extraField(0x0001, u64s(2 ** 60)) }]),
  },
  {
    what: "data after the archive",
    rule: "not_a_zip",
    file: null,
    build: () => zip([good], { suffix: noise(99) }),
  },
  {
    what: "another archive in the comment",
    rule: "archive_malformed",
    file: null,
    build: () => zip([good], { comment: zip([{ name: "SKILL.md", data: "evil" }]) }),
  },
  {
    what: "an extra field that is longer than its entry",
    rule: "archive_malformed",
    file: null,
    build: () => zip([good, { name: "x", extra: Buffer.from([1, 0, 99, 0]) }]),
  },
  {
    what: "strong encryption",
    rule: "archive_malformed",
    file: null,
    build: () => zip([good, { name: "x", flags: 0x0840 }]),
  },
  {
    what: "an entry that runs beyond the file",
    rule: "damaged",
    file: "x",
    build: () => zip([good, { name: "x", data: "12345", packedBytes: 4000 }]),
  },
  {
    what: "a list of 5 MiB",
    rule: "list_size",
    file: null,
    build: () => zip(files(90).map((entry) => ({ ...entry, extra: extraField(0x7777, noise(60_000)) }))),
  },
  { what: "only one part of several", rule: "not_a_zip", file: null, build: () => secondPart(zip([good])) },
  {
    what: "a list that is shorter than counted",
    rule: "archive_malformed",
    file: null,
    build: () => zip([good], { entryCount: 2 }),
  },
  {
    what: "an entry outside the archive",
    rule: "damaged",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", headerOffset: 0x7fffffff }]),
  },
  {
    what: "an entry whose header is not there",
    rule: "damaged",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", headerOffset: 3 }]),
  },
  { what: "1,001 files", rule: "too_many_files", file: null, build: () => zip(files(1001)) },
  { what: "60,000 entries", rule: "too_many_files", file: null, build: () => zip(files(60_000)) },
  { what: "no files", rule: "archive_empty", file: null, build: () => zip([]) },
  {
    what: "nothing but system files",
    rule: "archive_empty",
    file: null,
    build: () => zip([{ name: "__MACOSX/" }, { name: "__MACOSX/._a" }, { name: ".DS_Store" }]),
  },
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
];

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
