import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { query } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { applyPriceChange, available, personWith, run, subscription } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let seller: Person;
beforeAll(async () => {
  [upstream, seller] = await Promise.all([startUpstream(), person("Seller")]);
});
afterAll(() => upstream.close());

const reprice = async (id: string, terms: object) => {
  const { status } = await call("PATCH", `/v1/developer/skills/${id}`, { key: seller.key, body: terms });
  expect(status).toBe(200);
  await applyPriceChange(id);
};
const runAgreed = (buyer: Person, slug: string, max: number) =>
  call("POST", `/v1/skills/${slug}/execute?max_price=${max}`, { key: buyer.key, body: {} });

describe("max_price protects from a raised price", () => {
  test("a call above its max_price is refused with the price; at or without max_price it is charged", async () => {
    const { id, slug } = await liveSkill(seller, { price_per_call: 0.01 });
    const buyer = await personWith(50);
    expect((await runAgreed(buyer, slug, 0.01)).body.usage).toMatchObject({ cost: 0.01 });
    await reprice(id, { price_per_call: 20 });
    const { status, body } = await runAgreed(buyer, slug, 19.99);
    expect([status, body.error.code, body.error.param, body.error.details]).toEqual([
      400,
      "price_changed",
      "max_price",
      { price: 20 },
    ]);
    expect(await available(buyer)).toBe(49.99);
    expect((await runAgreed(buyer, slug, 20)).body.usage).toMatchObject({ cost: 20 });
    expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 20 });
  });

  test("free calls, running purchases and the seller's own calls pass whatever max_price they send", async () => {
    const { id, slug } = await liveSkill(seller, { price_per_call: 0.01, free_calls: 1 });
    const monthly = await liveSkill(seller, subscription({ price: 1 }));
    const buyer = await personWith(50);
    await call("POST", `/v1/skills/${monthly.slug}/purchase`, { key: buyer.key });
    await reprice(id, { price_per_call: 20 });
    await reprice(monthly.id, { pricing_type: "usage", price_per_call: 20 });
    expect((await runAgreed(buyer, slug, 0)).body.usage).toMatchObject({ cost: 0, free: true });
    expect((await runAgreed(buyer, monthly.slug, 0)).body.usage).toMatchObject({ cost: 0 });
    expect((await runAgreed(seller, slug, 0)).body.usage).toMatchObject({ cost: 0 });
    expect((await runAgreed(buyer, slug, 0)).body.error.code).toBe("price_changed");
  });

  test("calls that are on their way while it jumps pay no more than their max_price", async () => {
    const { id, slug } = await liveSkill(seller, { price_per_call: 0.01 });
    const buyer = await personWith(100);
    const calls = Array.from({ length: 15 }, () => runAgreed(buyer, slug, 0.01));
    await reprice(id, { price_per_call: 5 });
    const answers = await Promise.all(calls);
    for (const { status, body } of answers)
      expect(body).toMatchObject(status === 200 ? { usage: { cost: 0.01 } } : { error: { code: "price_changed" } });
  });

  test("a download is refused above its max_price, and charged once when it agrees", async () => {
    const { id, slug } = await liveDownload(seller, { price_per_call: 0.01, pricing_type: "usage" });
    const buyer = await personWith(50);
    const fetched = async (search = "") => {
      const response = await send("GET", `/v1/skills/${slug}/download${search}`, { key: buyer.key });
      const bytes = await response.arrayBuffer();
      return response.ok ? "delivered" : JSON.parse(Buffer.from(bytes).toString()).error.code;
    };
    await reprice(id, { price_per_call: 20 });
    expect([await fetched("?max_price=19"), await available(buyer)]).toEqual(["price_changed", 50]);
    // Nothing was tried: no failure stands in the buyer's usage, nor in the developer's figures.
    expect((await call("GET", "/v1/usage", { key: buyer.key })).body.data).toEqual([]);
    expect([await fetched("?max_price=20"), await available(buyer)]).toEqual(["delivered", 30]);
    // Paid for today already.
    expect([await fetched("?max_price=0"), await fetched(), await available(buyer)]).toEqual([
      "delivered",
      "delivered",
      30,
    ]);
  });

  test("a download that names no max_price pays the price of the moment", async () => {
    const { id, slug } = await liveDownload(seller, { price_per_call: 0.01, pricing_type: "usage" });
    const buyer = await personWith(50);
    await reprice(id, { price_per_call: 20 });
    const response = await send("GET", `/v1/skills/${slug}/download`, { key: buyer.key });
    await response.arrayBuffer();
    expect([response.status, await available(buyer)]).toEqual([200, 30]);
  });
});

describe("max_price covers the renewal of a due subscription", () => {
  /** Somebody whose daily subscription, for 20 credits, is due. */
  async function dueBuyer(slug: string): Promise<Person> {
    const buyer = await personWith(50);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    await query(
      "test.term",
      `UPDATE purchase SET anchor_at = anchor_at - interval '25 hours', started_at = started_at - interval '25 hours',
         current_period_end = current_period_end - interval '25 hours' WHERE buyer_id = $1`,
      [buyer.id],
    );
    return buyer;
  }
  const daily = subscription({ price: 20, subscription_interval: "day" });
  const refused = { error: { code: "price_changed", param: "max_price", details: { price: 20 } } };

  test("a call below the price of the term renews nothing and leaves no record", async () => {
    const { slug } = await liveSkill(seller, daily);
    const buyer = await dueBuyer(slug);
    for (const max of [0, 19.999999]) expect((await runAgreed(buyer, slug, max)).body).toMatchObject(refused);
    expect(await available(buyer)).toBe(30);
    expect((await call("GET", "/v1/usage", { key: buyer.key })).body.data).toEqual([]);
    expect((await runAgreed(buyer, slug, 20)).status).toBe(200);
    expect((await runAgreed(buyer, slug, 0)).status).toBe(200);
    expect(await available(buyer)).toBe(10);
  });

  test("calls at once, some with max_price 0, renew once and only by those that agree", async () => {
    const { slug } = await liveSkill(seller, daily);
    const buyer = await dueBuyer(slug);
    const low = await Promise.all(Array.from({ length: 8 }, () => runAgreed(buyer, slug, 0)));
    expect(low.map(({ status }) => status)).toEqual(Array(8).fill(400));
    const mixed = await Promise.all(Array.from({ length: 12 }, (_, i) => runAgreed(buyer, slug, (i % 2) * 20)));
    expect(mixed.filter(({ status }, i) => i % 2 === 1 && status !== 200)).toEqual([]);
    expect(await available(buyer)).toBe(10);
  });

  test("once the skill is sold per call, access and renewal still agree: the term is charged once, and its calls cost nothing", async () => {
    const { id, slug } = await liveSkill(seller, daily);
    const [caller, sleeper] = [await dueBuyer(slug), await dueBuyer(slug)];
    await reprice(id, { pricing_type: "usage", price_per_call: 7 });
    const quote = await call("POST", `/v1/skills/${slug}/batches?dry_run=true`, {
      key: caller.key,
      body: { inputs: [{}, {}] },
    });
    expect(JSON.parse(quote.text)).toMatchObject({ quote: { max_cost: 20 } });
    for (let i = 0; i < 2; i++) expect((await run(caller.key, slug)).body.usage).toMatchObject({ cost: 0 });
    await Promise.all([renewDue(), run(sleeper.key, slug)]);
    await renewDue();
    expect([await available(caller), await available(sleeper)]).toEqual([10, 10]);
  });

  test("a download with max_price below the term's price renews nothing; the dry run and the skill show the price", async () => {
    const { slug } = await liveDownload(seller, {
      ...daily,
      execution_type: "both",
      api_endpoint: upstreamUrl("ok"),
    });
    const buyer = await dueBuyer(slug);
    expect((await call("GET", `/v1/skills/${slug}/download?max_price=0`, { key: buyer.key })).body).toMatchObject(
      refused,
    );
    const quote = await call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key: buyer.key, body: {} });
    const detail = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
    expect([quote.body.max_cost, detail.body.access]).toMatchObject([20, { reason: "purchase", max_cost: 20 }]);
    expect(await available(buyer)).toBe(30);
    const bytes = await send("GET", `/v1/skills/${slug}/download?max_price=20`, { key: buyer.key });
    await bytes.arrayBuffer();
    expect([bytes.status, await available(buyer)]).toEqual([200, 10]);
  });

  test("what a dry run and the skill say is what the call charges, on every ground of access", async () => {
    const metered = await liveSkill(seller, { price_per_call: 0.25, free_calls: 1 });
    const free = await liveSkill(seller, { price_per_call: 0 });
    const buyer = await personWith(5);
    const shown = async (slug: string, { key }: Person) => {
      const quote = await call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key, body: {} });
      const detail = await call("GET", `/v1/skills/${slug}`, { key });
      return [quote.body.max_cost, (detail.body.access as { max_cost: number }).max_cost];
    };
    for (const [slug, who, cost] of [
      [metered.slug, buyer, 0],
      [metered.slug, buyer, 0.25],
      [free.slug, buyer, 0],
      [metered.slug, seller, 0],
    ] as const) {
      expect(await shown(slug, who)).toEqual([cost, cost]);
      expect((await run(who.key, slug)).body.usage).toMatchObject({ cost });
    }
    const bought = await liveSkill(seller, daily);
    expect((await call("GET", `/v1/skills/${bought.slug}`, { key: buyer.key })).body.access).toMatchObject({
      reason: "none",
      max_cost: null,
    });
  });
});
