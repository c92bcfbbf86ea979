import { deflateRawSync } from "node:zlib";
import { extraField, packedZeros, type ZipEntry, zip } from "../../support/zips";
import { good, type Hostile, MIB, noise, u64s } from "./hostile";

/** Bombs, and entries that are not as large as they say. */
export const sizesAndLies: Hostile[] = [
  {
    what: "a bomb of 1 GiB that declares its size",
    rule: "file_size",
    file: "zeros",
    build: () => zip([good, { name: "zeros", packed: packedZeros(1024), sizeBytes: 1024 * MIB, crc32: 1 }]),
  },
  {
    what: "a bomb of 1 GiB that declares 10 bytes",
    rule: "damaged",
    file: "zeros",
    build: () => zip([good, { name: "zeros", packed: packedZeros(1024), sizeBytes: 10, crc32: 1 }]),
  },
  {
    what: "a bomb that declares the most allowed",
    rule: "damaged",
    file: "zeros",
    build: () => zip([good, { name: "zeros", packed: packedZeros(1024), sizeBytes: 10 * MIB, crc32: 1 }]),
  },
  {
    what: "many files that are too much together",
    rule: "unpacked_size",
    file: "f0",
    build: () =>
      zip(
        Array.from({ length: 11 }, (_, index) => ({
          name: `f${index}`,
          packed: noise(200_000),
          sizeBytes: 10 * MIB,
        })),
      ),
  },
  {
    what: "many names for one body that are too much together",
    rule: "unpacked_size",
    file: "f0",
    build: () => {
      const body = { packed: packedZeros(9), sizeBytes: 9 * MIB, crc32: 1 };
      const more = Array.from({ length: 12 }, (_, index) => ({ name: `f${index + 1}`, ...body }));
      const names = more.map((entry) => ({ ...entry, listedOnly: true, headerOffset: 0 }));
      return zip([{ name: "f0", ...body }, ...names, good]);
    },
  },
  {
    what: "a file over 10 MB",
    rule: "file_size",
    file: "x",
    build: () => zip([good, { name: "x", sizeBytes: 10 * MIB + 1 }]),
  },
  {
    what: "a file of 4 GiB by its ZIP64 field",
    rule: "file_size",
    file: "x",
    build: () => zip([good, hugeEntry()]),
  },
  {
    what: "more bytes declared than there are",
    rule: "damaged",
    file: "x",
    build: () => zip([good, { name: "x", data: "12345", sizeBytes: 6 }]),
  },
  {
    what: "a stored entry with two sizes",
    rule: "archive_malformed",
    file: null,
    build: () => zip([good, { name: "x", data: "12345", stored: true, sizeBytes: 50 }]),
  },
  {
    what: "a wrong checksum",
    rule: "damaged",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", crc32: 5 }]),
  },
  {
    what: "packed data that is garbage",
    rule: "damaged",
    file: "x",
    build: () => zip([good, { name: "x", packed: Buffer.alloc(64, 0xff), sizeBytes: 100, crc32: 1 }]),
  },
  {
    what: "packed data that ends too early",
    rule: "damaged",
    file: "x",
    build: () => zip([good, { name: "x", data: noise(5000), packed: deflateRawSync(noise(5000)).subarray(0, 4000) }]),
  },
];

function hugeEntry(): ZipEntry {
  const extra = extraField(0x0001, u64s(2 ** 32, 2 ** 32));
  return { name: "x", data: "1", packedBytes: 0xffffffff, sizeBytes: 0xffffffff, extra };
}
