import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOffered } from "@/lib/demand/execution/guests";
import { query } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { startMcpServer, TEXT } from "@/tests/support/mcp-upstream";
import { applyPriceChange, available, earned, expectSound, personWith, run } from "@/tests/support/money";
import { approve, liveSkill, type Person, person, unique } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";
import { signedIn } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startMcpServer>>;
let developer: Person;
/** What the next answers report. */
let reported: string | string[] | null = null;
const head = () => (reported === null ? {} : { "skill-usage": reported });
beforeAll(async () => {
  upstream = await startMcpServer(
    [{ name: "say", description: "Says.", inputSchema: TEXT }],
    { say: ({ params }) => ({ content: [], _meta: JSON.parse(String(params?.arguments?.text)) }) },
    {
      report: (_, response) =>
        response.writeHead(200, { "content-type": "application/json", ...head() }).end('{"done":true}'),
      refuse: (_, response) => response.writeHead(500, head()).end("{}"),
      events: (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream", trailer: "skill-usage" }).write("data: 1\n\n");
        response.addTrailers({ "skill-usage": String(reported) });
        response.end();
      },
    },
  );
  developer = await person();
});
afterAll(() => upstream.close());

const PAGES = { name: "pages", price: 0.01, most: 100, free: 0 };
const sold = (fields: object = {}) =>
  liveSkill(developer, { api_endpoint: upstreamUrl("report"), price_per_call: 0.5, units: [PAGES], ...fields });
const balanceOf = async ({ key }: Person) => (await call("GET", "/v1/balance", { key })).body;

describe("what a call with units costs", () => {
  /** One skill for each of the units that cases have. */
  const made = new Map<string, ReturnType<typeof sold>>();
  const skillWith = (units: readonly object[], terms = JSON.stringify(units)) =>
    made.get(terms) ?? (made.set(terms, sold({ units })).get(terms) as ReturnType<typeof sold>);
  const TOKENS = { name: "tokens", price: 0.0000025, most: 1_000_000, free: 0 };
  test.each([
    // The sum of all units is exact and rounded once a call, to the nearest micro-credit, half up.
    [[PAGES], "pages=3", 0.53, null],
    [[PAGES], "pages=0", 0.5, null],
    [[{ ...PAGES, free: 2 }], "pages=3", 0.51, null],
    [[{ ...PAGES, free: 2 }], "pages=1", 0.5, null],
    [[TOKENS], "tokens=1", 0.500003, null],
    [[{ ...TOKENS, price: 0.000001499 }], "tokens=1", 0.500001, null],
    [[TOKENS, { ...TOKENS, name: "words" }], "tokens=1, words=1", 0.500005, null],
    [[TOKENS], "tokens=3", 0.500008, null],
    [[PAGES, TOKENS], "tokens=4, pages=1", 0.51001, null],
    [[PAGES], "pages=100", 1.5, null],
    [[PAGES], "pages=101", 1.5, "usage_cut"],
    [[PAGES], "pages=999999999999999", 1.5, "usage_cut"],
    [[PAGES, TOKENS], "pages=200, tokens=2", 1.500005, "usage_cut"],
    [[PAGES], 'pages=3;note="a b"', 0.53, null],
    [[PAGES, TOKENS], ["pages=1", "tokens=2"], 0.510005, null],
    // A report that can't be read charges the price of the call alone.
    ...[
      null,
      "",
      "pages",
      "pages=-1",
      "pages=1.5",
      "pages=a",
      "pages=1, pages=1",
      "words=1",
      "pages=1,",
      "pages=1 words",
    ].map((header) => [[PAGES], header, 0.5, "usage_invalid"] as const),
  ] as const)("%j reported as %j: %d", async (units, header, cost, code) => {
    const buyer = await personWith(10);
    reported = header as typeof reported;
    const { status, body } = await run(buyer.key, (await skillWith(units)).slug);
    expect([status, body.usage]).toMatchObject([200, { cost, error_code: code }]);
    expect(body.balance).toMatchObject({ balance: Number((10 - cost).toFixed(6)), held: 0 });
    expect(await balanceOf(buyer)).toEqual(body.balance);
  });

  test("its usage says so to both sides, and the developer earns their share of what was settled", async () => {
    const buyer = await personWith(10);
    const [before, { id, slug }] = [await earned(developer), await sold({ units: [{ ...PAGES, free: 2 }] })];
    reported = "pages=150";
    const { body } = await run(buyer.key, slug);
    const { id: usageId } = body.usage as { id: string };
    const units = [{ name: "pages", quantity: 100, free: 2, price: 0.01 }];
    expect(body.usage).toMatchObject({ cost: 1.48, units, error_code: "usage_cut" });
    expect((await call("GET", "/v1/usage", { key: buyer.key })).body.data).toEqual([body.usage]);
    const { body: detail } = await call("GET", `/v1/usage/${usageId}`, { key: buyer.key });
    expect(detail).toMatchObject({ cost: 1.48, units, error_code: "usage_cut" });
    const { body: log } = await call("GET", `/v1/developer/skills/${id}/calls/${usageId}`, {
      key: developer.key,
    });
    expect(log).toMatchObject({ cost: 1.48, units, error_code: "usage_cut" });
    expect((await earned(developer)) - before).toBe(1_258_000n);
  });

  test("a failed call costs nothing, whatever it reports; a free call is free whatever its units", async () => {
    const buyer = await personWith(10);
    const failing = await sold({ api_endpoint: upstreamUrl("refuse") });
    const { slug } = await sold({ free_calls: 1 });
    reported = "pages=3";
    expect((await run(buyer.key, failing.slug)).status).toBe(502);
    expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 0, free: true, units: null });
    expect((await run(developer.key, slug)).body.usage).toMatchObject({ cost: 0, units: null });
    expect(await available(buyer)).toBe(10);
    expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 0.53 });
  });
});

describe("the most that a call may cost", () => {
  const quoteOf = async (key: string, slug: string) =>
    (await call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key, body: {} })).body;

  test("is quoted beside the least, held, and needed", async () => {
    const [buyer, poor] = [await personWith(10), await personWith(1.49)];
    const { slug } = await sold();
    expect(await quoteOf(buyer.key, slug)).toEqual({ valid: true, min_cost: 0.5, max_cost: 1.5, free: false });
    const { body: detail } = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
    expect(detail).toMatchObject({ units: [PAGES], access: { reason: "pay_per_call", max_cost: 1.5 } });
    reported = "pages=1";
    const refused = await run(poor.key, slug);
    expect([refused.status, refused.body.error.code, refused.body.error.details.required]).toEqual([
      402,
      "insufficient_credits",
      1.5,
    ]);
    await run(buyer.key, slug);
    const [hold] = await query<{ amount: string; reserved: string }>(
      "test.hold",
      "SELECT amount_micros AS amount, reserved_micros AS reserved FROM hold WHERE account_id = $1",
      [buyer.id],
    );
    expect(hold).toEqual({ amount: "510000", reserved: "1500000" });
  });

  test("is bounded by max_price, which the endpoint is told, and cut where the report goes beyond it", async () => {
    const buyer = await personWith(10);
    const { slug } = await sold();
    const runFor = (max: string) =>
      call("POST", `/v1/skills/${slug}/execute?max_price=${max}`, { key: buyer.key, body: {} });
    reported = "pages=30";
    expect((await runFor("0.7")).body.usage).toMatchObject({ cost: 0.7, error_code: "usage_cut" });
    expect(upstream.received.at(-1)?.headers["skill-max-charge"]).toBe("0.7");
    expect((await runFor("0.8")).body.usage).toMatchObject({ cost: 0.8, error_code: null });
    for (const max of ["0.499999", "0.5"]) {
      const refused = await runFor(max);
      expect([refused.status, refused.body.error.code]).toEqual([400, "price_changed"]);
      // The most, with which the next attempt succeeds.
      expect(refused.body.error.details.price).toBe(1.5);
    }
  });

  test("are not free for those who agree to pay nothing, nor for visitors", async () => {
    const buyer = await personWith(10);
    const { id, slug } = await sold({ price_per_call: 0 });
    const calls = upstream.received.length;
    const refused = await call("POST", `/v1/skills/${slug}/execute?max_price=0`, { key: buyer.key, body: {} });
    expect([refused.status, refused.body.error.code]).toEqual([400, "price_changed"]);
    expect(upstream.received).toHaveLength(calls);
    expect(await isOffered(id)).toBe(false);
  });

  test("of parallel calls never exceeds the balance, and each is settled for what it reports", async () => {
    const buyer = await personWith(3.2);
    const { slug } = await sold();
    reported = "pages=1";
    const answers = await Promise.all(Array.from({ length: 12 }, () => run(buyer.key, slug)));
    const paid = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true);
    expect(paid).toBeGreaterThanOrEqual(2);
    expect(await balanceOf(buyer)).toMatchObject({ balance: Number((3.2 - paid * 0.51).toFixed(6)), held: 0 });
    await expectSound();
  });

  test("a repeat under the same Idempotency-Key answers the same, and is not charged", async () => {
    const buyer = await personWith(10);
    const { slug } = await sold();
    reported = "pages=7";
    const headers = { "idempotency-key": `units-${slug}` };
    const first = await run(buyer.key, slug, {}, headers);
    reported = "pages=9";
    const second = await run(buyer.key, slug, {}, headers);
    expect(second.body).toEqual(first.body);
    expect(await available(buyer)).toBe(9.43);
  });

  test("counts in budgets and approvals by what was settled", async () => {
    const buyer = await personWith(10);
    const { slug } = await sold();
    const visitor = await signedIn(buyer);
    const budget = { kind: "skill", skill: slug, amount: 2, period: "total" };
    expect((await visitor.api("PUT", "/v1/budgets", { body: budget })).status).toBe(200);
    const made = await call("POST", "/v1/keys", { key: buyer.key, body: { name: "agent", ask_above: 1 } });
    const key = String(made.body.api_key);
    reported = "pages=10";
    const asked = await run(key, slug);
    expect([asked.status, asked.body.error.code]).toEqual([402, "approval_required"]);
    const { id } = asked.body.error.details.approval as { id: string };
    const decision = { decision: "approve_skill", amount: 1.6 };
    expect((await visitor.api("POST", `/v1/approvals/${id}/decision`, { body: decision })).status).toBe(200);
    const alerts = () =>
      query("test.alerts", "SELECT data FROM notification WHERE account_id = $1 AND kind = 'budget_alert'", [buyer.id]);
    expect((await run(key, slug, {}, { approval: id })).body.usage).toMatchObject({ cost: 0.6 });
    // It held three quarters of the budget, and was charged less than half of it.
    expect(await alerts()).toEqual([]);
    // 1 credit is left of the approval: the most of another call does not fit, that of a bounded one asks for nothing.
    expect((await run(key, slug, {}, { approval: id })).status).toBe(402);
    const bounded = await call("POST", `/v1/skills/${slug}/execute?max_price=0.9`, { key, body: {} });
    expect(bounded.body.usage).toMatchObject({ cost: 0.6 });
    expect((await run(buyer.key, slug)).body.error.code).toBe("budget_reached");
    expect(await alerts()).toMatchObject([{ data: { level: 50, spent: "1.2" } }]);
    await expectSound();
  });

  test("batches and runs settle each call for what it reports, and quote the most", async () => {
    const buyer = await personWith(10);
    const { slug } = await sold({ free_calls: 1 });
    reported = "pages=2";
    const answer = await send("POST", `/v1/skills/${slug}/batches`, { key: buyer.key, body: { inputs: [{}, {}, {}] } });
    const lines = (await answer.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ quote: { calls: 3, max_cost: 3 } });
    expect(lines.at(-1)).toEqual({ summary: { succeeded: 3, failed: 0, cost: 1.04 } });
    const started = await run(buyer.key, slug, {}, { prefer: "respond-async" });
    const id = String(started.body.id);
    const until = async (): Promise<Record<string, unknown>> => {
      const { body } = await call("GET", `/v1/runs/${id}`, { key: buyer.key });
      return body.state === "running" ? until() : body;
    };
    expect(await until()).toMatchObject({ state: "succeeded", outcome: { usage: { cost: 0.52 } } });
    expect(await available(buyer)).toBe(8.44);
  });

  test("of a stream is settled by its trailer", async () => {
    const buyer = await personWith(10);
    const { slug } = await sold({ api_endpoint: upstreamUrl("events") });
    reported = "pages=5";
    const options = { key: buyer.key, body: {}, headers: { accept: "text/event-stream" } };
    const answer = await send("POST", `/v1/skills/${slug}/execute`, options);
    expect(await answer.text()).toContain('"cost":0.55');
    expect(await available(buyer)).toBe(9.45);
  });
});

test("tools have their own units, and those of an MCP server report them in _meta", async () => {
  const slug = `units-${process.pid}-${unique()}`;
  const source = { source: "mcp", url: upstreamUrl("mcp") };
  const made = await call("POST", `/v1/developer/skills/import?slug=${slug}`, { key: developer.key, body: source });
  const { id } = made.body.skill as { id: string };
  const change = (body: object) => call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body });
  const wrong = await change({ operation_units: { nope: [PAGES] } });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, "operation_units.nope"]);
  const body = {
    pricing_type: "usage",
    price_per_call: 0.5,
    operation_units: { say: [{ ...PAGES, free: 1 }] },
    submit: true,
  };
  expect((await change(body)).status).toBe(200);
  await approve(id);
  const buyer = await personWith(10);
  const say = (meta: object) =>
    call("POST", `/v1/skills/${slug}/tools/say/execute`, { key: buyer.key, body: { text: JSON.stringify(meta) } });
  expect((await say({ "skill-usage": { pages: 4 } })).body.usage).toMatchObject({ cost: 0.53, error_code: null });
  expect((await say({ "skill-usage": { pages: -4 } })).body.usage).toMatchObject({
    cost: 0.5,
    error_code: "usage_invalid",
  });
  expect((await say({})).body.usage).toMatchObject({ cost: 0.5, error_code: "usage_invalid" });
  const { body: detail } = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
  expect(detail.tools).toMatchObject([{ name: "say", price: 0.5, units: [{ ...PAGES, free: 1 }] }]);
});

test("units of a skill that is sold rise as its price does: announced first, then applied", async () => {
  const buyer = await personWith(10);
  const { id, slug } = await sold();
  reported = "pages=1";
  await run(buyer.key, slug);
  const change = (units: object[]) =>
    call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body: { units } });
  const raised = await change([{ ...PAGES, price: 0.02 }]);
  expect(raised.body).toMatchObject({
    units: [PAGES],
    price_change: { price_per_call: 0.5, units: [{ ...PAGES, price: 0.02 }] },
  });
  expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 0.51 });
  await applyPriceChange(id);
  expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 0.52 });
  expect((await change([])).body).toMatchObject({ units: [], price_change: null });
  expect((await run(buyer.key, slug)).body.usage).toMatchObject({ cost: 0.5, units: null, error_code: null });
});
