import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { processCount } from "@/tests/support/cluster";
import { applyPriceChange, available, byStatus, concurrently, personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe("POST /v1/skills/{slug}/execute", () => {
  test("a valid answer is charged, recorded, and answered with its usage and the balance", async () => {
    const developer = await person();
    const buyer = await personWith(10);
    const { slug } = await liveSkill(developer);
    const { status, body } = await run(buyer.key, slug, { text: "five words" });
    expect(status).toBe(200);
    expect(body.result).toEqual({ echo: { text: "five words" } });
    expect(body.usage).toMatchObject({
      skill: slug,
      kind: "execute",
      status: "succeeded",
      cost: 0.5,
      free: false,
      key_prefix: buyer.key.slice(0, 10),
    });
    expect(body.balance).toEqual({ balance: 9.5, held: 0, available: 9.5, currency: "credits" });
    const usage = await call("GET", `/v1/usage?skill=${slug}`, { key: buyer.key });
    expect(usage.body.data).toEqual([body.usage]);
    const summary = await call("GET", "/v1/usage/summary", { key: buyer.key });
    expect(summary.body.totals).toEqual({ calls: 1, failed: 0, cost: 0.5 });
  });

  test("the developer receives the parameters, signed, with a pseudonym and none of the caller's secrets", async () => {
    const developer = await person();
    const buyer = await personWith(10);
    const skill = await liveSkill(developer);
    const before = upstream.received.length;
    await run(buyer.key, skill.slug, { text: "x" }, { "x-secret": "mine" });
    await run(buyer.key, skill.slug, { text: "y" });
    const [first, second] = upstream.received.slice(before);
    const [row] = await query<{ signing_secret: string }>(
      "test.secret",
      "SELECT signing_secret FROM skill WHERE id = $1",
      [skill.id],
    );
    const headers = first?.headers as Record<string, string>;
    expect(new Webhook(row?.signing_secret ?? "").verify(first?.body ?? "", headers)).toEqual({ text: "x" });
    expect(headers["x-skill-slug"]).toBe(skill.slug);
    expect(headers["x-caller-id"]).toBe(second?.headers["x-caller-id"]);
    expect(headers["idempotency-key"]).not.toBe(second?.headers["idempotency-key"]);
    expect(JSON.stringify(headers)).not.toMatch(new RegExp(`${buyer.key}|${buyer.id}|mine|authorization`));
  });

  test("parameters are checked against the live schema, each problem by its path, and nothing is called", async () => {
    const buyer = await personWith(10);
    const api_schema = {
      type: "object",
      properties: {
        text: { type: "string", maxLength: 5 },
        units: { type: "array", items: { enum: ["km"] } },
      },
      required: ["text"],
      additionalProperties: false,
    };
    const { slug } = await liveSkill(await person(), { api_schema });
    const before = upstream.received.length;
    for (const [body, param] of [
      [{}, "text"],
      [{ text: "too long" }, "text"],
      [{ text: "ok", units: ["km", "mile"] }, "units[1]"],
      [{ text: "ok", extra: 1 }, "extra"],
    ] as const) {
      const answer = await run(buyer.key, slug, body);
      expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    }
    expect(upstream.received.length).toBe(before);
    expect(await available(buyer)).toBe(10);
  });

  test("a dry run validates and quotes without calling or charging", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { free_calls: 1 });
    const before = upstream.received.length;
    const quote = () => call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key: buyer.key, body: {} });
    expect((await quote()).body).toEqual({ valid: true, min_cost: 0, max_cost: 0, free: true });
    expect(upstream.received.length).toBe(before);
    await run(buyer.key, slug);
    expect((await quote()).body).toEqual({ valid: true, min_cost: 0.5, max_cost: 0.5, free: false });
  });

  test("max_price refuses what has become dearer, and never a call that is free", async () => {
    const [developer, buyer] = [await person(), await personWith(20)];
    const skill = await liveSkill(developer, { free_calls: 1 });
    const runFor = (max: string) =>
      call("POST", `/v1/skills/${skill.slug}/execute?max_price=${max}`, { key: buyer.key, body: {} });
    const before = upstream.received.length;
    expect((await runFor("0")).body.usage).toMatchObject({ cost: 0, free: true });
    const refused = await runFor("0.499999");
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      400,
      "price_changed",
      "max_price",
    ]);
    expect(refused.body.error.details).toEqual({ price: 0.5 });
    expect(upstream.received.length - before).toBe(1);
    expect((await runFor("0.5")).body.usage).toMatchObject({ cost: 0.5 });
    for (const wrong of ["-1", "abc", "0.0000001", "10001"])
      expect((await runFor(wrong)).body.error.param).toBe("max_price");
    const reprice = async (price_per_call: number) => {
      await call("PATCH", `/v1/developer/skills/${skill.id}`, {
        key: developer.key,
        body: { price_per_call },
      });
      await applyPriceChange(skill.id);
    };
    const calls = concurrently(60, 6, () => runFor("0.1"));
    for (let round = 0; round < 10; round++) await reprice(round % 2 === 0 ? 0.1 : 2);
    const answers = await calls;
    for (const { status, body } of answers)
      expect(status === 200 ? (body.usage as { cost: number }).cost <= 0.1 : body.error.code === "price_changed").toBe(
        true,
      );
  });

  test("a subscription skill needs a running purchase", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), {
      pricing_type: "subscription",
      price: 3,
      price_per_call: null,
    });
    const refused = await run(buyer.key, slug);
    expect([refused.status, refused.body.error.code]).toEqual([402, "purchase_required"]);
    expect(refused.body.error.details).toEqual({
      price: 3,
      purchase_url: `http://market.test/v1/skills/${slug}/purchase`,
    });
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    const answer = await run(buyer.key, slug);
    expect([answer.status, (answer.body.usage as { cost: number }).cost]).toEqual([200, 0]);
    expect(await available(buyer)).toBe(7);
  });

  test("a caller short of credits gets 402 and the endpoint is not called", async () => {
    const buyer = await personWith(0.4);
    const { slug } = await liveSkill(await person());
    const before = upstream.received.length;
    const answer = await run(buyer.key, slug);
    expect([answer.status, answer.body.error.code]).toEqual([402, "insufficient_credits"]);
    expect(answer.body.error.details).toMatchObject({ required: 0.5, available: 0.4, shortfall: 0.1 });
    expect(upstream.received.length).toBe(before);
  });

  test("unknown and download-only skills are refused", async () => {
    const { key } = await personWith(1);
    expect((await run(key, "no-such-skill")).status).toBe(404);
  });

  test.each(["4xx", "5xx", "reset", "half", "bad-json", "gzip-bomb", "redirect", "huge"])(
    "an endpoint that fails by %s costs nothing and is recorded as failed",
    async (behaviour) => {
      const buyer = await personWith(10);
      const { slug } = await liveSkill(await person(), {
        api_endpoint: upstreamUrl(behaviour),
        free_calls: 1,
      });
      const first = await run(buyer.key, slug);
      expect([first.status, first.body.error.code]).toEqual([502, "upstream_failed"]);
      // What the caller sent is recorded apart: it says nothing about the skill.
      const code = behaviour === "4xx" ? "upstream_refused" : "upstream_failed";
      const usage = await call("GET", "/v1/usage", { key: buyer.key });
      expect(usage.body.data).toMatchObject([{ status: "failed", cost: 0, error_code: code, free: true }]);
      const detail = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
      expect(detail.body.access).toMatchObject({ reason: "free_calls", free_calls_left: 1 });
      expect(await available(buyer)).toBe(10);
    },
  );

  test("an endpoint that fails again and again is left alone for a moment, and says so", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("5xx") });
    // Each process counts by itself, and takes its turn.
    for (let i = 0; i < 10 * processCount; i++) await run(buyer.key, slug);
    const before = upstream.received.length;
    const answer = await run(buyer.key, slug);
    expect([answer.status, answer.body.error.details.reason]).toEqual([502, "circuit_open"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(upstream.received.length).toBe(before);
  });

  test("a hundred parallel calls with five free ones use exactly five free calls", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), { free_calls: 5 });
    const answers = await concurrently(100, 20, () => run(buyer.key, slug));
    expect(byStatus(answers)).toEqual({ 200: 100 });
    expect(answers.filter(({ body }) => (body.usage as { free: boolean }).free)).toHaveLength(5);
    expect(await available(buyer)).toBe(100 - 95 * 0.5);
  });
});
