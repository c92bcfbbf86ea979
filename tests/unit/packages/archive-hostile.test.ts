import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { readArchive } from "@/lib/packages/archive";
import { zip } from "../../support/zips";
import { good, type Hostile, MIB } from "./hostile";
import { headersAndLayout } from "./hostile-layout";
import { namesAndKinds } from "./hostile-names";
import { sizesAndLies } from "./hostile-sizes";

const MAX_GROWTH_BYTES = 64 * MIB;
const hostile: Hostile[] = [...namesAndKinds, ...sizesAndLies, ...headersAndLayout];
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `work` and answers by how much the memory of this process grew at its highest. */
async function peakGrowthBytes(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 1);
  await work().finally(() => clearInterval(timer));
  sample();
  return peak - before;
}

async function refusal(path: string): Promise<AppError> {
  const outcome = await readArchive({ path }).catch((error: unknown) => error);
  if (outcome instanceof AppError) return outcome;
  throw new Error("The archive was not refused.", { cause: outcome });
}

test.each(hostile)("an archive with $what is refused as $rule", async ({ rule, file, build }) => {
  const path = join(folder, "hostile.zip");
  await writeFile(path, build());
  const seen: AppError[] = [];
  const growthBytes = await peakGrowthBytes(async () => {
    seen.push(await refusal(path));
  });
  const [error] = seen;
  expect(error?.code).toBe("invalid_package");
  expect(error?.details.findings).toMatchObject([{ rule, file, line: null, severity: "error" }]);
  expect(growthBytes).toBeLessThanOrEqual(MAX_GROWTH_BYTES);
});

test("refusing every hostile archive one after another leaves no memory behind", async () => {
  const paths: string[] = [];
  for (const [index, { build }] of hostile.entries()) {
    const path = join(folder, `${index}.zip`);
    await writeFile(path, build());
    paths.push(path);
  }
  const growthBytes = await peakGrowthBytes(async () => {
    for (const path of paths) await refusal(path);
  });
  expect(growthBytes).toBeLessThanOrEqual(MAX_GROWTH_BYTES);
});

test("bytes in memory are refused like a file", async () => {
  await expect(readArchive({ bytes: zip([good, { name: "../x" }]) })).rejects.toMatchObject({
    code: "invalid_package",
  });
});
