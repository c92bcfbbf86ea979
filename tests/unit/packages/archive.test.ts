import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { AppError } from "@/lib/core/errors";
import { readArchive } from "@/lib/packages/archive";
import type { UnpackedFile } from "@/lib/packages/archive-contents";
import { extraField, type ZipEntry, zip } from "../../support/zips";
import { MIB, noise, u64s } from "./hostile";
import { MAX_GROWTH_BYTES, peakGrowthBytes } from "./memory";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Times of two kinds, owners, Java's mark and the name again: what Info-ZIP, ditto, NTFS tools and jar write. */
const TOOLS_FIELDS = Buffer.concat([
  ...[0x5455, 0x5855, 0x7855, 0x7875, 0x000a, 0xcafe].map((id) => extraField(id, Buffer.alloc(9))),
  extraField(0x7075, Buffer.from("\x01\0\0\0\0a", "latin1")),
]);

/** Ten files of 9.5 MiB, each half a MiB of noise and zeros after it. */
function largest(): Buffer {
  const data = Buffer.concat([noise(MIB / 2), Buffer.alloc(9 * MIB)]);
  return zip(Array.from({ length: 10 }, (_, index) => ({ name: `f${index}`, data })));
}

test("the manifest lists every file with its size and hash, sorted by path, and no folders", async () => {
  const archive = zip([
    { name: "z.bin", data: noise(70_000), stored: true },
    { name: "scripts/" },
    { name: "scripts/é.py", data: "print(1)" },
    { name: "empty", data: "" },
  ]);
  const expected = [
    { path: "empty", size: 0, sha256: sha256("") },
    { path: "scripts/é.py", size: 8, sha256: sha256("print(1)") },
    { path: "z.bin", size: 70_000, sha256: sha256(noise(70_000)) },
  ];
  expect(await readArchive({ bytes: archive })).toEqual(expected);
  await writeFile(join(folder, "a.zip"), archive);
  expect(await readArchive({ path: join(folder, "a.zip") })).toEqual(expected);
});

test.each<[string, Partial<ZipEntry>]>([
  ["a trailing record with signature", { descriptor: "signed" }],
  ["a trailing record without signature", { descriptor: "unsigned" }],
  [
    "a true ZIP64 field in front of the data",
    { local: { extra: extraField(0x0001, u64s(5, 5)) }, stored: true },
  ],
  ["a true ZIP64 field in the list", { extra: extraField(0x0001, u64s(5, 5)), stored: true }],
  ["the times and owners that tools add", { extra: extraField(0x5455, Buffer.alloc(5)) }],
  ["the times and owners that tools add in front of the data", { local: { extra: TOOLS_FIELDS } }],
  ["attributes that say nothing", { externalAttributes: 0 }],
])("an entry with %s is read", async (_what, entry) => {
  const manifest = await readArchive({ bytes: zip([{ name: "a", data: "12345", ...entry }, { name: "b" }]) });
  expect(manifest).toMatchObject([{ path: "a", size: 5, sha256: sha256("12345") }, { path: "b" }]);
});

test("an empty file that is stored as a stream is read, since all readers find its end", async () => {
  const bytes = zip([{ name: "a", data: "", stored: true, descriptor: "signed" }, { name: "b" }]);
  expect(await readArchive({ bytes })).toMatchObject([{ path: "a", size: 0 }, { path: "b" }]);
});

test("a commit hash in the archive's comment, and a true ZIP64 end record, are read", async () => {
  const commented = zip([{ name: "a", data: "1" }], { comment: Buffer.from("a".repeat(40)) });
  const large = zip([{ name: "a", data: "1" }], {
    zip64: {},
    entryCount: 0xffff,
    directoryStart: 0xffffffff,
  });
  for (const bytes of [commented, large]) expect(await readArchive({ bytes })).toMatchObject([{ path: "a" }]);
});

test.each([true, false])(
  "an archive written as a stream by a common library is read (ZIP64: %s)",
  async (large) => {
    const writer = new ZipFile();
    writer.addBuffer(Buffer.from("one"), "one.txt", { forceZip64Format: large });
    writer.addReadStream(Readable.from(["tw", "o"]), "two.txt", { forceZip64Format: large });
    writer.addEmptyDirectory("three");
    writer.end({ forceZip64Format: large, comment: "" });
    const bytes = await buffer(writer.outputStream);
    expect(await readArchive({ bytes })).toMatchObject([
      { path: "one.txt", sha256: sha256("one") },
      { path: "two.txt", sha256: sha256("two") },
    ]);
  },
);

test("a visitor sees each file's content, and no more than its first MiB", async () => {
  const seen: UnpackedFile[] = [];
  const archive = zip([
    { name: "small", data: "text" },
    { name: "folder/" },
    { name: "large", data: noise(MIB + 1) },
  ]);
  await readArchive({ bytes: archive }, { visit: (file) => void seen.push(file) });
  expect(seen.map(({ path, isWhole, content }) => [path, isWhole, content.length])).toEqual([
    ["small", true, 4],
    ["large", false, MIB],
  ]);
  expect(seen[1]?.content.equals(noise(MIB))).toBe(true);
});

test("what a visitor throws ends the reading", async () => {
  const visit = () => Promise.reject(new RangeError("enough"));
  await expect(readArchive({ bytes: zip([{ name: "a" }]) }, { visit })).rejects.toThrow("enough");
});

test("an archive of 95 MB is read with at most 64 MB of memory", async () => {
  const path = join(folder, "largest.zip");
  await writeFile(path, largest());
  let seenBytes = 0;
  const growthBytes = await peakGrowthBytes(async () => {
    const manifest = await readArchive(
      { path },
      {
        visit: (file) => {
          seenBytes += file.content.length;
        },
      },
    );
    expect(manifest).toHaveLength(10);
  });
  expect(seenBytes).toBe(10 * MIB);
  expect(growthBytes).toBeLessThanOrEqual(MAX_GROWTH_BYTES);
});

test("whatever byte of an archive is changed, the answer is a manifest or a refusal", async () => {
  const archive = zip([
    { name: "a", data: "some text, some text" },
    { name: "b/c", data: noise(300), descriptor: "signed", extra: extraField(0x0001, u64s(300)) },
  ]);
  const change = fc.tuple(fc.nat(archive.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = Buffer.from(archive);
      for (const [at, value] of changes) bytes[at] = value;
      const outcome = await readArchive({ bytes }).catch((error: unknown) => error);
      const isRefusal = outcome instanceof AppError && outcome.code === "invalid_package";
      expect(isRefusal || Array.isArray(outcome)).toBe(true);
    }),
    { numRuns: 2000, seed: 7 },
  );
});

test("an archive cut anywhere is refused", async () => {
  const archive = zip([
    { name: "a", data: noise(300) },
    { name: "b", data: "2" },
  ]);
  for (let length = 0; length < archive.length; length++) {
    const outcome = readArchive({ bytes: archive.subarray(0, length) });
    await expect(outcome).rejects.toMatchObject({ code: "invalid_package" });
  }
});
