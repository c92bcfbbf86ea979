import { getEventListeners } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "@/lib/platform/core/errors";
import { isPublicAddress } from "@/lib/platform/outbound/addresses";
import type { OutboundPolicy } from "@/lib/platform/outbound/dial";
import { createOutbound } from "@/lib/platform/outbound/outbound";

let connections = 0;
const canary = createServer((_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
canary.on("connection", () => connections++);
const answer = { maxBytes: 4 * 1024 * 1024 };
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());

const reasonOf = async (policy: Partial<OutboundPolicy>, url: string, timeoutMs = 2_000) => {
  const outbound = createOutbound({ isAllowed: () => false, aliases: new Map(), ...policy });
  const failure = await outbound.post(url, {}, "{}", { timeoutMs, answer }).then(
    () => null,
    (error: unknown) => error,
  );
  await outbound.close();
  return failure instanceof AppError ? failure.details.reason : failure;
};

const SPELLINGS = [
  ...[
    "127.0.0.1",
    "127.1",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "2130706433",
    "0x7f000001",
    "127.0.0.1.",
    "0.0.0.0",
    "0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
  ],
  ...[
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
  ],
  ...[
    "[::]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::1]",
    "[2002:7f00:1::]",
    "[2001::1]",
    "[4000::1]",
  ],
  ...[
    "[fe80::1]",
    "[fec0::1]",
    "[fc00::1]",
    "[fd00::1]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[100::1]",
    "[5f00::1]",
    "[3fff::1]",
    "①②⑦.0.0.1",
    "localhost",
  ],
];

describe("outbound safety", () => {
  test("a reserved name is refused before any name server is asked", async () => {
    const resolve = async () => Promise.reject(new Error("asked"));
    for (const host of ["database", "printer.local", "redis.internal", "secret.onion", "x.localhost"])
      expect(await reasonOf({ resolve }, `https://${host}/`)).toBe("blocked_address");
  });

  test.each(SPELLINGS)("https://%s is never dialled", async (host) => {
    const before = connections;
    expect(await reasonOf({}, `https://${host}:443/`)).toBe("blocked_address");
    expect(await reasonOf({}, `https://${host}:${port}/`)).toBe("blocked_address");
    expect(connections).toBe(before);
  });

  test("a name whose answers change, or mix public and private addresses, never reaches the private one", async () => {
    const before = connections;
    let asked = 0;
    const flipping = async () => [asked++ % 2 === 0 ? "127.0.0.1" : "10.0.0.1"];
    expect(await reasonOf({ resolve: flipping }, "https://flip.example/")).toBe("blocked_address");
    expect(await reasonOf({ resolve: flipping }, "https://flip.example/")).toBe("blocked_address");
    const mixed = async () => ["93.184.215.14", "127.0.0.1"];
    expect(await reasonOf({ resolve: mixed }, "https://mixed.example/")).toBe("blocked_address");
    expect(connections).toBe(before);
  });

  test("plain http and other ports are refused unless the operator allows the very origin", async () => {
    expect(await reasonOf({ resolve: async () => ["93.184.215.14"] }, "http://example.com/")).toBe("blocked_address");
    expect(await reasonOf({ resolve: async () => ["93.184.215.14"] }, "https://example.com:8443/")).toBe(
      "blocked_address",
    );
    expect(
      await reasonOf({ isAllowed: (origin) => origin === `127.0.0.1:${port}` }, `http://127.0.0.1:${port}/`),
    ).toBeNull();
  });

  test("no call leads to the marketplace itself, however its name is written", async () => {
    const before = connections;
    const policy = { ownHost: "market.example", resolve: async () => ["93.184.215.14"] };
    for (const host of ["market.example", "MARKET.example", "market.example."])
      expect(await reasonOf(policy, `https://${host}/v1/health`)).toBe("blocked_address");
    expect(connections).toBe(before);
  });

  test("a name that does not exist, and an endpoint that never ends, fail for their own reasons", async () => {
    const resolve = async () => Promise.reject(new Error("ENOTFOUND"));
    expect(await reasonOf({ resolve }, "https://nowhere.example/")).toBe("dns");
    const slow = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(timer));
    });
    await new Promise<void>((done) => slow.listen(0, "127.0.0.1", done));
    const slowPort = (slow.address() as AddressInfo).port;
    expect(await reasonOf({ isAllowed: () => true }, `http://127.0.0.1:${slowPort}/`, 300)).toBe("timeout");
    slow.closeAllConnections();
    slow.close();
  });

  test("the deadline of a call includes the look-up of its name and the wait for a connection", async () => {
    const resolve = () => new Promise<string[]>(() => {});
    expect(await reasonOf({ resolve }, "https://silent.example/", 300)).toBe("timeout");
  });

  test("two hundred calls share a few connections", async () => {
    const before = connections;
    const outbound = createOutbound({ isAllowed: () => true, aliases: new Map() });
    for (let i = 0; i < 200; i++)
      await outbound.post(`http://127.0.0.1:${port}/`, {}, "{}", { timeoutMs: 5_000, answer });
    expect(connections - before).toBeLessThanOrEqual(2);
    await outbound.close();
  });

  test("who fills the connections of one pool keeps no other pool from the same origin", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/quick") response.setHeader("content-type", "application/json").end("{}");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outbound = createOutbound({ isAllowed: () => true, aliases: new Map() });
    const stuck = Array.from({ length: 64 }, () =>
      outbound.post(`${origin}/never`, {}, "{}", { pool: "one", timeoutMs: 60_000, answer }).catch(() => "ended"),
    );
    const quick = await outbound.post(`${origin}/quick`, {}, "{}", {
      pool: "two",
      timeoutMs: 10_000,
      answer,
    });
    expect(quick.toJSON()).toEqual({});
    await outbound.close();
    expect(new Set(await Promise.all(stuck))).toEqual(new Set(["ended"]));
    server.closeAllConnections();
    server.close();
  });

  test.each(["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

test("a call that is over leaves nothing at its deadline, which would keep the answer in memory until then", async () => {
  const outbound = createOutbound({ isAllowed: () => true, aliases: new Map() });
  const { signal } = new AbortController();
  const answered = await outbound.get(`http://127.0.0.1:${port}/`, {}, { pool: "a", signal });
  await answered.body.dump();
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await outbound.close();
});
