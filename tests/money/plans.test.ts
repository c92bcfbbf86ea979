import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as renewals from "@/lib/demand/purchases/renewals";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { applyPriceChange, available, expectSound, personWith, run, subscription } from "@/tests/support/money";
import { draftSkill, liveSkill, type Person, person, skillFields, unique } from "@/tests/support/people";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";

const MONTHLY = { name: "Monthly", interval: "month", price: 5 };
const YEARLY = { name: "Yearly", interval: "year", price: 48, trial_days: 7 };
const PLANS = [MONTHLY, YEARLY];
type Shown = { name: string; price: number; price_per_month: number | null };
type Bought = {
  purchase: {
    id: string;
    price: number;
    interval: string;
    plan: string | null;
    trial: boolean;
    current_period_end: string;
  };
  balance: { available: number };
  error: { code: string; param: string; message: string };
};

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let developer: Person;
let skill: { id: string; slug: string };
beforeAll(async () => {
  upstream = await startUpstream();
  developer = await person();
  skill = await liveSkill(developer, { ...subscription({ price: null }), subscription_interval: null, plans: PLANS });
});
afterAll(() => upstream.close());

const buy = async (who: Person, body: object = {}, of = skill.slug) => {
  const answer = await call("POST", `/v1/skills/${of}/purchase`, { key: who.key, body });
  return { status: answer.status, body: answer.body as unknown as Bought };
};
const change = (id: string, body: object) => call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body });
const plansOf = async (slug: string) =>
  (await call("GET", `/v1/skills/${slug}`, { key: developer.key })).body.plans as Shown[];

describe("plans of a subscription", () => {
  test("are what buyers choose from: the first by default, each at its own price, interval and trial", async () => {
    expect(await plansOf(skill.slug)).toEqual([
      {
        ...MONTHLY,
        price_per_month: null,
        trial_days: 0,
        included_calls: null,
        price_beyond: null,
        included_units: [],
      },
      { ...YEARLY, price_per_month: 4, included_calls: null, price_beyond: null, included_units: [] },
    ]);
    const [first, other] = [await personWith(100), await personWith(100)];
    expect((await buy(first)).body).toMatchObject({
      purchase: { plan: "Monthly", price: 5, interval: "month" },
      balance: { available: 95 },
    });
    const { body } = await buy(other, { plan: "yearly", trial: false, max_price: 48 });
    expect(body).toMatchObject({
      purchase: { plan: "Yearly", price: 48, interval: "year" },
      balance: { available: 52 },
    });
    expect(Date.parse(body.purchase.current_period_end) - Date.now()).toBeGreaterThan(364 * 24 * 60 * 60 * 1000);
    expect((await buy(other, { plan: "Yearly" })).body).toMatchObject({ already_owned: true });
    expect((await buy(other, { plan: "Monthly" })).body.error).toMatchObject({
      param: "plan",
      message: expect.stringContaining("Yearly"),
    });
    const poor = await personWith(10);
    expect((await buy(poor, { plan: "Nothing" })).body.error.param).toBe("plan");
    expect((await buy(poor, { plan: "Yearly", trial: false })).body.error.code).toBe("insufficient_credits");
    expect((await buy(poor, { plan: "Yearly", max_price: 5 })).body.error.code).toBe("price_changed");
    await expectSound();
  });

  test("begin with the trial of the one that is chosen, once for the skill", async () => {
    const buyer = await personWith(100);
    await query("test.verify", "UPDATE account SET email_verified = true WHERE id = $1", [buyer.id]);
    const { id, trial } = (await buy(buyer, { plan: "Yearly" })).body.purchase;
    expect(trial).toBe(true);
    await query(
      "test.ago",
      `UPDATE purchase SET started_at = started_at - interval '7 days', anchor_at = anchor_at - interval '7 days',
         current_period_end = current_period_end - interval '7 days' WHERE id = $1`,
      [id],
    );
    await renewals.renewDue();
    expect(await available(buyer)).toBe(52);
    await expectSound();
  });

  test("and a single price are one thing: old requests mean the first plan", async () => {
    const single = await liveSkill(developer, subscription({ price: 3 }));
    expect(await plansOf(single.slug)).toMatchObject([{ name: "Standard", price: 3 }]);
    const buyer = await personWith(10);
    expect((await buy(buyer, { plan: "Standard" }, single.slug)).body.purchase).toMatchObject({ plan: null, price: 3 });
    const { id } = await draftSkill(developer, { ...subscription({ price: null }), plans: PLANS });
    expect((await change(id, { price: 4 })).body).toMatchObject({
      price: 4,
      plans: [{ name: "Monthly", price: 4 }, { name: "Yearly" }],
    });
    expect((await change(id, { plans: [YEARLY, MONTHLY] })).body).toMatchObject({
      price: 48,
      subscription_interval: "year",
      trial_days: 7,
    });
    expect((await change(id, { plans: [] })).body).toMatchObject({ price: 48, plans: [{ name: "Standard" }] });
  });

  test("that someone has stay, and published ones keep their interval", async () => {
    const of = await liveSkill(developer, { ...subscription({ price: null }), plans: PLANS });
    expect((await change(of.id, { plans: [MONTHLY] })).status).toBe(200);
    expect((await change(of.id, { plans: PLANS })).status).toBe(200);
    const buyer = await personWith(100);
    await buy(buyer, { plan: "Yearly", trial: false }, of.slug);
    const cases: [object, string][] = [
      [{ plans: [MONTHLY] }, "plans"],
      [{ plans: [] }, "plans"],
      [{ plans: [MONTHLY, { ...YEARLY, interval: "month" }] }, "plans[1].interval"],
      [{ plans: [{ ...MONTHLY, interval: "week" }, YEARLY] }, "plans[0].interval"],
      [{ subscription_interval: "day" }, "subscription_interval"],
      [{ pricing_type: "usage", price: null, subscription_interval: null, price_per_call: 1 }, "pricing_type"],
    ];
    for (const [body, param] of cases) expect((await change(of.id, body)).body.error.param, param).toBe(param);
    expect((await change(of.id, { plans: [...PLANS, { ...YEARLY, name: "Team", price: 99 }] })).status).toBe(200);
  });

  test("a rise of one plan is announced, and what was bought keeps its price", async () => {
    const of = await liveSkill(developer, { ...subscription({ price: null }), plans: PLANS });
    const buyer = await personWith(100);
    await buy(buyer, { plan: "Monthly" }, of.slug);
    const risen = [MONTHLY, { ...YEARLY, price: 96 }];
    expect((await change(of.id, { plans: risen })).body).toMatchObject({
      plans: [{ price: 5 }, { price: 48 }],
      price_change: { plans: [{ price: 5 }, { price: 96, price_per_month: 8 }] },
    });
    await applyPriceChange(of.id);
    expect(await plansOf(of.slug)).toMatchObject([{ price: 5 }, { price: 96 }]);
    expect((await change(of.id, { plans: [{ ...MONTHLY, price: 4 }, risen[1]] })).body).toMatchObject({
      price: 4,
      price_change: null,
    });
  });

  test("that are bought before their announced removal stay", async () => {
    const of = await liveSkill(developer, { ...subscription({ price: null }), plans: PLANS });
    const [first, other] = [await personWith(100), await personWith(100)];
    await buy(first, { plan: "Monthly" }, of.slug);
    expect((await change(of.id, { plans: [{ ...MONTHLY, price: 50 }] })).body.price_change).not.toBeNull();
    await buy(other, { plan: "Yearly", trial: false }, of.slug);
    expect((await change(of.id, { description: "It says what it does, and now says it better." })).status).toBe(200);
    await applyPriceChange(of.id);
    expect(await plansOf(of.slug)).toMatchObject([
      { name: "Monthly", price: 50 },
      { name: "Yearly", price: 48 },
    ]);
  });

  test("a promotion code lowers the price of the chosen one", async () => {
    await call("POST", `/v1/developer/skills/${skill.id}/promotion-codes`, {
      key: developer.key,
      body: { code: "HALF", percent_off: 50 },
    });
    const buyer = await personWith(100);
    const quote = (more: string) =>
      call("GET", `/v1/skills/${skill.slug}/promotion-codes/HALF${more}`, { key: buyer.key });
    expect((await quote("")).body).toMatchObject({ price: 2.5, full_price: 5 });
    expect((await quote("?plan=Yearly")).body).toMatchObject({ price: 24, full_price: 48 });
    expect((await quote("?plan=Nothing")).status).toBe(400);
    const bought = await buy(buyer, { plan: "Yearly", promotion_code: "HALF", trial: false });
    expect(bought.body).toMatchObject({ purchase: { price: 24 }, balance: { available: 76 } });
    await expectSound();
  });

  test.each([
    [{ plans: [MONTHLY, { ...YEARLY, name: "monthly" }] }, "plans[1].name"],
    [{ plans: ["a", "b", "c", "d", "e"].map((name) => ({ ...MONTHLY, name })) }, "plans"],
    [{ plans: [{ ...MONTHLY, name: "<b>" }] }, "plans[0].name"],
    [{ plans: [{ ...MONTHLY, price: -1 }] }, "plans[0].price"],
    [{ plans: [{ ...MONTHLY, trial_days: 91 }] }, "plans[0].trial_days"],
    [{ plans: [{ ...MONTHLY, interval: "decade" }] }, "plans[0].interval"],
    [{ plans: [{ ...MONTHLY, included_calls: 0 }] }, "plans[0].included_calls"],
    [{ plans: [{ ...MONTHLY, price_beyond: 0.1 }] }, "plans[0].price_beyond"],
    [{ plans: PLANS, price: 6 }, "price"],
    [{ plans: PLANS, subscription_interval: "year" }, "subscription_interval"],
    [{ plans: PLANS, pricing_type: "usage", price_per_call: 1 }, "plans"],
  ])("%j is refused at %s", async (fields, param) => {
    const terms = { ...subscription({ price: undefined }), subscription_interval: undefined };
    const body = skillFields({ ...terms, slug: `plans-${unique()}`, ...fields });
    const { status, body: answer } = await call("POST", "/v1/developer/skills", { key: developer.key, body });
    expect([status, answer.error.param]).toEqual([400, param]);
  });
});

type Changed = {
  change: string;
  credit: number;
  purchase: { id: string; plan: string | null };
  error: { code: string };
};

describe("a change of plan", () => {
  const plan = (name: string, price: number, more: object = {}) => ({ name, interval: "month", price, ...more });
  const sold = (...plans: object[]) =>
    liveSkill(developer, {
      ...subscription({ price: null, subscription_interval: null }),
      plans,
      api_endpoint: `http://${UPSTREAM}/ok`,
    });
  const to = async (who: Person, id: string, body: object) =>
    (await call("POST", `/v1/purchases/${id}/plan`, { key: who.key, body })).body as unknown as Changed;
  const quote = async (who: Person, id: string, name: string) =>
    (await call("GET", `/v1/purchases/${id}/plan?plan=${name}`, { key: who.key })).body;
  const pass = (id: string, part: number) =>
    query(
      "test.pass",
      `UPDATE purchase SET started_at = started_at - d, anchor_at = anchor_at - d, current_period_end = current_period_end - d
         FROM (SELECT (current_period_end - started_at) * $2::float8 AS d FROM purchase WHERE id = $1) AS k WHERE id = $1`,
      [id, part],
    );

  test("by a key makes no renewal cost more than it may charge", async () => {
    const of = await sold(plan("Basic", 10), plan("Pro", 30), plan("Weekly", 5, { interval: "week" }));
    const buyer = await personWith(100);
    const keyOf = async (fields: object) => {
      const { body } = await call("POST", "/v1/keys", { key: buyer.key, body: { name: "a key", ...fields } });
      return { ...buyer, key: String(body.api_key) };
    };
    const asking = await keyOf({ ask_above: 4 });
    const { id } = (await buy(buyer, { plan: "Pro" }, of.slug)).body.purchase;
    const refused = (price: number) => ({ code: "confirmation_required", details: { price, ask_above: 4 } });
    expect((await to(asking, id, { plan: "Basic" })).error).toMatchObject(refused(10));
    expect((await to(asking, id, { plan: "Weekly" })).error).toMatchObject(refused(5));
    expect(await to(asking, id, { plan: "Pro" })).toMatchObject({ change: "already" });
    await to(buyer, id, { plan: "Basic" });
    expect((await to(asking, id, { plan: "Pro" })).error).toMatchObject(refused(30));
    expect((await to(buyer, id, { plan: "Pro", max_price: 29 })).error.code).toBe("price_changed");
    // A limited key pays the dearer renewal from its limit, which is too low for it.
    const limited = await keyOf({ credit_limit: 20, credit_limit_interval: "month" });
    expect(await to(limited, id, { plan: "Pro" })).toMatchObject({ change: "withdrawn" });
    await pass(id, 1);
    await renewals.renewDue();
    expect(await available(buyer)).toBe(70);
    await expectSound();
  });

  test("gives back no calls that were made", async () => {
    const calls = { included_calls: 4 };
    const of = await sold(plan("A", 10, calls), plan("B", 11, calls), plan("C", 12, calls));
    const buyer = await personWith(100);
    const { id } = (await buy(buyer, { plan: "A" }, of.slug)).body.purchase;
    for (let at = 0; at < 4; at++) expect((await run(buyer.key, of.slug)).status).toBe(200);
    expect(await quote(buyer, id, "B")).toMatchObject({ applies: "now", price: 11, credit: 0, charge: 11 });
    const second = await to(buyer, id, { plan: "B" });
    expect(second).toMatchObject({ change: "changed", credit: 0 });
    for (let at = 0; at < 2; at++) expect((await run(buyer.key, of.slug)).status).toBe(200);
    expect(await quote(buyer, second.purchase.id, "C")).toMatchObject({ credit: 5.5, charge: 6.5 });
    expect(await to(buyer, second.purchase.id, { plan: "C" })).toMatchObject({ change: "changed", credit: 5.5 });
    expect(await available(buyer)).toBe(72.5);
    await expectSound();
  });

  test("to one that costs more by the day begins now once its price covers what is unused", async () => {
    const of = await sold(plan("Yearly", 240, { interval: "year" }), plan("Monthly", 30));
    const buyer = await personWith(300);
    const { id } = (await buy(buyer, { plan: "Yearly" }, of.slug)).body.purchase;
    expect(await quote(buyer, id, "Monthly")).toMatchObject({ applies: "later", charge: 0, credit: 0 });
    await pass(id, 0.9);
    expect(await quote(buyer, id, "Monthly")).toMatchObject({ applies: "now", credit: expect.closeTo(24, 0) });
    const { change, credit } = await to(buyer, id, { plan: "Monthly" });
    expect(change).toBe("changed");
    expect(await available(buyer)).toBeCloseTo(60 - 30 + credit, 6);
    await expectSound();
  });

  test("of a purchase that is older than the plans is withdrawn by the name Standard", async () => {
    const of = await liveSkill(developer, subscription({ price: 12 }));
    const buyer = await personWith(100);
    const { id } = (await buy(buyer, {}, of.slug)).body.purchase;
    expect((await change(of.id, { plans: [plan("Basic", 10), plan("Pro", 30)] })).status).toBe(200);
    expect(await to(buyer, id, { plan: "Basic" })).toMatchObject({ change: "scheduled" });
    expect(await quote(buyer, id, "standard")).toMatchObject({ applies: "same", price: 12 });
    expect(await to(buyer, id, { plan: "Standard" })).toMatchObject({
      change: "withdrawn",
      purchase: { plan: null, price: 12, next_plan: null },
    });
    await expectSound();
  });
});
