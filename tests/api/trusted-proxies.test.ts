import { describe, expect, test, vi } from "vitest";

// Settings are read once a process, so they stand before any module that reads them. A tenth of every limit: ten
// requests at once for an address, twenty for a key.
vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
  process.env.RATE_LIMIT_SCALE = "0.1";
  process.env.TRUSTED_PROXIES = "1";
});

import { newSecret } from "@/lib/identity/keys/format";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { processCount } from "@/tests/support/cluster";
import { person } from "@/tests/support/people";

const ATTEMPTS = 30;
let host = 0;
const newAddress = () => `198.51.100.${++host}`;
const attempt = (forwarded: string, key?: string) =>
  call("GET", "/v1/balance", { key, headers: { "x-forwarded-for": forwarded } });

describe("behind one trusted proxy", () => {
  test("whatever the client writes into X-Forwarded-For, only the proxy's entry counts", async () => {
    const real = newAddress();
    const statuses: number[] = [];
    for (let i = 0; i < ATTEMPTS; i++) statuses.push((await attempt(`10.0.0.${i}, 192.0.2.${i}, ${real}`)).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await attempt(`${real}, ${newAddress()}`)).status).toBe(401);
  });

  test.each([
    ["malformed", () => "nonsense"],
    ["well-formed but unknown", newSecret],
  ])("guessing %s keys is limited by address", async (_, guess) => {
    const address = newAddress();
    const someone = await person();
    for (let i = 0; i < processCount; i++) expect((await attempt(newAddress(), someone.key)).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < ATTEMPTS; i++) statuses.push((await attempt(address, guess())).status);
    expect(statuses[0]).toBe(401);
    expect(statuses).toContain(429);
    expect((await attempt(address, someone.key)).status).toBe(200);
  });

  test("keys that prove good use up nothing of their address, however many of them are new", async () => {
    const address = newAddress();
    const people = await Promise.all(Array.from({ length: ATTEMPTS }, () => person()));
    const statuses: number[] = [];
    for (const { key } of people) statuses.push((await attempt(address, key)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("a throttled request writes nothing", async () => {
    const { key, id } = await person();
    const answers = await Promise.all(Array.from({ length: 8 }, () => call("POST", "/v1/keys", { key, body: {} })));
    const made = answers.filter(({ status }) => status === 200).length;
    expect(answers.map(({ status }) => status)).toContain(429);
    expect(await prisma().apiKey.count({ where: { accountId: id } })).toBe(made + 1);
  });
});
