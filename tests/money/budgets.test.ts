import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { pool, prisma, query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { available, byStatus, concurrently, expectSound, personWith, run } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { signedIn, type Visitor } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** The browser of each person, who signs in once. */
const browsers = new Map<string, Promise<Visitor>>();
async function put(someone: Person, body: object) {
  const browser = browsers.get(someone.id) ?? signedIn(someone);
  browsers.set(someone.id, browser);
  return (await browser).api("PUT", "/v1/budgets", { body });
}
const spentOf = async (someone: Person) =>
  (await call("GET", "/v1/budgets", { key: someone.key })).body.data.map(({ kind, spent }) => [kind, spent]);
const subscription = (price: number) => ({
  pricing_type: "subscription",
  price,
  price_per_call: null,
  subscription_interval: "day",
});
const buy = (key: string, slug: string) => call("POST", `/v1/skills/${slug}/purchase`, { key, body: {} });

const giveBack = (admin: Person, id = "") =>
  call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "Did not work." },
  });

/** Moves what was bought, and the periods in which it was counted, a month into the past. */
async function passMonth({ id }: Person): Promise<void> {
  const month = "interval '40 days'";
  await query(
    "test.month",
    `WITH moved AS (UPDATE budget_spend s SET period_start = period_start - ${month} FROM budget b
       WHERE b.account_id = $1 AND s.spend_id = b.spend_id AND s.period_start > 'epoch' RETURNING 1)
     UPDATE purchase SET anchor_at = anchor_at - ${month}, started_at = started_at - ${month},
       current_period_end = current_period_end - ${month},
       spend_periods = (SELECT array_agg(CASE WHEN t = 'epoch' THEN t ELSE t - ${month} END) FROM unnest(spend_periods) t)
      WHERE buyer_id = $1`,
    [id],
  );
}

describe("parallel charges", () => {
  test("cannot overspend any of five budgets, and what fails is given back", async () => {
    const buyer = await personWith(10_000);
    const skill = await liveSkill(await person(), { price_per_call: 1 });
    const { id: keyId } = (await call("POST", "/v1/keys", { key: buyer.key, body: { name: "agent" } })).body.key as {
      id: string;
    };
    const budgets = [
      { kind: "account", amount: 900, period: "day" },
      { kind: "account", amount: 950, period: "month" },
      { kind: "key", key_id: keyId, amount: 800, period: "total" },
      { kind: "skill", skill: skill.slug, amount: 777, period: "week" },
      { kind: "skill", skill: skill.slug, amount: 1_000, period: "total" },
    ];
    for (const body of budgets) expect((await put(buyer, body)).status).toBe(200);
    const outcomes = await concurrently(2_000, 8, (index) => charge(buyer, skill.id, keyId, index % 5 === 0));
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    expect(count("captured")).toBe(777);
    expect(count("captured") + count("released") + count("budget_reached")).toBe(2_000);
    expect((await spentOf(buyer)).map(([, spent]) => spent)).toEqual([777, 777, 777, 777, 777]);
    expect(await available(buyer)).toBe(10_000 - 777);
    await expectSound();
  });

  test("alert of a level that a long call reaches with the next charge, and start over when the amount changes", async () => {
    const buyer = await personWith(100);
    const skill = await liveSkill(await person(), { price_per_call: 1 });
    const limit = (amount: number) => put(buyer, { kind: "skill", skill: skill.slug, amount, period: "total" });
    const calls = async (count: number) => {
      for (let at = 0; at < count; at++) await charge(buyer, skill.id, buyer.keyId, false);
      const alerts = await prisma().notification.findMany({ where: { accountId: buyer.id, kind: "budget_alert" } });
      return alerts.map(({ data }) => (data as { level: number }).level).toSorted();
    };
    await limit(10);
    // A tenth of the budget is counted when it begins.
    const { hold } = await reserve(buyer, skill.id, buyer.keyId);
    expect(await calls(4)).toEqual([]);
    await capture(buyer, hold);
    expect(await calls(1)).toEqual([50]);
    await limit(8);
    expect(await calls(1)).toEqual([50, 80]);
    await limit(7);
    await limit(20);
    expect(await calls(12)).toEqual([50, 80]);
    expect(await calls(1)).toEqual([100, 50, 80]);
    await expectSound();
  });

  test("alert at the limit of a rotated key's successor, not at the former one", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), subscription(5));
    const limited = { name: "agent", credit_limit: 10, credit_limit_interval: "total" };
    const made = (await call("POST", "/v1/keys", { key: buyer.key, body: limited })).body;
    const used = await liveSkill(await person(), { price_per_call: 10 });
    expect((await run(String(made.api_key), used.slug)).status).toBe(200);
    const { id } = made.key as { id: string };
    const rotated = await (await signedIn(buyer)).api("POST", `/v1/keys/${id}/rotation`);
    const next = { apiKey: String(rotated.body.api_key), id: (rotated.body.key as { id: string }).id };
    await put(buyer, { kind: "key", key_id: next.id, amount: 40, period: "total" });
    // 15 of 40 are no level of the new limit, and all of the old one.
    expect((await buy(next.apiKey, slug)).status).toBe(200);
    expect((await run(next.apiKey, used.slug)).status).toBe(200);
    const alerts = await prisma().notification.findMany({ where: { accountId: buyer.id, kind: "budget_alert" } });
    const spent = alerts.map(({ data }) => data as { amount: string; level: number });
    expect(spent.map(({ amount, level }) => [amount, level])).toEqual([
      ["10", 100],
      ["40", 50],
    ]);
  });

  /** Reserves a call on a connection of its own, then captures it, or releases it as one that failed. */
  async function charge(buyer: Person, skillId: string, keyId: string, isFailing: boolean): Promise<string> {
    const { hold, outcome } = await reserve(buyer, skillId, keyId);
    if (outcome !== "held") return outcome;
    if (isFailing) {
      await pool().query("SELECT execution_release($1, $2, $3, 'upstream_failed', 1, now())", [
        hold,
        buyer.id,
        newId(),
      ]);
      return "released";
    }
    await capture(buyer, hold);
    return "captured";
  }

  async function reserve({ id }: Person, skillId: string, keyId: string) {
    const hold = newId();
    const { rows } = await pool().query<{ outcome: string }>(
      `SELECT outcome FROM execution_reserve($1, $2, $3, false, $4, 'execute', $5, 'skm', NULL,
         interval '90 seconds', 1000, 1000, NULL, NULL)`,
      [hold, newId(), id, skillId, keyId],
    );
    return { hold, outcome: rows[0]?.outcome ?? "none" };
  }

  async function capture({ id }: Person, hold: string): Promise<void> {
    await pool().query("SELECT execution_capture($1, $2, $3, $4, 1, NULL, now(), NULL, NULL, NULL, NULL)", [
      hold,
      id,
      newId(),
      newId(),
    ]);
  }

  test("through the API stop at the account's budget, and the 402 says whose, how much and until when", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person());
    const failing = await liveSkill(await person(), { api_endpoint: upstreamUrl("5xx") });
    await put(buyer, { kind: "account", amount: 2, period: "day" });
    await put(buyer, { kind: "skill", skill: slug, amount: 50, period: "month" });
    await concurrently(5, 5, () => run(buyer.key, failing.slug));
    const answers = await concurrently(20, 20, () => run(buyer.key, slug));
    expect(byStatus(answers)).toEqual({ 200: 4, 402: 16 });
    const { error } = answers.find(({ status }) => status === 402)?.body ?? {};
    expect(error).toMatchObject({
      code: "budget_reached",
      details: {
        required: 0.5,
        limit: {
          kind: "account",
          name: null,
          amount: 2,
          period: "day",
          spent: 2,
          resets_at: expect.stringMatching(/T00:00:00.000Z$/),
          may_raise: ["owner"],
          manage_url: expect.stringMatching(/\/wallet\/budgets$/),
        },
      },
    });
    expect(await available(buyer)).toBe(98);
  });

  test("stop with the budget that is removed or raised, at the next charge", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person());
    const { body } = await put(buyer, { kind: "skill", skill: slug, amount: 0.5, period: "total" });
    expect((await run(buyer.key, slug)).status).toBe(200);
    const refused = await run(buyer.key, slug);
    expect(refused.body.error).toMatchObject({
      code: "budget_reached",
      details: { limit: { kind: "skill", resets_at: null } },
    });
    await put(buyer, { kind: "skill", skill: slug, amount: 1, period: "total" });
    expect((await run(buyer.key, slug)).status).toBe(200);
    expect((await run(buyer.key, slug)).status).toBe(402);
    const visitor = await signedIn(buyer);
    expect((await visitor.api("DELETE", `/v1/budgets/${body.id}`)).status).toBe(200);
    expect((await run(buyer.key, slug)).status).toBe(200);
  });

  test("a key that is revoked while its charges wait charges nothing more", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person());
    const { body } = await call("POST", "/v1/keys", {
      key: buyer.key,
      body: { credit_limit: 20, credit_limit_interval: "day" },
    });
    const { id } = body.key as { id: string };
    const calls = concurrently(30, 15, () => run(String(body.api_key), slug));
    await call("DELETE", `/v1/keys/${id}`, { key: buyer.key });
    const answers = await calls;
    const charged = answers.filter(({ status }) => status === 200).length;
    expect(await available(buyer)).toBe(100 - charged * 0.5);
    const spend = await prisma().budgetSpend.findFirst({ where: { spendId: id } });
    expect(spend?.spentMicros ?? 0n).toBe(BigInt(charged) * 500_000n);
  });
});

describe("subscriptions", () => {
  test("count when they are bought and when they renew, and lapse when a budget is too small", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), subscription(5));
    await put(buyer, { kind: "account", amount: 8, period: "total" });
    expect((await buy(buyer.key, slug)).status).toBe(200);
    await passMonth(buyer);
    await renewDue();
    expect([await available(buyer), await spentOf(buyer)]).toEqual([95, [["account", 5]]]);
    const { data } = (await call("GET", "/v1/notifications", { key: buyer.key })).body;
    expect(data).toContainEqual(expect.objectContaining({ text: expect.stringContaining("One of your budgets") }));
    await put(buyer, { kind: "account", amount: 15, period: "total" });
    expect((await buy(buyer.key, slug)).status).toBe(200);
    await passMonth(buyer);
    await renewDue();
    expect([await available(buyer), await spentOf(buyer)]).toEqual([85, [["account", 15]]]);
  });

  test("refunds give back to the period of the charge only", async () => {
    const admin = await administrator();
    const buyer = await personWith(100);
    const skills = [await liveSkill(await person(), subscription(5)), await liveSkill(await person(), subscription(5))];
    await put(buyer, { kind: "account", amount: 50, period: "month" });
    await put(buyer, { kind: "account", amount: 50, period: "total" });
    for (const { slug } of skills) await buy(buyer.key, slug);
    expect(await spentOf(buyer)).toEqual([
      ["account", 10],
      ["account", 10],
    ]);
    const [first, second] = await prisma().purchase.findMany({ where: { buyerId: buyer.id }, orderBy: { id: "asc" } });
    await giveBack(admin, first?.id);
    expect(await spentOf(buyer)).toEqual([
      ["account", 5],
      ["account", 5],
    ]);
    await passMonth(buyer);
    await buy(buyer.key, skills[0]?.slug ?? "");
    await giveBack(admin, second?.id);
    expect(await spentOf(buyer)).toEqual([
      ["account", 5],
      ["account", 5],
    ]);
  });
});
