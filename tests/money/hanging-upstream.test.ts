import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

/** Long enough that no endpoint that answers is taken for one that hangs. */
vi.hoisted(() => {
  process.env.CALL_TIMEOUT_SECONDS = "2";
});

import { call } from "@/tests/support/api";
import { available, byStatus, concurrently, personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const usageOf = async (key: string) => (await call("GET", "/v1/usage", { key })).body.data;
/** Behaviours that end in no answer within the time: none at all, and one that drips for ever. */
const HANGING = ["hang", "drip"] as const;

describe("an endpoint that does not answer in time", () => {
  test.each(HANGING)("is 504 upstream_timeout, costs nothing and is recorded as failed (%s)", async (behaviour) => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl(behaviour) });
    const answer = await run(buyer.key, slug);
    expect([answer.status, answer.body.error.code]).toEqual([504, "upstream_timeout"]);
    expect(answer.body.error.details).toEqual({ reason: "timeout" });
    expect(answer.body.error.message).toContain("Nothing was charged");
    expect(await available(buyer)).toBe(10);
    const [record, ...more] = await usageOf(buyer.key);
    expect(record).toMatchObject({
      skill: slug,
      status: "failed",
      cost: 0,
      free: false,
      error_code: "upstream_timeout",
    });
    expect(record?.duration_ms).toBeGreaterThanOrEqual(2000);
    expect(more).toEqual([]);
  });

  test("gives back the free call that it took", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("hang"), free_calls: 1 });
    const freeLeft = async () =>
      (await call("GET", `/v1/skills/${slug}`, { key: buyer.key })).body.access as {
        free_calls_left: number;
      };
    const pending = run(buyer.key, slug);
    await expect.poll(async () => (await freeLeft()).free_calls_left).toBe(0);
    expect((await pending).status).toBe(504);
    expect((await freeLeft()).free_calls_left).toBe(1);
    expect(await usageOf(buyer.key)).toMatchObject([{ status: "failed", cost: 0 }]);
  });

  test("gives back what it took of the key's limit", async () => {
    const buyer = await personWith(10);
    const developer = await person();
    const [bad, good] = [await liveSkill(developer, { api_endpoint: upstreamUrl("hang") }), await liveSkill(developer)];
    const issued = await call("POST", "/v1/keys", {
      key: buyer.key,
      body: { credit_limit: 0.5, credit_limit_interval: "day" },
    });
    const key = String(issued.body.api_key);
    expect((await run(key, bad.slug)).status).toBe(504);
    expect((await run(key, good.slug)).status).toBe(200);
    const refused = await run(key, good.slug);
    expect([refused.status, refused.body.error.code]).toEqual([402, "key_limit_reached"]);
    expect(await available(buyer)).toBe(9.5);
  });

  test("is stored under its Idempotency-Key, and a new key calls again", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("hang") });
    const calls = () => upstream.received.length;
    const before = calls();
    const first = await run(buyer.key, slug, {}, { "idempotency-key": "one" });
    const again = await run(buyer.key, slug, {}, { "idempotency-key": "one" });
    expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([504, 504, "true"]);
    expect([again.text, calls() - before]).toEqual([first.text, 1]);
    expect((await run(buyer.key, slug, {}, { "idempotency-key": "two" })).status).toBe(504);
    expect(calls() - before).toBe(2);
  });

  test("says so in a test call, with what to do about it", async () => {
    const developer = await person();
    const skill = await liveSkill(developer, { api_endpoint: upstreamUrl("hang") });
    const { body } = await call("POST", `/v1/developer/skills/${skill.id}/probe`, {
      key: developer.key,
      body: {},
    });
    expect(body).toMatchObject({
      ok: false,
      failure: { reason: "timeout", advice: expect.stringContaining("within 2 seconds") },
      response: null,
      timing: { limit_ms: 2000, first_byte_ms: null },
    });
  });

  test("and others that fail in every way, 30 % of a thousand calls: charges equal successes", async () => {
    const failing = ["hang", "drip", "half", "4xx", "5xx", "reset", "bad-json", "gzip-bomb", "redirect"];
    const buyer = await personWith(1000);
    const live = async (behaviour: string) => liveSkill(await person(), { api_endpoint: upstreamUrl(behaviour) });
    const good = await Promise.all(Array.from({ length: 21 }, () => live("ok")));
    const bad = await Promise.all(failing.map(live));
    const skills = [...good, ...bad];
    // Seven steps at a time go through all of them in turn, so that calls that hang end beside others that are charged.
    const answers = await concurrently(1000, 20, (i) => run(buyer.key, skills[(i * 7) % skills.length]?.slug ?? ""));
    const counts = byStatus(answers);
    const charged = counts[200] ?? 0;
    expect(charged).toBeGreaterThan(500);
    expect(charged + (counts[502] ?? 0) + (counts[504] ?? 0)).toBe(1000);
    expect(counts[504]).toBeGreaterThanOrEqual(10);
    expect(await available(buyer)).toBe(1000 - charged * 0.5);
    const { body } = await call("GET", "/v1/usage/summary", { key: buyer.key });
    expect(body.totals).toEqual({ calls: 1000, failed: 1000 - charged, cost: charged * 0.5 });
  });
});
