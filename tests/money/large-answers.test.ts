import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.ANSWERS_IN_FLIGHT_MIB = "16";
});

import { prisma, query } from "@/lib/platform/core/db";
import { MAX_STORED_BYTES } from "@/lib/platform/ratelimit/idempotency";
import { isCluster } from "@/tests/support/cluster";
import { available, byStatus, personWith, run } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const CROWD = 12;
const MIB = 1024 * 1024;
const EXACT = '{"big":12345678901234567890.0,"text":"\\u0000é","a":1,"a":2}';
const headers = { "idempotency-key": "one of its account" };

const JSON_TYPE = { "content-type": "application/json" };
const jsonOfBytes = (bytes: number) => `"${"x".repeat(bytes - 2)}"`;
let held = Promise.resolve();
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    large: (_, response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify("\\".repeat(200_000))),
    exact: (_, response) => response.writeHead(200, JSON_TYPE).end(EXACT),
    "over-limit": (_, response) => response.writeHead(200, JSON_TYPE).end(jsonOfBytes(4 * MIB + 1)),
    limit: (_, response) => response.writeHead(200, JSON_TYPE).end(jsonOfBytes(4 * MIB)),
    held: (_, response) => void held.then(() => response.writeHead(200, JSON_TYPE).end(jsonOfBytes(4 * MIB))),
  });
});
afterAll(() => upstream.close());

const storedBytes = async ({ id }: Person) => {
  const [row] = await query<{ bytes: number }>(
    "test.stored",
    "SELECT coalesce(sum(octet_length(body)), 0)::int AS bytes FROM idempotency_record WHERE account_id = $1",
    [id],
  );
  return row?.bytes ?? 0;
};

test("a large answer is charged once and not stored; its retry says so, with what the call cost", async () => {
  const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("large") });
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => personWith(10)));
  const answers = await Promise.all(crowd.map(({ key }) => run(key, slug, {}, headers)));
  expect(byStatus(answers)).toEqual({ 200: CROWD });
  for (const [index, someone] of crowd.entries()) {
    const usage = answers[index]?.body.usage;
    const again = await run(someone.key, slug, {}, headers);
    expect([again.status, again.body.error.code]).toEqual([409, "answer_not_stored"]);
    expect(again.body.error.details).toEqual({ usage, max_bytes: MAX_STORED_BYTES });
    expect(await available(someone)).toBe(9.5);
    expect(await storedBytes(someone)).toBeLessThan(2_000);
  }
  expect(upstream.received).toHaveLength(CROWD);
});

test("a refusal repeats 100 characters of what was sent, so that little of it is stored", async () => {
  const { slug } = await liveSkill(await person(), {
    api_schema: {
      type: "object",
      properties: { unit: { enum: ["y".repeat(5_000)] } },
      additionalProperties: false,
    },
  });
  const buyer = await person();
  for (const parameters of [{ ["x".repeat(500_000)]: 1 }, { unit: "x".repeat(500_000) }]) {
    const refused = await run(buyer.key, slug, parameters, {
      "idempotency-key": Object.keys(parameters)[0]?.[0] ?? "",
    });
    expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_request"]);
    expect(refused.text.length).toBeLessThan(2_000);
  }
  expect(await storedBytes(buyer)).toBeLessThan(4_000);
});

test("an answer reaches the caller, and a retry, as the endpoint wrote it", async () => {
  const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("exact") });
  const caller = await personWith(10);
  const first = await run(caller.key, slug, {}, headers);
  expect(first.text).toContain(`{"result":${EXACT},"usage":`);
  expect((await run(caller.key, slug, {}, headers)).text).toBe(first.text);
  expect((await run(caller.key, slug)).text).toContain(`{"result":${EXACT},"usage":`);
});

test("an answer of 4 MiB is charged, and a larger one is the endpoint's failure and costs nothing", async () => {
  const developer = await person();
  const caller = await personWith(10);
  const limit = await liveSkill(developer, { api_endpoint: upstreamUrl("limit") });
  const over = await liveSkill(developer, { api_endpoint: upstreamUrl("over-limit") });
  expect((await run(caller.key, limit.slug)).status).toBe(200);
  const refused = await run(caller.key, over.slug);
  expect([refused.status, refused.body.error.details.reason]).toEqual([502, "too_large"]);
  expect(await available(caller)).toBe(9.5);
});

test.skipIf(isCluster)(
  "calls beyond the process's budget of bytes are 429 before anything is held for them or asked of the endpoint",
  async () => {
    const { id, slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("held") });
    const callers = await Promise.all(Array.from({ length: 5 }, () => personWith(10)));
    const [first, ...others] = callers;
    expect((await run(first?.key ?? "", slug)).status).toBe(200);
    const before = upstream.received.length;
    const release = Promise.withResolvers<void>();
    held = release.promise;
    const answers = others.map(({ key }) => run(key, slug));
    const refused = await Promise.race(answers);
    release.resolve();
    expect([refused.status, refused.body.error.code]).toEqual([429, "too_many_in_flight"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(byStatus(await Promise.all(answers))).toEqual({ 200: 3, 429: 1 });
    expect(upstream.received.length - before).toBe(3);
    expect(await prisma().hold.count({ where: { skillId: id } })).toBe(4);
    expect((await run(first?.key ?? "", slug)).status).toBe(200);
  },
);
