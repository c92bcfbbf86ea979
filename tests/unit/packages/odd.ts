import { crc32, deflateRawSync } from "node:zlib";
import { extraField, type ZipEntry, zip } from "../../support/zips";
import { good, noise, u64s } from "./hostile";

/** An archive about which ZIP readers disagree; we read SKILL.md and `x` in it, with this content if not `12345`. */
export type Odd = { what: string; build: () => Buffer; content?: Buffer };

const x = (more: Partial<ZipEntry>) => zip([good, { name: "x", data: "12345", ...more }]);
const field = (id: number, data: Buffer | string) => extraField(id, Buffer.from(data));
const local = (extra: Buffer) => x({ stored: true, local: { extra } });
const UNIX_LINK = field(0x000d, "000000000000/etc/passwd");
const ASI_LINK = field(0x756e, Buffer.from([0, 0, 0, 0, 0xff, 0xa1, 0, 0]));
const SECOND_NAME = field(0x7075, Buffer.from("\x01\0\0\0\0evil", "latin1"));
/** Ends early for whoever looks for the record after it, and goes on with an entry that the list does not have. */
const FILES_IN_FILE = Buffer.concat([
  Buffer.from("12345"),
  Buffer.from("PK\x07\x08", "latin1"),
  u64s(crc32(Buffer.from("12345"))).subarray(0, 4),
  Buffer.from([5, 0, 0, 0, 5, 0, 0, 0]),
  zip([{ name: "evil.sh", data: "rm -rf ~" }]),
]);

/** What is written anew is what was read, so whatever else these archives say is gone. */
export const odd: Odd[] = [
  { what: "an unknown extra field", build: () => x({ extra: field(0x7777, "abc") }) },
  { what: "an unknown extra field in front of the data", build: () => local(field(0x7777, "abc")) },
  { what: "a link's target in an extra field", build: () => x({ extra: UNIX_LINK }) },
  { what: "a link's target in front of the data", build: () => local(UNIX_LINK) },
  { what: "a link's mode in an extra field", build: () => x({ extra: ASI_LINK }) },
  { what: "a link's mode in front of the data", build: () => local(ASI_LINK) },
  {
    what: "a link in the field by which streaming readers learn of kinds",
    build: () => local(field(0x6c78, Buffer.from([0x07, 0x14, 0x03, 0, 0, 0, 0, 0, 0xff, 0xa1]))),
  },
  { what: "AES in an extra field", build: () => x({ extra: field(0x9901, Buffer.alloc(7)) }) },
  { what: "another name in an extra field", build: () => x({ extra: SECOND_NAME }) },
  { what: "another name in a field in front of the data", build: () => local(SECOND_NAME) },
  { what: "another name in front of the data", build: () => x({ local: { name: "y" } }) },
  { what: "another size in front of the data", build: () => x({ local: { sizeBytes: 9 } }) },
  { what: "another packed size in front", build: () => x({ local: { packedBytes: 9 } }) },
  { what: "another checksum in front of the data", build: () => x({ local: { crc32: 9 } }) },
  { what: "another compression in front of the data", build: () => x({ local: { method: 0 } }) },
  { what: "encryption only in front of the data", build: () => x({ local: { flags: 0x0801 } }) },
  { what: "a ZIP64 field that contradicts", build: () => x({ extra: field(0x0001, u64s(900_000)) }) },
  { what: "half a ZIP64 field in front of the data", build: () => local(field(0x0001, u64s(5))) },
  {
    what: "two ZIP64 fields",
    build: () => x({ stored: true, extra: Buffer.concat([field(0x0001, u64s(5, 5)), field(0x0001, u64s(5, 5))]) }),
  },
  { what: "a trailing record with signature", build: () => x({ descriptor: "signed" }) },
  { what: "a trailing record without signature", build: () => x({ descriptor: "unsigned" }) },
  { what: "a stored stream", build: () => x({ stored: true, descriptor: "signed" }) },
  { what: "attributes that say nothing", build: () => x({ externalAttributes: 0 }) },
  {
    what: "data after the packed file",
    build: () => x({ packed: Buffer.concat([deflateRawSync(Buffer.from("12345")), noise(99)]) }),
  },
  { what: "data between two entries", build: () => x({ gap: noise(99) }) },
  {
    what: "a long comment",
    build: () => zip([good, { name: "x", data: "12345" }], { comment: noise(2048) }),
  },
  {
    what: "a header inside an extra field",
    build: () => {
      const header = zip([{ name: "y", data: "12345" }]).subarray(0, 30 + "y".length);
      return x({ local: { extra: field(0xcafe, header) } });
    },
  },
  {
    what: "an entry that is listed but not counted",
    build: () => zip([good, { name: "x", data: "12345" }, { name: "y", data: "1" }], { entryCount: 2 }),
  },
  {
    what: "a folder with data, and one without a file",
    build: () => zip([good, { name: "f/", data: "data" }, { name: "g/" }, { name: "x", data: "12345" }]),
  },
  {
    what: "a true ZIP64 end record",
    build: () =>
      zip([good, { name: "x", data: "12345" }], {
        zip64: {},
        entryCount: 0xffff,
        directoryStart: 0xffffffff,
      }),
  },
  {
    what: "./ before its names",
    build: () => zip([{ name: "./" }, { ...good, name: "./SKILL.md" }, { name: "./x", data: "12345" }]),
  },
  {
    what: "files inside a file that is stored as a stream",
    build: () => x({ data: FILES_IN_FILE, stored: true, descriptor: "signed" }),
    content: FILES_IN_FILE,
  },
];
