import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { usesOf } from "@/lib/demand/purchases/library";
import { prisma, query } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { broken, tamper } from "@/tests/support/damage";
import { available, expectSound, personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const PAGES = { name: "pages", included: 10, most: 5 };
const TOKENS = { name: "tokens", included: 10_000, most: 2_000 };
const BASIC = { name: "Basic", interval: "month", price: 10, included_units: [PAGES] };
const PRO = { name: "Pro", interval: "month", price: 30, included_units: [{ ...PAGES, price_beyond: 0.25 }, TOKENS] };

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let developer: Person;
let skill: { id: string; slug: string };
/** What the next responses report. */
let reported = "";
/** What responses wait for. */
let gate = Promise.resolve();
beforeAll(async () => {
  upstream = await startUpstream({
    report: async (_, response) => {
      await gate;
      response.writeHead(200, { "content-type": "application/json", "skill-usage": reported }).end("{}");
    },
  });
  developer = await person();
  skill = await sold([BASIC, PRO]);
});
afterAll(() => upstream.close());

const sold = (plans: object[]) =>
  liveSkill(developer, {
    ...subscription({ price: null }),
    subscription_interval: null,
    plans,
    api_endpoint: upstreamUrl("report"),
  });
const handleOf = async ({ id }: Pick<Person, "id">) =>
  (await prisma().account.findUniqueOrThrow({ where: { id }, select: { handle: true } })).handle;
const offer = async (to: Person, plan: object, of = skill) =>
  call("POST", `/v1/developer/skills/${of.id}/offers`, {
    key: developer.key,
    body: { account: await handleOf(to), plan },
  });
const change = (body: object, of = skill) =>
  call("PATCH", `/v1/developer/skills/${of.id}`, { key: developer.key, body });
const bought = async (who: Person, plan: string, of = skill) => {
  const { status, body } = await call("POST", `/v1/skills/${of.slug}/purchase`, { key: who.key, body: { plan } });
  expect(status).toBe(200);
  return (body as unknown as { purchase: { id: string } }).purchase.id;
};
const usage = (body: object) => (body as { usage: { cost: number; error_code: string | null } }).usage;
const leftOf = async ({ key }: Person, of = skill) =>
  (await call("GET", `/v1/skills/${of.slug}`, { key })).body.access as Record<string, unknown>;

describe("units of plans", () => {
  const DEAR = { ...PAGES, included: 1_000_000_000, most: 1_000_000_000, price_beyond: 10_000 };
  test("cost at most what a call may; stored ones that cost more break no page of others", async () => {
    const buyer = await personWith(100);
    const plan = { ...BASIC, name: "Dear", included_units: [DEAR] };
    const refusals = [await change({ plans: [plan] }), await offer(buyer, plan)];
    expect(refusals.map(({ status, body }) => [status, body.error?.param])).toEqual([
      [400, "plans[0].included_units"],
      [400, "plan.included_units"],
    ]);
    const id = await bought(buyer, "Pro");
    await query(
      "test.dear",
      `UPDATE purchase SET included_units = '[{"name": "pages", "included": 1, "most": 1000000000,
         "beyond_nanos": "10000000000000"}]' WHERE id = $1`,
      [id],
    );
    expect(await leftOf(buyer)).toMatchObject({ reason: "purchase", max_cost: 1_000_000_000 });
    expect((await run(buyer.key, skill.slug)).body.error?.code).toBe("insufficient_credits");
  });

  test("are no limit in credits to the endpoint, which would stop at 0; the books see a wrong count", async () => {
    const buyer = await personWith(100);
    const id = await bought(buyer, "Basic");
    reported = "pages=3";
    expect(usage((await run(buyer.key, skill.slug)).body)).toMatchObject({ cost: 0, error_code: null });
    expect(upstream.received.at(-1)?.headers).not.toHaveProperty("skill-max-charge");
    const count = (units: string) => tamper(["UPDATE plan_use SET units = $2 WHERE purchase_id = $1", [id, units]]);
    await count('{"pages": 2}');
    const found = await broken();
    await count('{"pages": 3}');
    expect(found).toEqual(["included units are those used and left, and no fewer than running calls hold"]);
    await expect(count('{"pages": -1}')).rejects.toThrow("plan_use_within");
    for (const more of ["used = 1, included = 0", `units_left = '{"pages": -1}'`])
      await expect(tamper([`UPDATE plan_use SET ${more} WHERE purchase_id = $1`, [id]])).rejects.toThrow(
        "plan_use_within",
      );
  });

  test("are those of the buyer's plan; a report may name those of other plans, but none of no plan", async () => {
    const [basic, pro, acme] = await Promise.all([personWith(100), personWith(100), personWith(100)]);
    await offer(acme, { ...BASIC, name: "Acme", included_units: [{ name: "images", included: 3, most: 3 }] });
    await Promise.all([bought(basic, "Basic"), bought(pro, "Pro"), bought(acme, "Acme")]);
    for (const [report, buyer, left, code] of [
      ["pages=3, tokens=1200", basic, { pages: 7 }, null],
      ["pages=3, tokens=1200", pro, { pages: 7, tokens: 8_800 }, null],
      ["pages=3, tokens=1200, images=1", acme, { images: 2 }, null],
      ["pages=3, tokens=1200, images=1", basic, { pages: 4 }, null],
      ["pages=1, pagse=3", basic, { pages: 4 }, "usage_invalid"],
    ] as const) {
      reported = report;
      expect(usage((await run(buyer.key, skill.slug)).body)).toMatchObject({ cost: 0, error_code: code });
      expect((await leftOf(buyer)).included_units_left).toEqual(left);
    }
    await expectSound();
  });
});

test("a change of plan waits for calls, which may return the units that they hold", async () => {
  const buyer = await personWith(100);
  const id = await bought(buyer, "Basic");
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  reported = "pages=1";
  const running = run(buyer.key, skill.slug);
  await expect.poll(async () => (await leftOf(buyer)).included_units_left).toEqual({ pages: 5 });
  const asked = [
    await call("GET", `/v1/purchases/${id}/plan?plan=Pro`, { key: buyer.key }),
    await call("POST", `/v1/purchases/${id}/plan`, { key: buyer.key, body: { plan: "Pro" } }),
  ];
  // An administrator's refund of the rest counts what the call holds as unused.
  const rest = "SELECT purchase_unused(p, p.price_micros)::int AS rest FROM purchase p WHERE p.id = $1";
  expect((await query<{ rest: number }>("test.rest", rest, [id]))[0]?.rest).toBeGreaterThan(9_900_000);
  resolve();
  await running;
  expect(asked.map(({ status, body }) => [status, body.error?.param])).toEqual(Array(2).fill([400, "plan"]));
  const { body } = await call("POST", `/v1/purchases/${id}/plan`, { key: buyer.key, body: { plan: "Pro" } });
  expect(body).toMatchObject({ change: "changed", credit: 9 });
  await expectSound();
});

describe("a batch on a plan with units", () => {
  const batch = async (who: Person, of: { slug: string }, calls: number) => {
    const body = { inputs: Array.from({ length: calls }, () => ({})) };
    const sent = await send("POST", `/v1/skills/${of.slug}/batches`, { key: who.key, body });
    return (await sent.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Line)
      .filter(({ state }) => state);
  };
  type Line = { state?: string; usage?: { cost: number; error_code: string | null; units: { quantity: number }[] } };

  test("cuts no call to what is left of its quote", async () => {
    const buyer = await personWith(100);
    await bought(buyer, "Pro");
    reported = "pages=5";
    await run(buyer.key, skill.slug);
    const lines = await batch(buyer, skill, 5);
    expect(lines.map(({ usage }) => [usage?.error_code, usage?.units[0]?.quantity])).toEqual(Array(5).fill([null, 5]));
    expect(await available(buyer)).toBe(65);
    await expectSound();
  });

  test("waits for what its own calls hold of a plan that stops", async () => {
    const buyer = await personWith(100);
    await bought(buyer, "Basic");
    reported = "pages=1";
    expect((await batch(buyer, skill, 5)).map(({ state }) => state)).toEqual(Array(5).fill("succeeded"));
    expect((await leftOf(buyer)).included_units_left).toEqual({ pages: 5 });
    await expectSound();
  });
});

describe("a plan that one account is offered", () => {
  test("has its name alone: no plan that everybody sees gets it", async () => {
    const [acme, beta] = await Promise.all([personWith(100), personWith(100)]);
    const own = await sold([BASIC]);
    await offer(acme, { ...BASIC, name: "Acme" }, own);
    const standard = await sold([BASIC]);
    await offer(beta, { ...BASIC, name: "Standard" }, standard);
    const refusals = [
      await change({ plans: [BASIC, { ...PRO, name: "ACME" }] }, own),
      await change({ plans: [] }, standard),
    ];
    expect(refusals.map(({ status, body }) => [status, body.error?.param])).toEqual([
      [400, "plans[1].name"],
      [400, "plans"],
    ]);
    expect(JSON.stringify(refusals.map(({ body }) => body))).not.toContain(await handleOf(acme));
    expect((await change({ plans: [{ ...BASIC, price: 9 }, PRO] }, own)).status).toBe(200);
    // The page of purchases lets them choose it.
    const plansFor = async ({ id }: Person) => (await usesOf({ accountId: id }, [own.slug])).get(own.slug)?.plans;
    expect([await plansFor(acme), await plansFor(beta)]).toEqual([
      ["Acme", "Basic", "Pro"],
      ["Basic", "Pro"],
    ]);
  });

  test("needs another name than the plan that the account has, whose buyer could not change to it", async () => {
    const buyer = await personWith(100);
    const made = await offer(buyer, { ...BASIC, name: "Beta" });
    const id = await bought(buyer, "Beta");
    await call("DELETE", `/v1/developer/skills/${skill.id}/offers/${made.body.id}`, { key: developer.key });
    const again = await offer(buyer, { ...BASIC, name: "beta", price: 40 });
    expect([again.status, again.body.error?.param]).toEqual([400, "plan.name"]);
    expect((await offer(buyer, { ...BASIC, name: "Beta 2", price: 40 })).status).toBe(200);
    const quoted = await call("GET", `/v1/purchases/${id}/plan?plan=Beta%202`, { key: buyer.key });
    expect(quoted.body).toMatchObject({ applies: "now", price: 40 });
  });

  test("has its units in the figures of its seller, also when no plan that everybody sees has any", async () => {
    const own = await sold([{ ...BASIC, included_units: [] }]);
    const buyer = await personWith(100);
    const made = await offer(buyer, { ...BASIC, name: "Acme" }, own);
    await bought(buyer, "Acme", own);
    await call("DELETE", `/v1/developer/skills/${own.id}/offers/${made.body.id}`, { key: developer.key });
    reported = "pages=2";
    await run(buyer.key, own.slug);
    const figures = await call("GET", `/v1/developer/skills/${own.id}/analytics?days=7`, { key: developer.key });
    expect(figures.body.units).toEqual([{ name: "pages", quantity: 2 }]);
  });
});
