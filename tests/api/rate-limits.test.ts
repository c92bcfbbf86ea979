import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { claim, countStored, settleClaim } from "@/lib/platform/ratelimit/idempotency";
import { BUCKETS, NETWORKS_A_SITE, WINDOWS } from "@/lib/platform/ratelimit/policy";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { call } from "@/tests/support/api";
import { isCluster } from "@/tests/support/cluster";
import { run } from "@/tests/support/money";
import { draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

/** Sends bursts of `count` requests until one is refused; five at most, since a bucket refills while a slow machine sends. */
async function burstsUntilRefused<A extends { status: number }>(count: number, send: () => Promise<A>) {
  const answers: A[] = [];
  const startedAt = performance.now();
  for (let burst = 0; burst < 5 && answers.every(({ status }) => status !== 429); burst++)
    answers.push(...(await Promise.all(Array.from({ length: count }, send))));
  return { answers, seconds: (performance.now() - startedAt) / 1000 };
}

test("a key has its bucket: bursts pass, what comes beyond is told when to come back, and another key is not touched", async () => {
  const [busy, calm, early] = [await person(), await person(), await person()];
  // A process that has just begun counts by itself until it has reached the counter that all share.
  for (let i = 0; i < 12; i++) await call("GET", "/v1/categories", { key: early.key });
  const { answers } = await burstsUntilRefused(320, () => call("GET", "/v1/categories", { key: busy.key }));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.body.error.code).toBe("rate_limited");
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"account";q=200;w=2');
  const other = await call("GET", "/v1/categories", { key: calm.key });
  expect([other.status, other.headers.get("ratelimit")]).toEqual([200, '"account";r=199;t=0']);
});

test("the eleventh registration of an hour from one address is refused, and does nothing else", async () => {
  const register = (i: number, address: string) =>
    call("POST", "/v1/auth/register", {
      address,
      body: { email: `limited-${address}-${i}@example.com`, password: "a long password" },
    });
  for (let i = 0; i < 10; i++) expect((await register(i, "198.51.100.9")).status).toBe(200);
  const refused = await register(10, "198.51.100.9");
  expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(1);
  expect(await prisma().account.count({ where: { email: "limited-198.51.100.9-10@example.com" } })).toBe(0);
  expect((await register(11, "198.51.100.10")).status).toBe(200);
});

test("an IPv6 network counts as one address: for registrations, for signing in and for its bucket", async () => {
  let host = 0;
  const address = () => `2001:db8:77:1:${(++host).toString(16)}::1`;
  const register = (from: string) =>
    call("POST", "/v1/auth/register", {
      address: from,
      body: { email: `network-${++host}@example.com`, password: "a long password" },
    });
  for (let i = 0; i < 10; i++) expect((await register(address())).status).toBe(200);
  expect((await register(address())).status).toBe(429);
  expect((await register("2001:db8:77:2::1")).status).toBe(200);
  for (let i = 0; i < 10; i++)
    expect((await new Visitor(address()).signIn(`nobody-${i}@example.com`)).status).toBe(401);
  expect((await new Visitor(address()).signIn("nobody@example.com")).status).toBe(429);
  const { answers } = await burstsUntilRefused(150, () => call("GET", "/v1/keys", { address: address() }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
});

test("whoever has a whole IPv6 site gets no further by taking another network of it for each attempt", async () => {
  const attempt = (network: number) => ratelimit.countAttempt("register", [], `2001:db8:99:${network.toString(16)}::1`);
  const most = WINDOWS.register.most * NETWORKS_A_SITE;
  for (let network = 0; network < most; network++) await attempt(network);
  await expect(attempt(most)).rejects.toMatchObject({ code: "rate_limited" });
  await expect(ratelimit.countAttempt("register", [], "2001:db8:9a::1")).resolves.toBeUndefined();
});

test("guessing keys takes from the bucket of the address, and health is never throttled", async () => {
  const guess = () =>
    call("GET", "/v1/keys", { headers: { authorization: "Bearer nonsense" }, address: "198.51.100.77" });
  const { answers } = await burstsUntilRefused(150, guess);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  const health = await Promise.all(
    Array.from({ length: 150 }, () => call("GET", "/v1/health", { address: "198.51.100.77" })),
  );
  expect(health.every(({ status }) => status === 200)).toBe(true);
});

test("purchases are limited per account, whatever key they come with", async () => {
  const someone = await person();
  const { answers, seconds } = await burstsUntilRefused(30, () =>
    call("POST", "/v1/skills/no-such-skill/purchase", { key: someone.key }),
  );
  const passed = answers.filter(({ status }) => status === 404).length;
  expect(passed).toBeLessThanOrEqual(BUCKETS.spend.burst + Math.ceil(BUCKETS.spend.perSecond * seconds));
  expect(answers.filter(({ status }) => status === 429).length).toBe(answers.length - passed);
  expect(passed).toBeLessThan(answers.length);
});

test("test calls of one developer are limited by themselves", async () => {
  const [busy, calm] = [await person(), await person()];
  const probe = async (key: string) =>
    (await call("POST", "/v1/developer/skills/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11/probe", { key, body: {} })).status;
  const { answers } = await burstsUntilRefused(15, async () => ({ status: await probe(busy.key) }));
  expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(10);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
  expect(await probe(calm.key)).toBe(404);
});

test("what was submitted is changed so many times an hour, and drafts as often as one likes", async () => {
  const someone = await person();
  const [waiting, draft] = [await draftSkill(someone, { submit: true }), await draftSkill(someone)];
  const { burst } = BUCKETS.revise;
  const statuses: number[] = [];
  for (let i = 0; i < burst + 30 && !statuses.includes(429); i += 10)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, async (_, at) => {
          const body = { name: `Name ${i + at}` };
          return (await call("PATCH", `/v1/developer/skills/${waiting.id}`, { key: someone.key, body })).status;
        }),
      )),
    );
  expect(statuses).toContain(429);
  expect(await prisma().skillRevision.count({ where: { skillId: waiting.id } })).toBeLessThanOrEqual(burst + 2);
  const steps = [
    ["POST", "/withdraw"],
    ["POST", "/unlist"],
    ["POST", "/relist"],
    ["DELETE", ""],
  ] as const;
  for (const [method, step] of steps) {
    const refused = await call(method, `/v1/developer/skills/${waiting.id}${step}`, { key: someone.key });
    expect([method, step, refused.status]).toEqual([method, step, 429]);
  }
  const visitor = new Visitor("198.51.100.80");
  await visitor.signIn(someone.email);
  expect((await visitor.api("PATCH", "/v1/account", { body: { name: "Another" } })).status).toBe(429);
  const saved = await call("PATCH", `/v1/developer/skills/${draft.id}`, {
    key: someone.key,
    body: { name: "x" },
  });
  expect(saved.status).toBe(200);
});

// What answers take is counted by the process that keeps them.
test.skipIf(isCluster)(
  "answers that are kept for retries have their share: whoever has used it up goes on without a key, and others with one",
  async () => {
    const kib = BUCKETS.keeping.burst;
    const [heavy, other] = [await person(), await person()];
    const upstream = await startUpstream();
    const { slug } = await liveSkill(await person(), { price_per_call: 0, api_endpoint: upstreamUrl("ok") });
    const execute = (someone: Person, keyed: boolean) =>
      run(someone.key, slug, {}, keyed ? { "idempotency-key": newId() } : {});
    expect((await execute(heavy, true)).status).toBe(200);
    ratelimit.debit("keeping", heavy.id, 2 * kib);
    const refused = await execute(heavy, true);
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await execute(heavy, false)).status).toBe(200);
    expect((await execute(other, true)).status).toBe(200);
    await upstream.close();
  },
);

test("every byte that is stored for retries counts, of failures too", async () => {
  const someone = await person();
  const claimed = await claim(someone.id, "one", ["a request"]);
  if (!("token" in claimed)) throw new Error("the key is not new");
  const failure = { status: 402, code: "insufficient_credits" as const, body: "{}".padEnd(3_000) };
  await settleClaim(claimed, failure);
  expect(claimed.storedBytes).toBe(3_000 + "one".length);
  countStored({ ...claimed, storedBytes: 2 * BUCKETS.keeping.burst * 1024 });
  await expect(claim(someone.id, "two", ["a request"])).rejects.toMatchObject({ code: "rate_limited" });
});

test("an account uploads so many packages an hour, and the rest is refused before it is read", async () => {
  const someone = await person();
  const upload = () =>
    call("PUT", `/v1/developer/skills/${newId()}/package`, {
      key: someone.key,
      raw: "x",
      headers: { "content-type": "application/zip" },
    });
  const answers = await Promise.all(Array.from({ length: BUCKETS.upload.burst + 5 }, upload));
  expect(answers.filter(({ status }) => status === 404).length).toBe(BUCKETS.upload.burst);
  expect(answers.filter(({ status }) => status === 429).length).toBe(5);
});
