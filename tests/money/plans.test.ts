import { beforeAll, describe, expect, test } from "vitest";
import * as renewals from "@/lib/demand/purchases/renewals";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { applyPriceChange, available, expectSound, personWith, subscription } from "@/tests/support/money";
import { draftSkill, liveSkill, type Person, person, skillFields, unique } from "@/tests/support/people";

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

let developer: Person;
let skill: { id: string; slug: string };
beforeAll(async () => {
  developer = await person();
  skill = await liveSkill(developer, { ...subscription({ price: null }), subscription_interval: null, plans: PLANS });
});

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
      { ...MONTHLY, price_per_month: null, trial_days: 0, included_calls: null, price_beyond: null },
      { ...YEARLY, price_per_month: 4, included_calls: null, price_beyond: null },
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
      [{ subscription_interval: "day" }, "plans[0].interval"],
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
