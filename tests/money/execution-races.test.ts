import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sweepHolds } from "@/lib/demand/execution/sweeper";
import { query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { available, byStatus, concurrently, personWith, run } from "@/tests/support/money";
import { liveSkill, person, unique } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

/** Opened by a test when it has seen what it waited for: until then the endpoint `gated` answers nobody. */
let gate = Promise.withResolvers<void>();

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    gated: (_, response) =>
      gate.promise.then(() => response.writeHead(200, { "content-type": "application/json" }).end("{}")),
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  gate = Promise.withResolvers();
});

async function inFlight(skillId: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    "test.in-flight",
    "SELECT count(*)::int AS count FROM hold WHERE skill_id = $1 AND state = 'held'",
    [skillId],
  );
  return row?.count ?? 0;
}

/** Moves open holds into the past, which the hold's own trigger would refuse. */
async function letHoldsExpire(): Promise<void> {
  await transaction(async (db) => {
    await db.query("ALTER TABLE hold DISABLE TRIGGER wallet_follow_hold");
    await db.query("UPDATE hold SET expires_at = now() - interval '1 second' WHERE state = 'held'");
    await db.query("ALTER TABLE hold ENABLE TRIGGER wallet_follow_hold");
  });
}

describe("calls under load and failure", () => {
  test("more than twenty concurrent calls of an account are refused, and nothing is charged", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("gated") });
    let refused = 0;
    const crowd = Array.from({ length: 60 }, async () => {
      const answer = await run(buyer.key, slug);
      if (answer.status === 429) refused++;
      return answer;
    });
    await expect.poll(() => refused).toBe(40);
    gate.resolve();
    const answers = await Promise.all(crowd);
    expect(byStatus(answers)).toEqual({ 200: 20, 429: 40 });
    expect(await available(buyer)).toBe(100 - 20 * 0.5);
    for (const { status, body } of answers) if (status === 429) expect(body.error.code).toBe("too_many_in_flight");
  });

  test("an account that is at its limit at a skill leaves room for others there", async () => {
    const skill = await liveSkill(await person(), { api_endpoint: upstreamUrl("gated") });
    const [greedy, modest] = [await personWith(100), await personWith(100)];
    const crowd = Promise.all(Array.from({ length: 30 }, () => run(greedy.key, skill.slug)));
    await expect.poll(() => inFlight(skill.id)).toBe(20);
    const welcome = run(modest.key, skill.slug);
    await expect.poll(() => inFlight(skill.id)).toBe(21);
    gate.resolve();
    expect((await welcome).status).toBe(200);
    expect(byStatus(await crowd)).toEqual({ 200: 20, 429: 10 });
  });

  test("a setting limits a skill's concurrent calls by all accounts", async () => {
    const skill = await liveSkill(await person());
    const [row] = await query<{ outcome: string }>(
      "test.reserve",
      "SELECT outcome FROM execution_reserve($1, $2, $3, false, $4, 'execute', NULL, NULL, NULL, interval '90 s', 20, 0, 1500, NULL)",
      [newId(), newId(), (await personWith(1)).id, skill.id],
    );
    expect(row?.outcome).toBe("skill_busy");
  });

  test("parallel calls cannot overspend a wallet", async () => {
    const buyer = await personWith(3);
    const { slug } = await liveSkill(await person());
    const answers = await concurrently(40, 20, () => run(buyer.key, slug));
    expect(byStatus(answers)).toEqual({ 200: 6, 402: 34 });
    expect(await available(buyer)).toBe(0);
  });

  test("parallel calls cannot overspend a key, and failures give back what they took", async () => {
    const buyer = await personWith(100);
    const good = await liveSkill(await person());
    const bad = await liveSkill(await person(), { api_endpoint: upstreamUrl("4xx") });
    const issued = await call("POST", "/v1/keys", {
      key: buyer.key,
      body: { credit_limit: 2, credit_limit_interval: "day" },
    });
    const key = String(issued.body.api_key);
    await concurrently(5, 5, () => run(key, bad.slug));
    const answers = await concurrently(20, 20, () => run(key, good.slug));
    expect(byStatus(answers)).toEqual({ 200: 4, 402: 16 });
    expect(await available(buyer)).toBe(98);
  });

  test("a retry with the same Idempotency-Key replays the answer byte for byte, of a success and of a failure", async () => {
    const buyer = await personWith(100);
    const good = await liveSkill(await person());
    const bad = await liveSkill(await person(), { api_endpoint: upstreamUrl("5xx") });
    for (const { slug } of [good, bad]) {
      const headers = { "idempotency-key": `call-${unique()}` };
      const answers = await Promise.all(Array.from({ length: 20 }, () => run(buyer.key, slug, { a: 1 }, headers)));
      const before = upstream.received.length;
      const replay = await run(buyer.key, slug, { a: 1 }, headers);
      expect(replay.headers.get("idempotency-replayed")).toBe("true");
      expect(upstream.received.length).toBe(before);
      const first = answers.find(({ status }) => status !== 409);
      expect(replay.text).toBe(first?.text);
    }
    expect(await available(buyer)).toBe(99.5);
  });

  test("a thousand calls of an endpoint that fails in every way: charges equal successes", async () => {
    const buyer = await personWith(1000);
    const kinds = [
      "ok",
      "ok",
      "ok",
      "ok",
      "ok",
      "ok",
      "ok",
      "4xx",
      "5xx",
      "reset",
      "half",
      "bad-json",
      "gzip-bomb",
      "redirect",
    ];
    const skills = await concurrently(70, 10, async (i) =>
      liveSkill(await person(), { api_endpoint: upstreamUrl(kinds[i % kinds.length] ?? "ok") }),
    );
    const answers = await concurrently(1000, 20, (i) => run(buyer.key, skills[i % skills.length]?.slug ?? ""));
    const counts = byStatus(answers);
    expect((counts[200] ?? 0) + (counts[502] ?? 0)).toBe(1000);
    expect(await available(buyer)).toBe(1000 - (counts[200] ?? 0) * 0.5);
  });

  test("the sweeper releases the hold of a dead process once, uncharged", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("hang") });
    const [before] = await query<{ count: number }>("test.holds", "SELECT count(*)::int AS count FROM hold", []);
    const pending = run(buyer.key, slug);
    const waiting = async () =>
      (await query<{ count: number }>("test.holds", "SELECT count(*)::int AS count FROM hold", []))[0]?.count;
    while ((await waiting()) === before?.count) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await available(buyer)).toBe(9.5);
    await letHoldsExpire();
    const closed = await Promise.all([sweepHolds(), sweepHolds()]);
    expect(closed[0] + closed[1]).toBe(1);
    expect(await available(buyer)).toBe(10);
    await upstream.close();
    expect((await pending).status).toBe(502);
    upstream = await startUpstream();
  });
});
