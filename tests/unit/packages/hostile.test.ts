import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/platform/core/errors";
import { inspected } from "../../support/inspected";
import { zip } from "../../support/zips";
import { good, type Hostile } from "./hostile";
import { unreadable } from "./hostile-layout";
import { namesAndKinds } from "./hostile-names";
import { sizesAndLies } from "./hostile-sizes";
import { MAX_GROWTH_BYTES, peakGrowthBytes } from "./memory";

const hostile: Hostile[] = [...namesAndKinds, ...sizesAndLies, ...unreadable];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function refusal(archive: Buffer): Promise<AppError> {
  const outcome = await inspected(archive).catch((error: unknown) => error);
  if (outcome instanceof AppError) return outcome;
  throw new Error("The archive was not refused.", { cause: outcome });
}

test.each(hostile)("an archive with $what is refused as $rule, with a remedy", async ({ rule, file, build }) => {
  const error = await refusal(build());
  expect(error.code).toBe("invalid_package");
  expect(error.details.findings).toMatchObject([{ rule, file, line: null, severity: "error" }]);
  if (file !== null) expect(error.message).toContain(file);
  // What happened, and in another sentence what to do.
  expect(error.message).toMatch(/[.:)] [A-Z].*\.$/);
});

test("every entry at fault is named, at most a hundred of them", async () => {
  const bad = Array.from({ length: 150 }, (_, index) => ({ name: `../${index}` }));
  const { details } = await refusal(zip([good, ...bad]));
  expect(details.findings).toHaveLength(100);
  expect(details.findings).toContainEqual(expect.objectContaining({ rule: "path_traversal", file: "../99" }));
});

test.each([
  ["a file", [{ name: "x", sizeBytes: 11.5 * 2 ** 20 }], "11.5 MB; the limit is 10 MB"],
  ["a file by one byte", [{ name: "x", sizeBytes: 10 * 2 ** 20 + 1 }], "10.1 MB; the limit is 10 MB"],
  [
    "all files",
    Array.from({ length: 13 }, (_, index) => ({ name: `f${index}`, sizeBytes: 9 * 2 ** 20 })),
    "117.1 MB unpacked; the limit is 100 MB",
  ],
])("a refusal for the size of %s says the actual size in MB", async (_what, entries, text) => {
  expect((await refusal(zip([good, ...entries]))).message).toContain(text);
});

test("refusing every hostile archive, one after another, takes little memory and leaves none behind", async () => {
  const paths: string[] = [];
  for (const [index, { build }] of hostile.entries()) {
    const path = join(folder, `${index}.zip`);
    await writeFile(path, build());
    paths.push(path);
  }
  const growthBytes = await peakGrowthBytes(async () => {
    for (const path of paths) await expect(inspected(path)).rejects.toThrow(AppError);
  });
  expect(growthBytes).toBeLessThanOrEqual(MAX_GROWTH_BYTES);
});
