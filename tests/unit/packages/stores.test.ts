import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderStore } from "@/lib/supply/packages/folder-store";
import { s3Store } from "@/lib/supply/packages/s3-store";
import type { PackageStore } from "@/lib/supply/packages/store";
import { MIB, noise } from "./hostile";
import { MAX_GROWTH_BYTES, peakGrowthBytes } from "./memory";

const BUCKET = "packages";
const UNKNOWN = "0".repeat(64);
const KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

let folder = "";
let server: S3rver | null = null;
let endpoint = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stores-"));
  server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const address: AddressInfo = await server.run();
  endpoint = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const bucketStore = () =>
  s3Store({ bucket: BUCKET, region: "us-east-1", endpoint, credentials: KEYS, keyPrefix: "p/" });

/** A file of that many bytes in the test's folder. */
async function sample(sizeBytes: number): Promise<{ path: string; sha256: string; data: Buffer }> {
  const data = noise(sizeBytes);
  const path = join(folder, `${sizeBytes}.zip`);
  await writeFile(path, data);
  return { path, sha256: createHash("sha256").update(data).digest("hex"), data };
}

const stores: [string, () => PackageStore][] = [
  ["a folder", () => folderStore(join(folder, "packages", "deep"))],
  ["a bucket", bucketStore],
];

describe.each(stores)("packages stored in %s", (_name, make) => {
  test("come back byte for byte, and are there only after they were put", async () => {
    const store = make();
    const { path, sha256, data } = await sample(300_001);
    expect(await store.has(sha256)).toBe(false);
    await store.put(sha256, path, data.length);
    expect(await store.has(sha256)).toBe(true);
    expect((await buffer(await store.open(sha256))).equals(data)).toBe(true);
  });

  test("are gone once they were removed, and removing what is not there does nothing", async () => {
    const store = make();
    const { path, sha256, data } = await sample(300_002);
    await store.put(sha256, path, data.length);
    await store.remove(sha256);
    expect(await store.has(sha256)).toBe(false);
    await store.remove(sha256);
    await store.put(sha256, path, data.length);
    expect(await store.has(sha256)).toBe(true);
  });

  test("are streamed in parts, both ends included", async () => {
    const store = make();
    const { path, sha256, data } = await sample(200_000);
    await store.put(sha256, path, data.length);
    for (const [start, end] of [
      [0, 1],
      [10, 19],
      [0, 199_999],
      [199_999, 199_999],
      [65_000, 140_000],
    ] as const) {
      const part = await buffer(await store.open(sha256, { start, end }));
      expect(part.equals(data.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    }
  });

  test("can be put again, and by many at once, without any change", async () => {
    const store = make();
    const { path, sha256, data } = await sample(50_000);
    await Promise.all(Array.from({ length: 8 }, () => store.put(sha256, path, data.length)));
    await store.put(sha256, path, data.length);
    expect((await buffer(await store.open(sha256))).equals(data)).toBe(true);
  });

  test("that were never put are an internal failure, not an empty file", async () => {
    const store = make();
    expect(await store.has(UNKNOWN)).toBe(false);
    await expect(store.open(UNKNOWN)).rejects.toMatchObject({ code: "internal" });
  });

  test("of another size than announced, or unreadable, are not stored", async () => {
    const store = make();
    const { path, sha256, data } = await sample(40_000);
    await expect(store.put(sha256, path, data.length + 1)).rejects.toMatchObject({ code: "internal" });
    await expect(store.put(sha256, join(folder, "nowhere"), 5)).rejects.toMatchObject({ code: "internal" });
    expect(await store.has(sha256)).toBe(false);
  });

  test("have names that cannot lead anywhere else", async () => {
    const store = make();
    const { path } = await sample(10);
    for (const name of ["../../etc/passwd", "", UNKNOWN.toUpperCase().replace("0", "A"), `${UNKNOWN}/x`]) {
      await expect(store.put(name, path, 10)).rejects.toMatchObject({ code: "internal" });
      await expect(store.open(name)).rejects.toMatchObject({ code: "internal" });
      await expect(store.has(name)).rejects.toMatchObject({ code: "internal" });
    }
  });

  test("can be read in part and dropped, again and again", async () => {
    const store = make();
    const { path, sha256, data } = await sample(3 * MIB);
    await store.put(sha256, path, data.length);
    for (let round = 0; round < 20; round++) {
      const reader = (await store.open(sha256)).getReader();
      expect((await reader.read()).value?.length).toBeGreaterThan(0);
      await reader.cancel();
    }
  });

  test("of 40 MB go in and out with at most 64 MB of memory", async () => {
    const store = make();
    const { path, sha256, data } = await sample(40 * MIB);
    let readBytes = 0;
    const growthBytes = await peakGrowthBytes(async () => {
      await store.put(sha256, path, data.length);
      for await (const chunk of await store.open(sha256)) readBytes += chunk.length;
    });
    expect(readBytes).toBe(40 * MIB);
    expect(growthBytes).toBeLessThanOrEqual(MAX_GROWTH_BYTES);
  });
});

test("a folder keeps nothing of a package whose bytes are not the ones announced", async () => {
  const root = join(folder, "wrong");
  const { path, data } = await sample(1000);
  await expect(folderStore(root).put(UNKNOWN, path, data.length)).rejects.toMatchObject({ code: "internal" });
  expect(await readdir(join(root, "00"))).toEqual([]);
});

test("the first byte alone comes out of a folder", async () => {
  const store = folderStore(join(folder, "first"));
  const { path, sha256, data } = await sample(2000);
  await store.put(sha256, path, data.length);
  expect(await buffer(await store.open(sha256, { start: 0, end: 0 }))).toEqual(data.subarray(0, 1));
});

test("a store that sends another part than asked for is an internal failure, not a broken download", async () => {
  const store = bucketStore();
  const { path, sha256, data } = await sample(2000);
  await store.put(sha256, path, data.length);
  // This server takes the range 0-0 for the whole file.
  await expect(store.open(sha256, { start: 0, end: 0 })).rejects.toMatchObject({ code: "internal" });
});

test("a bucket answers while many unread streams are open", async () => {
  const store = bucketStore();
  const { path, sha256, data } = await sample(3 * MIB);
  await store.put(sha256, path, data.length);
  const open = await Promise.all(Array.from({ length: 60 }, () => store.open(sha256)));
  expect(await store.has(UNKNOWN)).toBe(false);
  expect((await buffer(await store.open(sha256, { start: 0, end: 9 }))).length).toBe(10);
  await Promise.all(open.map((stream) => stream.cancel()));
});

test("a store that is down or refuses us is unavailable for the moment, and a package that it lacks is our own failure", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const dead = s3Store({
    bucket: BUCKET,
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    credentials: KEYS,
  });
  const stranger = s3Store({ bucket: "nowhere", region: "us-east-1", endpoint, credentials: KEYS });
  const { path, sha256, data } = await sample(300_003);
  const file = folderStore(path);
  for (const store of [dead, stranger, file])
    await expect(store.put(sha256, path, data.length)).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
    });
  for (const store of [dead, file])
    await expect(store.open(UNKNOWN)).rejects.toMatchObject({ status: 503, code: "unavailable" });
  for (const [, make] of stores) await expect(make().open(UNKNOWN)).rejects.toMatchObject({ code: "internal" });
});
