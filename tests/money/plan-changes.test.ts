import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as renewals from "@/lib/demand/purchases/renewals";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { broken, tamper } from "@/tests/support/damage";
import {
  applyPriceChange,
  available,
  byStatus,
  earned,
  expectSound,
  personWith,
  run,
  subscription,
} from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";

const BASIC = { name: "Basic", interval: "month", price: 10, included_calls: 3 };
const PRO = { name: "Pro", interval: "month", price: 30, included_calls: 5, price_beyond: 0.5 };
const YEARLY = { name: "Yearly", interval: "year", price: 240 };
type Purchase = {
  id: string;
  plan: string;
  price: number;
  status: string;
  started_at: string;
  current_period_end: string;
  refunded: number;
  replaces: string | null;
  next_plan: { name: string; price: number } | null;
};

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let developer: Person;
let skill: { id: string; slug: string };
beforeAll(async () => {
  upstream = await startUpstream();
  developer = await person();
  skill = await liveSkill(developer, fieldsOf());
});
afterAll(() => upstream.close());

const fieldsOf = () => ({
  ...subscription({ price: null }),
  subscription_interval: null,
  plans: [BASIC, PRO, YEARLY],
  api_endpoint: `http://${UPSTREAM}/ok`,
});

async function buy(who: Person, plan = "Basic", of = skill.slug): Promise<Purchase> {
  const { body } = await call("POST", `/v1/skills/${of}/purchase`, { key: who.key, body: { plan } });
  return body.purchase as unknown as Purchase;
}
const change = (who: Person, id: string, body: object, headers?: Record<string, string>) =>
  call("POST", `/v1/purchases/${id}/plan`, { key: who.key, body, ...(headers && { headers }) });
const quote = (who: Person, id: string, plan: string) =>
  call("GET", `/v1/purchases/${id}/plan?plan=${plan}`, { key: who.key });
const purchases = async (who: Person) =>
  (await call("GET", "/v1/purchases", { key: who.key })).body.data as unknown as Purchase[];
/** Lets half of a term pass, or all of it. */
const pass = (id: string, part: number) =>
  query(
    "test.pass",
    `UPDATE purchase SET started_at = started_at - d, anchor_at = anchor_at - d, current_period_end = current_period_end - d
       FROM (SELECT (current_period_end - started_at) * $2::float8 AS d FROM purchase WHERE id = $1) AS k WHERE id = $1`,
    [id, part],
  );

describe("a plan whose term costs more", () => {
  test("begins now, for its price less the unused rest of what was paid", async () => {
    const buyer = await personWith(100);
    const { id } = await buy(buyer);
    await pass(id, 0.5);
    const before = await earned(developer);
    const { body: quoted } = await quote(buyer, id, "Pro");
    expect(quoted).toMatchObject({ plan: "Pro", applies: "now", price: 30, interval: "month" });
    expect(Number(quoted.credit)).toBeCloseTo(5, 1);
    expect(Number(quoted.charge)).toBeCloseTo(25, 1);
    const { status, body } = await change(buyer, id, { plan: "pro", max_price: 30 });
    expect([status, body]).toMatchObject([
      200,
      { change: "changed", purchase: { plan: "Pro", price: 30, replaces: id, included_calls: 5, price_beyond: 0.5 } },
    ]);
    const [now, old] = await purchases(buyer);
    expect(old).toMatchObject({ id, status: "cancelled", refunded: body.credit });
    expect(now?.started_at).toBe(old?.current_period_end);
    expect(await available(buyer)).toBeCloseTo(90 - 30 + Number(body.credit), 6);
    expect(Number((await earned(developer)) - before) / 1e6).toBeCloseTo(0.85 * (30 - Number(body.credit)), 5);
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).body.access).toMatchObject({
      purchase: { id: now?.id },
      included_calls_left: 5,
    });
    await expectSound();
  });

  test("begins once, however often and in whichever way it is asked for", async () => {
    const buyer = await personWith(200);
    const { id } = await buy(buyer);
    const answers = await Promise.all(Array.from({ length: 10 }, () => change(buyer, id, { plan: "Pro" })));
    expect(byStatus(answers)).toEqual({ 200: 10 });
    expect(answers.map(({ body }) => body.change).toSorted()).toEqual([...Array(9).fill("already"), "changed"]);
    expect(new Set(answers.map(({ body }) => (body.purchase as unknown as Purchase).id)).size).toBe(1);
    expect(await available(buyer)).toBeCloseTo(170, 1);
    const other = await personWith(500);
    const { id: second } = await buy(other);
    const raced = await Promise.all(["Pro", "Yearly"].map((plan) => change(other, second, { plan })));
    expect(byStatus(raced)).toEqual({ 200: 1, 400: 1 });
    const third = await personWith(500);
    const { id: begun } = await buy(third);
    const headers = { "idempotency-key": "change-1" };
    const [first, again] = [
      await change(third, begun, { plan: "Yearly" }, headers),
      await change(third, begun, { plan: "Yearly" }, headers),
    ];
    expect([first.body, again.headers.get("idempotency-replayed")]).toEqual([again.body, "true"]);
    await expectSound();
  });

  test("leaves everything as it is where it is refused", async () => {
    const poor = await personWith(15);
    const { id } = await buy(poor);
    expect((await change(poor, id, { plan: "Pro" })).body.error).toMatchObject({
      code: "insufficient_credits",
      details: { required: expect.closeTo(20, 1), available: 5, shortfall: expect.closeTo(15, 1) },
    });
    expect((await change(poor, id, { plan: "Yearly", max_price: 200 })).body.error.code).toBe("price_changed");
    expect(await purchases(poor)).toMatchObject([{ id, status: "active", plan: "Basic", refunded: 0 }]);
    expect(await available(poor)).toBe(5);
    const stranger = await personWith(100);
    const cases: [Person, string, string, [number, string | null]][] = [
      [stranger, id, "Pro", [404, null]],
      [poor, "nothing", "Pro", [404, null]],
      [poor, id, "Gold", [400, "plan"]],
    ];
    for (const [who, of, plan, expected] of cases) {
      for (const { status, body } of [await change(who, of, { plan }), await quote(who, of, plan)])
        expect([status, body.error.param]).toEqual(expected);
    }
    const limited = await call("POST", "/v1/keys", {
      key: stranger.key,
      body: { name: "small", credit_limit: 20, credit_limit_interval: "month" },
    });
    const key = { ...stranger, key: String(limited.body.api_key) };
    const { id: own } = await buy(key);
    expect((await change(key, own, { plan: "Pro" })).body.error.code).toBe("key_limit_reached");
    expect((await change(key, own, { plan: "Basic" })).body).toMatchObject({ change: "already" });
    await expectSound();
  });

  test("is asked back as any other charge, and waits while the former one is", async () => {
    const buyer = await personWith(100);
    const { id } = await buy(buyer);
    await call("POST", `/v1/purchases/${id}/refund-request`, { key: buyer.key, body: { reason: "It does not work." } });
    expect((await change(buyer, id, { plan: "Pro" })).body.error.param).toBe("plan");
    const other = await personWith(100);
    const changed = (await change(other, (await buy(other)).id, { plan: "Pro" })).body.purchase as unknown as Purchase;
    const asked = await call("POST", `/v1/purchases/${changed.id}/refund-request`, {
      key: other.key,
      body: { reason: "It does not work." },
    });
    const { id: request } = asked.body;
    const accepted = await call("POST", `/v1/developer/refund-requests/${request}/decision`, {
      key: developer.key,
      body: { decision: "accept", reason: "Sorry." },
    });
    expect(accepted.status).toBe(200);
    expect(await available(other)).toBeCloseTo(100, 1);
    await expectSound();
  });
});

describe("any other plan", () => {
  test("begins when the running term ends, at the price that was agreed to", async () => {
    const buyer = await personWith(100);
    const { id } = await buy(buyer, "Pro");
    expect((await quote(buyer, id, "Basic")).body).toMatchObject({ applies: "later", charge: 0, credit: 0, price: 10 });
    expect((await change(buyer, id, { plan: "Basic" })).body).toMatchObject({
      change: "scheduled",
      credit: 0,
      purchase: { id, plan: "Pro", next_plan: { name: "Basic", price: 10, interval: "month" } },
    });
    expect(await available(buyer)).toBe(70);
    await pass(id, 1);
    await Promise.all([renewals.renewDue(), renewals.renewDue(), run(buyer.key, skill.slug)]);
    const [now, old] = await purchases(buyer);
    expect(now).toMatchObject({ plan: "Basic", price: 10, status: "active", replaces: id, next_plan: null });
    expect(old).toMatchObject({ id, status: "cancelled", refunded: 0, current_period_end: now?.started_at });
    expect(await available(buyer)).toBe(60);
    await expectSound();
  });

  test("is withdrawn with the plan that is had, and needs a renewal", async () => {
    const buyer = await personWith(100);
    const { id } = await buy(buyer, "Pro");
    await change(buyer, id, { plan: "Basic" });
    expect((await change(buyer, id, { plan: "Pro" })).body).toMatchObject({
      change: "withdrawn",
      purchase: { next_plan: null },
    });
    await call("PATCH", `/v1/purchases/${id}`, { key: buyer.key, body: { auto_renew: false } });
    expect((await change(buyer, id, { plan: "Basic" })).body.error).toMatchObject({ param: "plan" });
    await pass(id, 1);
    expect((await change(buyer, id, { plan: "Yearly" })).body.error).toMatchObject({ param: "plan" });
    await expectSound();
  });

  test("is in use: it stays, and a rise of it is not for those who chose it", async () => {
    const of = await liveSkill(developer, fieldsOf());
    const buyer = await personWith(100);
    const { id } = await buy(buyer, "Pro", of.slug);
    await change(buyer, id, { plan: "Basic" });
    const patch = (plans: object[]) =>
      call("PATCH", `/v1/developer/skills/${of.id}`, { key: developer.key, body: { plans } });
    expect((await patch([PRO, YEARLY])).body.error.param).toBe("plans");
    await patch([{ ...BASIC, price: 20, included_calls: 1 }, PRO, YEARLY]);
    await applyPriceChange(of.id);
    await pass(id, 1);
    await renewals.renewDue();
    expect((await purchases(buyer))[0]).toMatchObject({ plan: "Basic", price: 10, included_calls: 3 });
    await expectSound();
  });
});

describe("calls that a plan includes", () => {
  test("are as many as it says, however many run at once, and are refused beyond it", async () => {
    const buyer = await personWith(100);
    const { id } = await buy(buyer);
    const runs = await Promise.all(Array.from({ length: 8 }, () => run(buyer.key, skill.slug)));
    expect(byStatus(runs)).toEqual({ 200: 3, 402: 5 });
    expect(runs.find(({ status }) => status === 402)?.body.error).toMatchObject({
      code: "plan_used_up",
      details: { included_calls: 3, plan_url: expect.stringContaining(id) },
    });
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).body.access).toMatchObject({
      owned: true,
      reason: "used_up",
      included_calls_left: 0,
      max_cost: null,
    });
    await pass(id, 1);
    expect((await run(buyer.key, skill.slug)).status).toBe(200);
    expect(await available(buyer)).toBe(80);
    expect((await change(buyer, id, { plan: "Pro" })).body.change).toBe("changed");
    const pro = await Promise.all(Array.from({ length: 7 }, () => run(buyer.key, skill.slug)));
    expect(pro.map(({ body }) => Number((body.usage as unknown as { cost: number }).cost)).toSorted()).toEqual([
      0, 0, 0, 0, 0, 0.5, 0.5,
    ]);
    const above = await call("POST", `/v1/skills/${skill.slug}/execute?max_price=0.1`, { key: buyer.key, body: {} });
    expect(above.body.error.code).toBe("price_changed");
    await expectSound();
  });

  test("are given back by a call that fails", async () => {
    const buyer = await personWith(100);
    await buy(buyer);
    const failing = await liveSkill(developer, { ...fieldsOf(), api_endpoint: `http://${UPSTREAM}/5xx` });
    await buy(buyer, "Basic", failing.slug);
    for (let at = 0; at < 4; at++) expect((await run(buyer.key, failing.slug)).status).toBe(502);
    await expectSound();
  });
});

test("the reconciliation sees a period that overlaps the next plan's, and a call that was not counted", async () => {
  const buyer = await personWith(100);
  const { id } = await buy(buyer);
  expect((await change(buyer, id, { plan: "Pro" })).body.change).toBe("changed");
  expect((await run(buyer.key, skill.slug)).status).toBe(200);
  const shift = (sign: string) =>
    tamper(
      [`UPDATE purchase SET current_period_end = current_period_end ${sign} interval '1 day' WHERE id = $1`, [id]],
      [
        `UPDATE plan_use SET used = used ${sign === "+" ? "-" : "+"} 1
          WHERE purchase_id = (SELECT id FROM purchase WHERE replaces_id = $1)`,
        [id],
      ],
    );
  await shift("+");
  const found = await broken();
  await shift("-");
  expect(found.toSorted()).toEqual(["a changed plan begins where the former one ended", "included calls are counted"]);
});
