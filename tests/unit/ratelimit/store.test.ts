import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { memoryBuckets } from "@/lib/platform/ratelimit/memory";
import { PATIENT } from "@/tests/support/patience";

describe("buckets in memory", () => {
  test("a burst passes, then only what has been refilled", () => {
    let now = 0;
    const take = memoryBuckets(() => now);
    const policy = { perSecond: 10, burst: 3 };
    expect(Array.from({ length: 4 }, () => take("a", policy).allowed)).toEqual([true, true, true, false]);
    expect(take("a", policy).resetMs).toBe(100);
    now += 100;
    expect([take("a", policy).allowed, take("a", policy).allowed]).toEqual([true, false]);
    expect(take("b", policy)).toEqual({ allowed: true, remaining: 2, resetMs: 0 });
    now += 60_000;
    expect(take("a", policy).remaining).toBe(2);
  });
});

describe("a shared store that never answers", () => {
  let silent: Server;
  beforeAll(async () => {
    silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    Object.assign(process.env, {
      REDIS_URL: `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      APP_ENV: "local",
      LOG_LEVEL: "silent",
      SESSION_SECRET: "x".repeat(32),
    });
  });
  afterAll(() => {
    silent.close();
  });

  test("does not delay requests: this process counts alone", async () => {
    const { openStore } = await import("@/lib/platform/ratelimit/store");
    const take = openStore();
    const policy = { perSecond: 1, burst: 2 };
    const verdicts = [await take("a", policy), await take("a", policy), await take("a", policy)];
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, false]);
  });
});

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
describe.runIf(hasRedis)("a Redis that two processes share", () => {
  let redis: ChildProcess;
  const port = 20_000 + (process.pid % 20_000);
  beforeAll(async () => {
    redis = spawn("redis-server", ["--port", String(port), "--save", "", "--appendonly", "no"], {
      stdio: "ignore",
    });
    await vi.waitUntil(() => isListening(port), PATIENT);
  });
  afterAll(async () => {
    const exited = once(redis, "exit");
    redis.kill();
    await exited;
  });

  test("counts for both of them", async () => {
    const { redisStore } = await import("@/lib/platform/ratelimit/redis");
    let attempt = 0;
    const [one, two] = [redisStore(`redis://127.0.0.1:${port}`), redisStore(`redis://127.0.0.1:${port}`)];
    const policy = { perSecond: 0.01, burst: 4 };
    // A process that has just begun counts by itself until it has reached the store: each is warm when it sees the other's count.
    for (const [mine, other] of [
      [one, two],
      [two, one],
    ] as const)
      await expect
        .poll(async () => {
          const name = `warm-${attempt++}`;
          await mine(name, policy);
          return (await other(name, policy)).remaining;
        })
        .toBe(2);
    const verdicts = [];
    for (const take of [one, two, one, two, one, two]) verdicts.push(await take("shared", policy));
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, true, false, false]);
  });
});
