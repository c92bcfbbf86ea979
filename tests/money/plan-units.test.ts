import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as renewals from "@/lib/demand/purchases/renewals";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { startMcpServer } from "@/tests/support/mcp-upstream";
import { available, byStatus, earned, expectSound, personWith, run, subscription } from "@/tests/support/money";
import { actingFor, fund, organization } from "@/tests/support/organizations";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";

const PAGES = { name: "pages", included: 10, most: 5 };
const STOPS = { name: "Basic", interval: "month", price: 10, included_units: [PAGES] };
const GOES_ON = { name: "Pro", interval: "month", price: 30, included_units: [{ ...PAGES, price_beyond: 0.25 }] };

let upstream: Awaited<ReturnType<typeof startMcpServer>>;
let developer: Person;
let skill: { id: string; slug: string };
/** What the next responses report. */
let reported = "pages=3";
beforeAll(async () => {
  upstream = await startMcpServer(
    [],
    {},
    {
      report: (_, response) =>
        response
          .writeHead(200, { "content-type": "application/json", ...(reported && { "skill-usage": reported }) })
          .end("{}"),
      refuse: (_, response) => response.writeHead(500).end("{}"),
    },
  );
  developer = await person();
  skill = await liveSkill(developer, fieldsOf());
});
afterAll(() => upstream.close());

const fieldsOf = (path = "report") => ({
  ...subscription({ price: null }),
  subscription_interval: null,
  plans: [STOPS, GOES_ON],
  api_endpoint: upstreamUrl(path),
});
const buy = (who: Pick<Person, "key">, plan: string, of = skill.slug) =>
  call("POST", `/v1/skills/${of}/purchase`, { key: who.key, body: { plan } });
const idOf = (body: object) => (body as { purchase: { id: string } }).purchase.id;
const accessOf = async (who: Person, of = skill.slug) =>
  (await call("GET", `/v1/skills/${of}`, { key: who.key })).body.access as Record<string, unknown>;
const usage = (body: object) => (body as { usage: { cost: number; error_code: string; units: object[] } }).usage;
/** A whole term passes. */
const pass = (id: string) =>
  query(
    "test.pass",
    `UPDATE purchase SET started_at = started_at - d, anchor_at = anchor_at - d, current_period_end = current_period_end - d
       FROM (SELECT current_period_end - started_at AS d FROM purchase WHERE id = $1) AS k WHERE id = $1`,
    [id],
  );

describe("units that a plan includes", () => {
  test("are used as they are reported; then calls are refused until the next term", async () => {
    const buyer = await personWith(100);
    const { body } = await buy(buyer, "Basic");
    expect(body.purchase).toMatchObject({ included_calls: null, included_units: [{ ...PAGES, price_beyond: null }] });
    expect(await accessOf(buyer)).toMatchObject({ included_units_left: { pages: 10 }, max_cost: 0 });
    for (const [report, quantity, code, left] of [
      ["pages=3", 3, null, 7],
      ["pages=6", 5, "usage_cut", 2],
      ["", 0, "usage_invalid", 2],
      // No more than what is left may be reported.
      ["pages=4", 2, "usage_cut", 0],
    ] as const) {
      reported = report;
      const { status, body: ran } = await run(buyer.key, skill.slug);
      expect([status, usage(ran)]).toMatchObject([
        200,
        { cost: 0, error_code: code, units: [{ name: "pages", quantity, price: 0 }] },
      ]);
      expect(await accessOf(buyer)).toMatchObject({ included_units_left: { pages: left } });
    }
    expect((await run(buyer.key, skill.slug)).body.error).toMatchObject({
      code: "plan_used_up",
      message: "Your plan includes 10 pages a term, all of which are used. Nothing was called or charged.",
      details: { included_calls: null, used_up: ["pages"] },
    });
    expect(await accessOf(buyer)).toMatchObject({ owned: true, reason: "used_up", max_cost: null });
    await pass(idOf(body));
    reported = "pages=1";
    expect((await run(buyer.key, skill.slug)).status).toBe(200);
    expect(await accessOf(buyer)).toMatchObject({ included_units_left: { pages: 9 } });
    expect(await available(buyer)).toBe(80);
    await expectSound();
  });

  test("cost their price beyond, of which the most is held, bounded by max_price", async () => {
    const buyer = await personWith(50);
    await buy(buyer, "Pro");
    reported = "pages=4";
    const costs = [];
    for (let at = 0; at < 4; at++) costs.push(usage((await run(buyer.key, skill.slug)).body).cost);
    expect(costs).toEqual([0, 0, 0.5, 1]);
    expect(await accessOf(buyer)).toMatchObject({
      reason: "purchase",
      included_units_left: { pages: 0 },
      max_cost: 1.25,
    });
    const above = await call("POST", `/v1/skills/${skill.slug}/execute?max_price=0`, { key: buyer.key, body: {} });
    expect(above.body.error).toMatchObject({ code: "price_changed", details: { price: 1.25 } });
    const cut = await call("POST", `/v1/skills/${skill.slug}/execute?max_price=0.6`, { key: buyer.key, body: {} });
    expect(usage(cut.body)).toMatchObject({ cost: 0.6, error_code: "usage_cut" });
    const batch = await call("POST", `/v1/skills/${skill.slug}/batches`, {
      key: buyer.key,
      body: { inputs: [{}, {}] },
    });
    expect(batch.status).toBe(200);
    expect(await available(buyer)).toBe(15.9);
    // The month by hand: 10 pages are included, and the call that was cut paid 0.6 for its 4.
    const month = new Date().toISOString().slice(0, "2026-11".length);
    const { body: statement } = await call("GET", `/v1/credits/statements/${month}`, { key: buyer.key });
    expect(statement).toMatchObject({
      ...{ opening: 0, topped_up: 50, purchases: -30, calls: -4.1, closing: 15.9 },
      skills: [{ skill: skill.slug, amount: 4.1 }],
      units: [{ skill: skill.slug, name: "pages", quantity: 28, free: 10 }],
    });
    const own = `/v1/developer/skills/${skill.id}`;
    const { body: flagged } = await call("GET", `${own}/calls?flagged=true&limit=1`, { key: developer.key });
    expect(flagged.data).toMatchObject([{ status: "succeeded", error_code: "usage_cut", cost: 0.6 }]);
    const { body: figures } = await call("GET", `${own}/analytics?days=7`, { key: developer.key });
    expect((figures.units as { quantity: number }[])[0]?.quantity).toBeGreaterThanOrEqual(28);
    await expectSound();
  });

  test("are never taken twice by simultaneous calls, and given back by calls that fail", async () => {
    const [buyer, other] = await Promise.all([personWith(50), personWith(50)]);
    await buy(buyer, "Basic");
    reported = "pages=5";
    const runs = await Promise.all(Array.from({ length: 6 }, () => run(buyer.key, skill.slug)));
    expect(byStatus(runs)).toEqual({ 200: 2, 402: 4 });
    const failing = await liveSkill(developer, fieldsOf("refuse"));
    await buy(other, "Basic", failing.slug);
    for (let at = 0; at < 3; at++) expect((await run(other.key, failing.slug)).status).toBe(502);
    expect(await accessOf(other, failing.slug)).toMatchObject({ included_units_left: { pages: 10 } });
    await expectSound();
  });

  test("are no part of what is refunded when they were used", async () => {
    const buyer = await personWith(50);
    const { body } = await buy(buyer, "Basic");
    reported = "pages=5";
    await run(buyer.key, skill.slug);
    const { body: quoted } = await call("GET", `/v1/purchases/${idOf(body)}/plan?plan=Pro`, { key: buyer.key });
    expect(quoted).toMatchObject({ applies: "now", credit: 5, charge: 25 });
  });

  test.each([
    [{ ...STOPS, included_calls: 5 }, "plans[0].included_units"],
    [{ ...STOPS, included_units: [PAGES, PAGES] }, "plans[0].included_units[1].name"],
    [{ ...STOPS, included_units: [{ ...PAGES, most: 11 }] }, "plans[0].included_units[0].most"],
    [{ ...STOPS, included_units: [{ ...PAGES, price_beyond: 0.0000001 }] }, "plans[0].included_units[0].price_beyond"],
  ])("%j is refused: %s", async (plan, param) => {
    const { status, body } = await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: developer.key,
      body: { plans: [plan] },
    });
    expect([status, body.error?.param]).toEqual([400, param]);
  });
});

describe("a plan that one account is offered", () => {
  const PLAN = { name: "Acme", interval: "year", price: 60, trial_days: 0, included_calls: 2 };
  const handleOf = async ({ id }: Pick<Person, "id">) =>
    (await prisma().account.findUniqueOrThrow({ where: { id }, select: { handle: true } })).handle;
  const offersTo = async ({ key }: Person) => (await call("GET", "/v1/offers", { key })).body.data;
  const path = () => `/v1/developer/skills/${skill.id}/offers`;
  const offer = (account: string, plan: object = PLAN, by = developer) =>
    call("POST", path(), { key: by.key, body: { account, plan } });

  test("is seen and bought by that account alone, and kept after it was withdrawn", async () => {
    const [buyer, stranger] = await Promise.all([personWith(100), personWith(100)]);
    const { status, body: made } = await offer(await handleOf(buyer));
    expect([status, made]).toMatchObject([200, { plan: { name: "Acme", price: 60, price_per_month: 5 } }]);
    const id = String(made.id);
    expect(await offersTo(buyer)).toEqual([made]);
    expect(await offersTo(stranger)).toEqual([]);
    const asked = [
      await call("GET", path(), { key: buyer.key }),
      await call("DELETE", `${path()}/${id}`, { key: buyer.key }),
      await offer(await handleOf(stranger), PLAN, stranger),
    ];
    expect(asked.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect((await call("GET", path(), { key: developer.key })).body.data).toEqual([made]);
    for (const seen of [
      await call("GET", `/v1/skills/${skill.slug}`, { key: stranger.key }),
      await call("GET", `/v1/skills/${skill.slug}`),
      await call("GET", `/v1/skills?search=${skill.slug}`, { key: stranger.key }),
    ])
      expect(JSON.stringify(seen.body)).not.toContain("Acme");
    expect((await buy(stranger, "Acme")).body.error).toMatchObject({ param: "plan" });
    expect((await buy(buyer, "Acme")).body.purchase).toMatchObject({ plan: "Acme", price: 60, included_calls: 2 });
    expect((await buy(stranger, "Basic")).status).toBe(200);
    const others = (await call("GET", "/v1/purchases", { key: stranger.key })).body.data as { id: string }[];
    expect(
      (await call("POST", `/v1/purchases/${others[0]?.id}/plan`, { key: stranger.key, body: { plan: "Acme" } })).body
        .error,
    ).toMatchObject({ param: "plan" });
    // Neither ends what was bought, and the plans that all see can still change.
    expect((await call("DELETE", `${path()}/${id}`, { key: developer.key })).body).toEqual(made);
    const changed = await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: developer.key,
      body: { plans: [STOPS, GOES_ON] },
    });
    expect(changed.status).toBe(200);
    expect(await offersTo(buyer)).toEqual([]);
    expect(await accessOf(buyer)).toMatchObject({ owned: true, purchase: { plan: "Acme" } });
    await expectSound();
  });

  test("may be an organization's, and a running subscription changes to it", async () => {
    const acme = await organization();
    await fund(acme, 100);
    const acting = { headers: actingFor(acme) };
    const bought = await acme.owner.visitor.api("POST", `/v1/skills/${skill.slug}/purchase`, {
      body: { plan: "Basic" },
      ...acting,
    });
    const { body: made } = await offer(acme.handle);
    expect((await acme.owner.visitor.api("GET", "/v1/offers")).body.data).toEqual([]);
    expect((await acme.owner.visitor.api("GET", "/v1/offers", acting)).body.data).toEqual([made]);
    const { body } = await acme.owner.visitor.api("POST", `/v1/purchases/${idOf(bought.body)}/plan`, {
      body: { plan: "Acme" },
      ...acting,
    });
    expect(body).toMatchObject({ change: "changed", purchase: { plan: "Acme", price: 60 } });
    await query("test.renamed", "UPDATE account SET handle = handle || '-new' WHERE id = $1", [acme.id]);
    expect((await call("GET", path(), { key: developer.key })).body.data).toMatchObject([
      { id: made.id, account: { handle: `${acme.handle}-new` } },
    ]);
    await query("test.closed", "SELECT account_close($1)", [acme.id]);
    expect((await call("GET", path(), { key: developer.key })).body.data).toEqual([]);
    await expectSound();
  });

  test("is refused where it fits nobody, or what is sold", async () => {
    const [buyer, metered] = await Promise.all([person(), liveSkill(developer)]);
    const handle = await handleOf(buyer);
    const refusals = [
      await offer("no-such-account"),
      await offer(await handleOf(developer)),
      await offer(handle, { ...PLAN, name: "basic" }),
      await call("POST", `/v1/developer/skills/${metered.id}/offers`, {
        key: developer.key,
        body: { account: handle, plan: PLAN },
      }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.error?.param])).toEqual([
      [400, "account"],
      [400, "account"],
      [400, "plan.name"],
      [400, "id"],
    ]);
    const simultaneous = await Promise.all([offer(handle), offer(handle), offer(handle)]);
    expect(byStatus(simultaneous)).toEqual({ 200: 1, 400: 2 });
  });
});

test("a purchase beside the acceptance of a transfer is the sale of who owns the skill when it is made", async () => {
  const [buyer, next] = await Promise.all([personWith(50), person()]);
  const sold = await liveSkill(developer, fieldsOf());
  await prisma().skillTransfer.create({
    data: {
      skillId: sold.id,
      fromId: developer.id,
      toId: next.id,
      offeredBy: developer.id,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  const before = await earned(developer);
  const purchase = await transaction(async (db) => {
    await query("test.accept", "SELECT skill_transfer_accept($1, $2)", [sold.id, next.id], db);
    const started = buy(buyer, "Basic", sold.slug);
    // It has read the skill of the former owner, and waits.
    await expect
      .poll(async () =>
        query(
          "test.waits",
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'purchase_buy'",
          [],
        ),
      )
      .toHaveLength(1);
    return { started };
  });
  expect((await purchase.started).status).toBe(200);
  expect([(await earned(developer)) - before, await earned(next)]).toEqual([0n, 8_500_000n]);
  await pass(idOf((await purchase.started).body));
  await renewals.renewDue();
  expect(await earned(next)).toBe(17_000_000n);
  await expectSound();
});
