import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { readArchive } from "@/lib/packages/archive";
import { zip } from "../../support/zips";
import { good, type Hostile } from "./hostile";
import { headersAndLayout } from "./hostile-layout";
import { localHeaders } from "./hostile-local";
import { namesAndKinds } from "./hostile-names";
import { sizesAndLies } from "./hostile-sizes";
import { MAX_GROWTH_BYTES, peakGrowthBytes } from "./memory";

const hostile: Hostile[] = [...namesAndKinds, ...sizesAndLies, ...headersAndLayout, ...localHeaders];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
  if (file !== null) expect(error?.message).toContain(file);
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

test("every entry at fault is named, at most a hundred of them", async () => {
  const bad = Array.from({ length: 150 }, (_, index) => ({ name: `../${index}` }));
  const outcome = await readArchive({ bytes: zip([good, ...bad]) }).catch((error: unknown) => error);
  const findings = outcome instanceof AppError ? outcome.details.findings : [];
  expect(findings).toHaveLength(100);
  expect(findings).toContainEqual(expect.objectContaining({ rule: "path_traversal", file: "../99" }));
});
