import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { AppError } from "@/lib/platform/core/errors";
import { contentsOf, entriesOf, inspected } from "../../support/inspected";
import { extraField, skillMd, unixMode, type ZipEntry, zip } from "../../support/zips";
import { good, MIB, noise } from "./hostile";
import { odd } from "./odd";

const SKILL = skillMd({ slug: "a" });
const EXECUTABLE = unixMode(0o100755);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canonical-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whether a program is there to try real ZIPs with. */
function has(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("the archive is one folder named as the skill, sorted, with fixed times and modes and nothing else", async () => {
  const { archive, sha256, sizeBytes, manifest } = await inspected(
    zip([
      { name: "any-main/z.txt", data: "z", stored: true, extra: extraField(0x5455, Buffer.alloc(5)) },
      { name: "any-main/scripts/" },
      { name: "any-main/scripts/run.sh", data: "#!/bin/sh\n", externalAttributes: EXECUTABLE },
      { ...good, name: "any-main/SKILL.md" },
    ]),
  );
  const entries = await entriesOf(archive);
  const facts = entries.map((entry) => [
    entry.fileName,
    (entry.externalFileAttributes >>> 16).toString(8),
    entry.compressionMethod,
    entry.extraFieldLength + entry.fileCommentLength,
    entry.getLastModDate().toLocaleDateString("en-CA"),
  ]);
  expect(facts).toEqual([
    ["a/SKILL.md", "100644", 8, 0, "2000-01-01"],
    ["a/scripts/run.sh", "100755", 8, 0, "2000-01-01"],
    ["a/z.txt", "100644", 8, 0, "2000-01-01"],
  ]);
  expect(manifest.map(({ path, size, executable }) => [path, size, executable])).toEqual([
    ["SKILL.md", SKILL.length, false],
    ["scripts/run.sh", 10, true],
    ["z.txt", 1, false],
  ]);
  expect([sha256, sizeBytes]).toEqual([createHash("sha256").update(archive).digest("hex"), archive.length]);
});

test.each(odd)("an archive with $what is read, and that is gone", async ({ build, content }) => {
  const { archive, sha256 } = await inspected(build());
  const expected = content ?? Buffer.from("12345");
  expect(await contentsOf(archive)).toEqual({ "a/SKILL.md": SKILL, "a/x": expected.toString("latin1") });
  const plain = await inspected(zip([good, { name: "x", data: expected }]));
  expect(sha256).toBe(plain.sha256);
});

test("the same files give the same bytes, whatever their order, times, compression, folder, comment and time zone", async () => {
  const files: ZipEntry[] = [good, { name: "b.md", data: "b".repeat(5000) }, { name: "c/d.bin", data: noise(3000) }];
  const inFolder = (entry: ZipEntry) => ({ ...entry, name: `other/${entry.name}` });
  const level9 = (entry: ZipEntry) => ({
    ...entry,
    packed: deflateRawSync(Buffer.from(entry.data ?? ""), { level: 9 }),
  });
  const first = await inspected(zip(files));
  const others = [
    zip(files.toReversed()),
    zip(files.map((entry) => ({ ...entry, stored: true }))),
    zip(files.map(level9)),
    zip(files.map(inFolder), { comment: Buffer.from("a".repeat(40)) }),
    zip([{ name: "__MACOSX/._b.md", data: "x" }, ...files, { name: "c/.DS_Store", data: "x" }]),
    zip([{ name: ".git/hooks/pre-commit", data: "x" }, ...files, { name: "c/.git", data: "gitdir: ../x" }]),
    zip([{ name: "c/" }, ...files.map((entry) => ({ ...entry, descriptor: "signed" as const }))]),
  ];
  const zone = process.env.TZ;
  for (const other of others) {
    process.env.TZ = process.env.TZ === "Asia/Tokyo" ? "America/Lima" : "Asia/Tokyo";
    const { archive, sha256, contentSha256 } = await inspected(other);
    expect(archive.equals(first.archive)).toBe(true);
    expect([sha256, contentSha256]).toEqual([first.sha256, first.contentSha256]);
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("a large file that does not get smaller is stored, however it was sent; all others are deflated", async () => {
  const large = [
    { name: "film.mp4", data: noise(MIB) },
    { name: "text.txt", data: "a line\n".repeat(MIB / 7) },
  ];
  for (const stored of [true, false]) {
    const { archive } = await inspected(
      zip([good, ...large.map((entry) => ({ ...entry, stored })), { name: "small.png", data: noise(3000) }]),
    );
    const methods = (await entriesOf(archive)).map((entry) => [entry.fileName, entry.compressionMethod]);
    expect(methods).toEqual([
      ["a/SKILL.md", 8],
      ["a/film.mp4", 0],
      ["a/small.png", 8],
      ["a/text.txt", 8],
    ]);
    expect((await contentsOf(archive))["a/film.mp4"]).toBe(noise(MIB).toString("latin1"));
  }
});

test("another content, another path and another executable bit are other content", async () => {
  const variants = [
    { name: "b", data: "1" },
    { name: "b", data: "2" },
    { name: "c", data: "1" },
    { name: "b", data: "1", externalAttributes: EXECUTABLE },
  ];
  const digests = await Promise.all(variants.map(async (entry) => (await inspected(zip([good, entry]))).contentSha256));
  expect(new Set(digests).size).toBe(variants.length);
});

test("what macOS and Windows add is left out and said once, however much it is", async () => {
  const files = Array.from({ length: 30 }, (_, index) => ({ name: `my/f${index}.md`, data: `${index}` }));
  const doubles = files.map(({ name }) => ({
    name: `__MACOSX/${name.replace("f", "._f")}`,
    data: "\0\x05\x16\x07",
  }));
  const { manifest, findings } = await inspected(
    zip([
      { ...good, name: "my/SKILL.md" },
      ...files,
      { name: "__MACOSX/" },
      ...doubles,
      { name: "my/._SKILL.md", data: "\0\x05\x16\x07" },
      { name: "my/.DS_Store", data: "x" },
      { name: "my/Thumbs.db", data: "x" },
      { name: "my/desktop.ini", data: "x" },
    ]),
  );
  expect(manifest).toHaveLength(31);
  expect(findings.map(({ rule, severity, file }) => [rule, severity, file])).toEqual([["system_files", "low", null]]);
  expect(findings[0]?.message).toContain("Left out 34 files");
  expect(findings[0]?.message).toContain("__MACOSX/my/._f0.md");
});

test("a thousand files zipped on macOS are read: what it adds does not count", async () => {
  const files = Array.from({ length: 999 }, (_, index) => ({ name: `f${index}`, stored: true, data: "1" }));
  const doubles = files.map(({ name }) => ({ name: `__MACOSX/._${name}`, stored: true, data: "1" }));
  expect((await inspected(zip([good, ...files, ...doubles]))).manifest).toHaveLength(1000);
});

test("blanks that compress a thousand to one are read", async () => {
  const { manifest } = await inspected(zip([good, { name: "blanks.txt", data: Buffer.alloc(9 * MIB, " ") }]));
  expect(manifest[1]).toMatchObject({ path: "blanks.txt", size: 9 * MIB });
});

test.each([true, false])("an archive written as a stream by yazl is read (ZIP64: %s)", async (forceZip64Format) => {
  const writer = new ZipFile();
  writer.addReadStream(Readable.from([SKILL]), "SKILL.md", { forceZip64Format });
  writer.addReadStream(Readable.from(["tw", "o"]), "two.txt", { forceZip64Format });
  writer.addEmptyDirectory("three");
  writer.end({ forceZip64Format, comment: "" });
  const { archive } = await inspected(await buffer(writer.outputStream));
  expect(await contentsOf(archive)).toEqual({ "a/SKILL.md": SKILL, "a/two.txt": "two" });
});

/** A skill's folder on disk, with a script, an empty folder and a name beyond ASCII. */
async function folderOnDisk(name: string): Promise<string> {
  const top = join(folder, name);
  mkdirSync(join(top, "scripts"), { recursive: true });
  mkdirSync(join(top, "empty"));
  await writeFile(join(top, "SKILL.md"), SKILL);
  await writeFile(join(top, "scripts/run.sh"), "#!/bin/sh\necho hello\n");
  chmodSync(join(top, "scripts/run.sh"), 0o755);
  await writeFile(join(top, "caf\u00e9.md"), "coffee\n");
  return top;
}

test.skipIf(!has("zip", "-v"))("a folder zipped by zip is read, and a link in it is refused by its name", async () => {
  const top = await folderOnDisk("from-zip");
  execFileSync("zip", ["-qr", "../from-zip.zip", "."], { cwd: top });
  const { archive } = await inspected(join(folder, "from-zip.zip"));
  expect(Object.keys(await contentsOf(archive))).toEqual(["a/SKILL.md", "a/caf\u00e9.md", "a/scripts/run.sh"]);
  symlinkSync("/etc/passwd", join(top, "link"));
  execFileSync("zip", ["-qry", "../linked.zip", "."], { cwd: top });
  const refused = await inspected(join(folder, "linked.zip")).catch((error: unknown) => error);
  expect(refused).toMatchObject({ details: { findings: [{ rule: "special_file", file: "link" }] } });
});

test.skipIf(!has("python3", "-c", "import zipfile"))(
  "a folder zipped by Python gives the same bytes as by zip",
  async () => {
    const top = await folderOnDisk("from-python");
    execFileSync("python3", ["-m", "zipfile", "-c", "../from-python.zip", "."], { cwd: top });
    execFileSync("zip", ["-qr9", "../from-zip9.zip", "."], { cwd: top });
    const [python, infoZip] = [
      await inspected(join(folder, "from-python.zip")),
      await inspected(join(folder, "from-zip9.zip")),
    ];
    expect(python.archive.equals(infoZip.archive)).toBe(true);
  },
);

test.skipIf(!has("unzip", "-v"))("unzip unpacks the archive with its names, contents and executable bits", async () => {
  const top = await folderOnDisk("to-unzip");
  const upload = zip(
    await Promise.all(
      ["SKILL.md", "caf\u00e9.md", "scripts/run.sh"].map(async (name) => ({
        name: name.normalize("NFD"),
        data: await readFile(join(top, name)),
        externalAttributes: name.endsWith(".sh") ? EXECUTABLE : 0,
      })),
    ),
  );
  const path = join(folder, "to-unzip.zip");
  await writeFile(path, (await inspected(upload)).archive);
  execFileSync("unzip", ["-tqq", path]);
  execFileSync("unzip", ["-qq", path, "-d", join(folder, "unpacked")]);
  const unpacked = join(folder, "unpacked/a");
  expect((await readdir(unpacked)).toSorted()).toEqual(["SKILL.md", "caf\u00e9.md", "scripts"]);
  expect(execFileSync(join(unpacked, "scripts/run.sh"), { encoding: "utf8" })).toBe("hello\n");
  expect((await stat(join(unpacked, "SKILL.md"))).mode & 0o777).toBe(0o644);
});

test("whatever byte of an archive is changed, the answer is a package or a refusal", async () => {
  const archive = zip([
    good,
    { name: "b/c", data: noise(300), descriptor: "signed", extra: extraField(0x0001, Buffer.alloc(8)) },
  ]);
  const change = fc.tuple(fc.nat(archive.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = Buffer.from(archive);
      for (const [at, value] of changes) bytes[at] = value;
      const outcome = await inspected(bytes).catch((error: unknown) => error);
      const isRefusal = outcome instanceof AppError && outcome.code === "invalid_package";
      expect(isRefusal || !(outcome instanceof Error)).toBe(true);
    }),
    { numRuns: process.env.TEST_FULL ? 1000 : 300, seed: 7 },
  );
});

test("an archive cut anywhere is refused", async () => {
  const archive = zip([good, { name: "b", data: "2" }]);
  for (let length = 0; length < archive.length; length++)
    await expect(inspected(archive.subarray(0, length))).rejects.toMatchObject({ code: "invalid_package" });
});
