import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let admin: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  admin = await administrator();
  const developer = await person();
  const buyer = await personWith(20);
  const called = await liveSkill(developer, { pricing_type: "usage", price_per_call: 0.333333 });
  const subscribed = await liveSkill(developer, subscription({ price: 5 }));
  for (let i = 0; i < 3; i++) expect((await run(buyer.key, called.slug)).status).toBe(200);
  const bought = await call("POST", `/v1/skills/${subscribed.slug}/purchase`, { key: buyer.key });
  const { id } = bought.body.purchase as { id: string };
  const refund = { refund: "full", reason: "Bought by mistake." };
  const answer = await call("POST", `/v1/admin/purchases/${id}/refund`, { key: admin.key, body: refund });
  expect(answer.status).toBe(200);
});
// Polls, which is for tests alone.
beforeEach(async () => {
  for (const name of ["journal", "analytics"] as const) await rollUpAll(name);
});
afterAll(() => upstream.close());

const overview = async (days: number) =>
  (await call("GET", `/v1/admin/overview?days=${days}`, { key: admin.key })).body;
const today = new Date().toISOString().slice(0, 10);
const csv = async (from: string, to: string) =>
  (await send("GET", `/v1/admin/overview/journal?from=${from}&to=${to}`, { key: admin.key })).text();

describe("the operator's overview", () => {
  test("sums the day's volume, fees and refunds as the ledger has them", async () => {
    const { totals, days, previous, top_skills, funnel, queue } = await overview(7);
    const [ledger] = await query<{ fees: string; spent: string }>(
      "test.ledger",
      `SELECT sum(e.amount_micros) FILTER (WHERE e.account = 'fees') AS fees,
         -sum(e.amount_micros) FILTER (WHERE e.account = 'wallet' AND e.amount_micros < 0) AS spent FROM ledger_entry e`,
      [],
    );
    expect(totals).toMatchObject({ volume: 5.999999, refunds: 5, topups: 0, payouts: 0, calls: 3 });
    expect(totals).toMatchObject({
      volume: Number(ledger?.spent) / 1_000_000,
      fees: Number(ledger?.fees) / 1_000_000,
      active_buyers: 1,
      active_sellers: 1,
    });
    expect(days).toHaveLength(7);
    expect((days as object[]).at(-1)).toMatchObject({ day: today, volume: 5.999999, refunds: 5 });
    expect((days as object[]).at(-1)).toMatchObject({ net: 0.999999, active_buyers: 1, active_sellers: 1 });
    expect(totals).toMatchObject({ net: 0.999999 });
    const file = await (await send("GET", "/v1/admin/overview/days?days=7", { key: admin.key })).text();
    const lines = file.trim().split("\r\n");
    expect(lines).toHaveLength(1 + 2 * 7);
    expect(lines[0]).toBe(
      "date,volume,refunds,net,fees,topups,payouts,calls,active_buyers,active_sellers,new_accounts",
    );
    const { fees, new_accounts: people } = totals as Record<string, number>;
    expect(lines.at(-1)).toBe(`${today},5.999999,5,0.999999,${fees},0,0,3,1,1,${people}`);
    expect(previous).toMatchObject({ volume: 0, calls: 0, new_accounts: 0 });
    expect((top_skills as object[])[0]).toMatchObject({ calls: 3, revenue: 0.999999 });
    expect(funnel).toMatchObject({ used: 1, topped_up: 0, paid: 1 });
    expect(queue).toMatchObject({ pending: 0 });
  });

  test("what is owed to buyers and developers is what wallets hold and developers have earned", async () => {
    const { liabilities } = await overview(1);
    const [row] = await query<{ wallets: string; earnings: string }>(
      "test.owed",
      `SELECT (SELECT sum(posted_micros) FROM wallet) AS wallets,
         (SELECT sum(amount_micros) FROM ledger_entry WHERE account = 'earnings') AS earnings`,
      [],
    );
    expect(liabilities).toEqual({
      credits: Number(row?.wallets) / 1_000_000,
      earnings: Number(row?.earnings) / 1_000_000,
      receivable: 0,
    });
  });

  test("the journal has a line for each day, account and kind, and its debits equal its credits", async () => {
    const [head, ...lines] = (await csv(today, today)).trim().split("\r\n");
    expect(head).toBe("date,account,kind,debit,credit,entries");
    expect(lines).toContain(`${today},wallet,execute,0.999999,0,3`);
    const sum = (place: number) =>
      lines.reduce((total, line) => total + Math.round(Number(line.split(",")[place]) * 1_000_000), 0);
    expect(sum(3)).toBeGreaterThan(0);
    expect(sum(3)).toBe(sum(4));
    expect((await csv("2020-01-01", "2020-01-31")).trim().split("\r\n")).toHaveLength(1);
  });

  test("is the administrators' alone, and names a wrong period", async () => {
    const { key } = await person();
    for (const path of ["/v1/admin/overview", `/v1/admin/overview/journal?from=${today}&to=${today}`]) {
      expect((await call("GET", path)).status).toBe(401);
      const { status, body } = await call("GET", path, { key });
      expect([status, body.error.code]).toEqual([403, "forbidden"]);
    }
    const wrong = await call("GET", "/v1/admin/overview?days=0", { key: admin.key });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, "days"]);
    const turned = await call("GET", "/v1/admin/overview/journal?from=2026-02-02&to=2026-01-01", {
      key: admin.key,
    });
    expect([turned.status, turned.body.error.param]).toEqual([400, "to"]);
  });

  test("lists as failing only skills with at least 20 calls, half of which failed", async () => {
    const [seller, buyer] = [await person(), await personWith(20)];
    const failing = await liveSkill(seller, { price_per_call: 0.1, api_endpoint: upstreamUrl("5xx") });
    const working = await liveSkill(seller, { price_per_call: 0.1 });
    const rare = await liveSkill(seller, { price_per_call: 0.1, api_endpoint: upstreamUrl("5xx") });
    for (let i = 0; i < 20; i++) for (const { slug } of [failing, working]) await run(buyer.key, slug);
    for (let i = 0; i < 19; i++) await run(buyer.key, rare.slug);
    await rollUpAll("analytics");
    const { failing_skills } = await overview(1);
    expect(failing_skills).toMatchObject([{ slug: failing.slug, calls: 20, failed: 20 }]);
  });
});
