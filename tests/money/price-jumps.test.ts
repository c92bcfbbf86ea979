import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/core/db";
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
/** As if a rise had been so many days ago. */
const age = (id: string, days: number) =>
  query(
    "test.age",
    `WITH aged AS (UPDATE skill SET former_call_until = former_call_until - make_interval(days => $2) WHERE id = $1 RETURNING id, former_call_until)
     UPDATE listing l SET former_call_until = aged.former_call_until FROM aged WHERE l.skill_id = aged.id`,
    [id, days],
  );

describe("a price that jumps takes nobody by surprise", () => {
  test("a call that names no price is refused, told the new one, and charged when it agrees", async () => {
    const { id, slug } = await liveSkill(seller, { price_per_call: 0.01 });
    const buyer = await personWith(50);
    expect((await run(buyer.key, slug)).status).toBe(200);
    await reprice(id, { price_per_call: 20 });
    const { status, body } = await run(buyer.key, slug);
    expect([status, body.error.code, body.error.param, body.error.details]).toEqual([
      400,
      "price_changed",
      "max_price",
      { price: 20 },
    ]);
    expect((await runAgreed(buyer, slug, 19.99)).body.error.code).toBe("price_changed");
    expect(await available(buyer)).toBe(49.99);
    expect((await runAgreed(buyer, slug, 20)).body.usage).toMatchObject({ cost: 20 });
    await reprice(id, { price_per_call: 0.01 });
    expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 0.01 });
  });

  test("steps of a jump are one, and so is a jump that waited until nobody looked for a week", async () => {
    const { id, slug } = await liveSkill(seller, { price_per_call: 1 });
    const buyer = await personWith(50);
    await reprice(id, { price_per_call: 2 });
    expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 2 });
    await reprice(id, { price_per_call: 4 });
    expect((await run(buyer.key, slug)).body.error.code).toBe("price_changed");
    await age(id, 6);
    await reprice(id, { price_per_call: 5 });
    await age(id, 6);
    expect((await run(buyer.key, slug)).body.error.code).toBe("price_changed");
    await age(id, 2);
    expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 5 });
    await reprice(id, { price_per_call: 9 });
    expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 9 });
  });

  test("what was free, or a subscription, costs nobody anything who has not said so", async () => {
    const free = await liveSkill(seller, { price_per_call: 0 });
    const monthly = await liveSkill(seller, subscription({ price: 1 }));
    const buyer = await personWith(50);
    expect((await run(buyer.key, free.slug)).body.usage).toMatchObject({ cost: 0 });
    expect((await run(buyer.key, monthly.slug)).body.error.code).toBe("purchase_required");
    await reprice(free.id, { price_per_call: 0.01 });
    await reprice(monthly.id, { pricing_type: "usage", price_per_call: 1 });
    for (const { slug } of [free, monthly])
      expect((await run(buyer.key, slug)).body.error.code).toBe("price_changed");
    expect(await available(buyer)).toBe(50);
    expect((await runAgreed(buyer, monthly.slug, 1)).body.usage).toMatchObject({ cost: 1 });
  });

  test("free calls, running purchases and the seller's own calls go on as before", async () => {
    const { id, slug } = await liveSkill(seller, { price_per_call: 0.01, free_calls: 1 });
    const monthly = await liveSkill(seller, subscription({ price: 1 }));
    const buyer = await personWith(50);
    await call("POST", `/v1/skills/${monthly.slug}/purchase`, { key: buyer.key });
    await reprice(id, { price_per_call: 20 });
    await reprice(monthly.id, { pricing_type: "usage", price_per_call: 20 });
    expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 0, free: true });
    expect((await run(buyer.key, monthly.slug)).body.usage).toMatchObject({ cost: 0 });
    expect((await run(seller.key, slug)).body.usage).toMatchObject({ cost: 0 });
    expect((await run(buyer.key, slug)).body.error.code).toBe("price_changed");
  });

  test("a skill that was taken off the marketplace and put back has not forgotten its price", async () => {
    const { id, slug } = await liveSkill(seller, { price_per_call: 0.01 });
    const act = (what: string) => call("POST", `/v1/developer/skills/${id}/${what}`, { key: seller.key });
    expect((await act("unlist")).status).toBe(200);
    await reprice(id, { price_per_call: 20 });
    expect((await act("relist")).status).toBe(200);
    const buyer = await personWith(50);
    expect((await run(buyer.key, slug)).body.error.code).toBe("price_changed");
  });

  test("calls that are on their way while it jumps pay what they began at, twice of it, or nothing", async () => {
    const { id, slug } = await liveSkill(seller, { price_per_call: 0.01 });
    const buyer = await personWith(100);
    const calls = Array.from({ length: 15 }, () => run(buyer.key, slug));
    await reprice(id, { price_per_call: 5 });
    const answers = await Promise.all(calls);
    for (const { status, body } of answers)
      expect(body).toMatchObject(
        status === 200 ? { usage: { cost: 0.01 } } : { error: { code: "price_changed" } },
      );
  });

  test("a download that names no price is refused and charged when it agrees", async () => {
    const { id, slug } = await liveDownload(seller, { price_per_call: 0.01, pricing_type: "usage" });
    const buyer = await personWith(50);
    const fetched = async (search = "") => {
      const response = await send("GET", `/v1/skills/${slug}/download${search}`, { key: buyer.key });
      const bytes = await response.arrayBuffer();
      return response.ok ? "delivered" : JSON.parse(Buffer.from(bytes).toString()).error.code;
    };
    await reprice(id, { price_per_call: 20 });
    expect([await fetched(), await fetched("?max_price=19"), await available(buyer)]).toEqual([
      "price_changed",
      "price_changed",
      50,
    ]);
    expect([await fetched("?max_price=20"), await available(buyer)]).toEqual(["delivered", 30]);
    // Paid for today already.
    expect([await fetched(), await available(buyer)]).toEqual(["delivered", 30]);
  });
});
