import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, send } from "@/tests/support/api";
import { available, expectSound, personWith, run, subscription } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let seller: Person;
beforeAll(async () => {
  [upstream, seller] = await Promise.all([startUpstream(), person("Seller")]);
});
afterAll(() => upstream.close());
afterEach(expectSound);

const reprice = async (id: string, terms: object) =>
  expect((await call("PATCH", `/v1/developer/skills/${id}`, { key: seller.key, body: terms })).status).toBe(
    200,
  );
const runAgreed = (buyer: Person, slug: string, max: number) =>
  call("POST", `/v1/skills/${slug}/execute?max_price=${max}`, { key: buyer.key, body: {} });

describe("a price that jumps applies at once, and takes nobody by surprise who sends max_price", () => {
  test("a call is refused above its max_price, told the price, and charged when it agrees or names none", async () => {
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
      expect(body).toMatchObject(
        status === 200 ? { usage: { cost: 0.01 } } : { error: { code: "price_changed" } },
      );
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
