import { crc32 } from "node:zlib";
import { extraField, type ZipEntry, zip } from "../../support/zips";
import { good, type Hostile } from "./hostile";

/** A regular file in the list, whose own header says something else to readers that believe it. */
const local = (id: number, data: Buffer, content = "/home/user/.ssh/id_ed25519") =>
  zip([good, { name: "x", data: content, stored: true, local: { extra: extraField(id, data) } }]);

/** Archives whose entries' own headers mean more to some readers than the list: bsdtar, and whoever unpacks as it arrives. */
export const localHeaders: Hostile[] = [
  {
    what: "a link in the field by which streaming readers learn of kinds",
    rule: "extra_field",
    file: "x",
    // Which values follow, the system that made it (Unix), and the mode of a link.
    build: () => local(0x6c78, Buffer.from([0x07, 0x14, 0x03, 0, 0, 0, 0, 0, 0xff, 0xa1])),
  },
  {
    what: "the same field in the list",
    rule: "extra_field",
    file: "x",
    build: () => zip([good, { name: "x", extra: extraField(0x6c78, Buffer.from([0x04, 0, 0, 0xff, 0xa1])) }]),
  },
  {
    what: "another name in an extra field in front of the data",
    rule: "header_mismatch",
    file: "x",
    build: () => local(0x7075, Buffer.from("\x01\0\0\0\0evil", "latin1")),
  },
  {
    what: "a link's target in front of the data",
    rule: "special_file",
    file: "x",
    build: () => local(0x000d, Buffer.from("000000000000/etc/passwd")),
  },
  {
    what: "a link's mode in front of the data",
    rule: "special_file",
    file: "x",
    build: () => local(0x756e, Buffer.from([0, 0, 0, 0, 0xff, 0xa1, 0, 0])),
  },
  {
    what: "AES in front of the data",
    rule: "encrypted",
    file: "x",
    build: () => local(0x9901, Buffer.alloc(7)),
  },
  {
    what: "an unknown field in front of the data",
    rule: "extra_field",
    file: "x",
    build: () => local(0x7777, Buffer.alloc(4)),
  },
  {
    what: "files inside a file that is stored as a stream",
    rule: "compression_method",
    file: "x",
    build: fileInFile,
  },
  {
    what: "an empty stored file with an end that cannot be found",
    rule: "header_mismatch",
    file: "x",
    build: () => zip([good, { name: "x", data: "", stored: true, descriptor: "unsigned" }]),
  },
];

/** The data ends early for whoever looks for the record after it, and goes on with an entry that the list does not have. */
function fileInFile(): Buffer {
  const shown = Buffer.from("harmless");
  const record = Buffer.alloc(16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc32(shown), 4);
  record.writeUInt32LE(shown.length, 8);
  record.writeUInt32LE(shown.length, 12);
  const inner = zip([{ name: "evil.sh", data: "rm -rf ~" }]);
  const data = Buffer.concat([shown, record, inner.subarray(0, inner.indexOf("PK\x01\x02"))]);
  const entry: ZipEntry = { name: "x", data, stored: true, descriptor: "signed" };
  return zip([good, entry]);
}
