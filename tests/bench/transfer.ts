import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join as joinPath } from "node:path";
import { pipeline } from "node:stream/promises";
import { request } from "undici";
import { env } from "@/lib/platform/core/env";
import { newId } from "@/lib/platform/core/ids";
import { SkillInput } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";
import * as review from "@/lib/supply/review/scheduled-decisions";
import { join } from "@/tests/bench/listings";
import { memoryMb, startHost } from "@/tests/bench/processes";
import { figure, median, type Result, timed } from "@/tests/bench/results";
import { zip } from "@/tests/support/zips";

const SIZES_MB = [4, 40];
const ROUNDS = 5;
const PART_BYTES = 2 * 1024 * 1024;
/** How much more memory the largest package may take than the smallest. */
const MAX_GROWTH_MB = 64;

/** Uploads and downloads of packages against `cp` and a bare file server, and what they do to the memory. */
export async function transfer(): Promise<Result[]> {
  const host = await startHost();
  const files = createServer((incoming, response) => {
    if (incoming.method === "GET") createReadStream(incoming.headers["x-file"] as string).pipe(response);
    else pipeline(incoming, createWriteStream(incoming.headers["x-file"] as string)).then(() => response.end());
  });
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
  const bare = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  const results: Result[] = [];
  const peaks: number[] = [];
  for (const megabytes of SIZES_MB) {
    results.push(...(await transferOf(megabytes, host.origin, bare)));
    peaks.push(memoryMb(host.pid).peak);
  }
  const [small = 0, large = 0] = peaks;
  results.push(
    figure(`memory, ${SIZES_MB[1]} MB packages`, {
      value: large,
      unit: "MB at most",
      against: `${SIZES_MB[0]} MB packages`,
      floor: small,
      goal: { of: "value", is: "<=", than: Math.round(small) + MAX_GROWTH_MB },
    }),
  );
  await host.stop();
  files.closeAllConnections();
  files.close();
  return results;
}

async function transferOf(megabytes: number, origin: string, bare: string): Promise<Result[]> {
  const folder = env().DATA_DIR;
  const { caller, key } = await join();
  const slug = `bench-${newId()}`;
  const input = {
    slug,
    name: "Bench",
    description: "Bench",
    category: "data",
    execution_type: "download",
    pricing_type: "usage",
    price_per_call: 0,
  };
  const { id } = await publishing.create(caller, SkillInput.parse(input));
  const authorization = `Bearer ${key}`;
  const times: Record<string, number[]> = { put: [], get: [], barePut: [], bareGet: [], cp: [] };
  const [source, copy] = [joinPath(folder, "source.zip"), joinPath(folder, "copy.zip")];
  for (let round = -1; round < ROUNDS; round++) {
    await writeFile(source, packageOf(slug, megabytes, round + 2));
    const body = await readFile(source);
    const taken = {
      put: await timed(async () => {
        const path = `${origin}/v1/developer/skills/${id}/package`;
        await fetched(path, {
          method: "PUT",
          body,
          headers: { authorization, "content-type": "application/zip" },
        });
      }),
      barePut: await timed(() => fetched(bare, { method: "PUT", body, headers: { "x-file": copy } })),
      cp: await timed(() => copyFile(source, copy)),
    };
    if (round < 0) {
      await publishing.update(caller, id, { submit: true });
      await review.decide({ ...caller, isAdmin: true }, { skill_id: id, action: "approve" });
    }
    const get = await timed(() => fetched(`${origin}/v1/skills/${slug}/download`, { headers: { authorization } }));
    const bareGet = await timed(() => fetched(bare, { headers: { "x-file": source } }));
    if (round < 0) continue;
    for (const [name, ms] of Object.entries({ ...taken, get, bareGet })) times[name]?.push(ms);
  }
  await Promise.all([source, copy].map((path) => rm(path)));
  const speed = (name: string) => (megabytes * 1000) / median(times[name] ?? []);
  return [
    figure(`upload, ${megabytes} MB`, {
      value: speed("put"),
      unit: "MB/s",
      against: "a server that only writes",
      floor: speed("barePut"),
    }),
    figure(`upload, ${megabytes} MB`, {
      value: speed("put"),
      unit: "MB/s",
      against: "cp",
      floor: speed("cp"),
    }),
    figure(`download, ${megabytes} MB`, {
      value: speed("get"),
      unit: "MB/s",
      against: "a static file server",
      floor: speed("bareGet"),
    }),
    figure(`download, ${megabytes} MB`, {
      value: speed("get"),
      unit: "MB/s",
      against: "cp",
      floor: speed("cp"),
    }),
  ];
}

async function fetched(url: string, options: Parameters<typeof request>[1]): Promise<void> {
  const { statusCode, body } = await request(url, options);
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${await body.text()}`);
  await body.arrayBuffer();
}

/** A package of about so many megabytes that cannot be packed, and of a version of its own. */
function packageOf(slug: string, megabytes: number, version: number): Buffer {
  const parts = Array.from({ length: Math.ceil((megabytes * 1024 * 1024) / PART_BYTES) }, (_, i) => ({
    name: `assets/part-${i}.png`,
    data: randomBytes(Math.min(PART_BYTES, megabytes * 1024 * 1024)),
    stored: true,
  }));
  const manifest = `---\nname: ${slug}\ndescription: A package to measure with.\nmetadata:\n  version: "1.0.${version}"\n---\n\nUse it to measure.\n`;
  return zip([{ name: "SKILL.md", data: manifest }, ...parts]);
}
