import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";

// A timer set with the request keeps the time: a busy machine delays it just as it delays the store's own patience.
const FORTY_TIMES_ITS_PATIENCE_MS = 1_000;
const policy = { perSecond: 0.01, burst: 3 };
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A store as a new process would open it: settings are read once a process. */
async function openStoreWith(settings: Record<string, string>) {
  vi.resetModules();
  const base = { APP_ENV: "local", LOG_LEVEL: "silent", SESSION_SECRET: "x".repeat(32) };
  for (const [name, value] of Object.entries({ ...base, ...settings })) vi.stubEnv(name, value);
  const { openStore } = await import("@/lib/platform/ratelimit/store");
  const { log } = await import("@/lib/platform/core/log");
  return { take: openStore(), warned: vi.spyOn(log, "warn") };
}

/** A TCP server on loopback that says what `answer` returns, or nothing. Returns its `host:port`. */
async function listen(answer: (text: string) => string, sockets: Set<Socket> = new Set()): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (data) => socket.write(answer(data.toString())));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isGreeting = (text: string) => /info|hello|client/i.test(text) && !/eval/i.test(text);
/** Answers the commands of a new connection, one line each, and nothing that comes later. */
const greetOnly = (text: string) =>
  isGreeting(text) ? "+redis_version:7.0.0\r\n".repeat(text.match(/\*\d+\r\n/g)?.length ?? 1) : "";

const stores: [string, () => Promise<Record<string, string>>][] = [
  ["a Redis that accepts and stays silent", async () => ({ REDIS_URL: `redis://${await listen(() => "")}` })],
  ["a Redis that greets and then hangs", async () => ({ REDIS_URL: `redis://${await listen(greetOnly)}` })],
  ["a Redis that is not there", async () => ({ REDIS_URL: "redis://127.0.0.1:1" })],
  [
    "an Upstash that accepts and stays silent",
    async () => ({
      UPSTASH_REDIS_REST_URL: `http://${await listen(() => "")}`,
      UPSTASH_REDIS_REST_TOKEN: "t",
    }),
  ],
  [
    "an Upstash that is not there",
    async () => ({ UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1", UPSTASH_REDIS_REST_TOKEN: "t" }),
  ],
];

describe("a shared counter that does not answer", () => {
  test.each(stores)("%s: this process counts alone, soon, and says so once", async (_, settings) => {
    const { take, warned } = await openStoreWith(await settings());
    const allowed: boolean[] = [];
    for (let i = 0; i < 6; i++) {
      const verdict = await Promise.race([
        take("somebody", policy),
        new Promise<never>((_, reject) =>
          setTimeout(() => reject(new Error("The store was waited for.")), FORTY_TIMES_ITS_PATIENCE_MS).unref(),
        ),
      ]);
      allowed.push(verdict.allowed);
    }
    expect(allowed).toEqual([true, true, true, false, false, false]);
    expect(warned).toHaveBeenCalledTimes(1);
  });

  test("an Upstash that hangs is asked now and then, and no request or connection to it piles up", async () => {
    const sockets = new Set<Socket>();
    let asked = 0;
    const silent = (text: string) => {
      asked += text.split("POST ").length - 1;
      return "";
    };
    const { take } = await openStoreWith({
      UPSTASH_REDIS_REST_URL: `http://${await listen(silent, sockets)}`,
      UPSTASH_REDIS_REST_TOKEN: "t",
    });
    const startedAt = performance.now();
    for (let i = 0; i < 400; i++) {
      await take(`somebody-${i}`, policy);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(asked).toBeLessThanOrEqual(3 + Math.ceil(2 * seconds) + 1);
    await expect.poll(() => sockets.size).toBe(0);
    expect(asked).toBeLessThanOrEqual(3 + Math.ceil(2 * seconds) + 1);
  });

  test("an Upstash that comes back is counted in again", async () => {
    let isBack = false;
    const server = createHttpServer((request, response) => {
      const answer = { result: [2, Date.now() + 1_000] };
      const isMany = request.url === "/pipeline";
      request.resume().on("end", () => {
        if (isBack) response.end(JSON.stringify(isMany ? [answer] : answer));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closings.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { take, warned } = await openStoreWith({
      UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      UPSTASH_REDIS_REST_TOKEN: "t",
    });
    for (let i = 0; i < 4; i++) await take(`before-${i}`, policy);
    isBack = true;
    let turn = 0;
    // This process alone would leave whoever is new eight of nine.
    await expect.poll(async () => (await take(`after-${turn++}`, { ...policy, burst: 9 })).remaining).toBe(2);
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
