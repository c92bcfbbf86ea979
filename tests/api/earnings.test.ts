import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { parseCredits } from "@/lib/platform/core/money";
import { call } from "@/tests/support/api";
import { earned, excuse, personWith, run } from "@/tests/support/money";
import { startProcessor } from "@/tests/support/payments";
import { age, connect, payOut, sell } from "@/tests/support/payouts";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let processor: Awaited<ReturnType<typeof startProcessor>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
/** Sold subscriptions, calls, a refund and a payout, two months ago and now. */
let developer: Person;
let calls: { slug: string };
beforeAll(async () => {
  [processor, upstream] = await Promise.all([startProcessor(), startUpstream()]);
  const admin = await administrator();
  developer = await person("Developer");
  calls = await liveSkill(developer, { price_per_call: 0.000007 });
  const caller = await personWith(1);
  for (let i = 0; i < 5; i++) await run(caller.key, calls.slug);
  await sell(developer, 33.333333);
  await age(developer, 40);
  const { id } = await sell(developer, 9.999999);
  await sell(developer, 5);
  const refunded = await call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "It stopped working." },
  });
  expect(refunded.status).toBe(200);
  await connect(developer, processor);
  expect((await payOut(developer, { amount: 20.01 })).status).toBe(200);
});
afterAll(() => Promise.all([processor.close(), upstream.close()]));
// Some sales are posted by hand, without a purchase.
excuse(["posted terms are of purchases"]);

const get = (path: string, by = developer) => call("GET", `/v1/developer/earnings${path}`, { key: by.key });
const micros = (amount: unknown) => parseCredits(amount as number) ?? 0n;
const sum = (amounts: unknown[]) => amounts.reduce<bigint>((total, amount) => total + micros(amount), 0n);

describe("GET /v1/developer/earnings/entries", () => {
  test("every movement is told with its price, fee and rest, newest first", async () => {
    const { body } = await get("/entries?limit=100");
    expect(body.total).toBe(10);
    expect(body.data.map(({ kind }) => kind)).toEqual([
      "payout",
      "purchase_refund",
      "purchase",
      "purchase",
      ...Array.from({ length: 1 }, () => "purchase"),
      ...Array.from({ length: 5 }, () => "execute"),
    ]);
    expect(body.data[0]).toMatchObject({ gross: null, fee: null, net: -20.01, skill: null });
    expect(body.data[1]).toMatchObject({ gross: -9.999999, fee: -1.499999, net: -8.5 });
    expect(body.data.at(-1)).toMatchObject({
      gross: 0.000007,
      fee: 0.000001,
      net: 0.000006,
      skill: calls.slug,
    });
    expect(sum(body.data.map(({ net }) => net))).toBe(await earned(developer));
    for (const { gross, fee, net } of body.data.slice(1)) expect(micros(gross) - micros(fee)).toBe(micros(net));
  });

  test("they are paged, and filtered by month and skill", async () => {
    const page = await get("/entries?limit=3&offset=1");
    expect([page.body.data.length, page.body.total, page.body.has_more]).toEqual([3, 10, true]);
    expect((await get(`/entries?skill=${calls.slug}`)).body.total).toBe(5);
    const month = new Date().toISOString().slice(0, 7);
    expect((await get(`/entries?month=${month}`)).body.total).toBe(4);
    expect((await get("/entries?skill=no-such-skill")).body.data).toEqual([]);
    for (const [filter, param] of [
      ["month=2026-13", "month"],
      ["month=2026", "month"],
      ["limit=101", "limit"],
      ["offset=-1", "offset"],
    ])
      expect((await get(`/entries?${filter}`)).body.error.param).toBe(param);
  });
});

describe("statements", () => {
  test("a month's parts make its sum, each month opens where the last one closed, and the last closes at the ledger's sum", async () => {
    const { data } = (await get("/statements")).body;
    expect(data.length).toBeGreaterThanOrEqual(2);
    for (const { opening, sales, refunds, fees, payouts, closing } of data)
      expect(sum([opening, sales, refunds, fees, payouts])).toBe(micros(closing));
    for (const [index, { opening }] of data.entries()) expect(opening).toBe(data[index + 1]?.closing ?? 0);
    expect(data[0]).toMatchObject({
      month: new Date().toISOString().slice(0, 7),
      sales: 14.999999,
      refunds: -9.999999,
      payouts: -20.01,
    });
    expect(micros(data[0]?.closing)).toBe(await earned(developer));
  });

  test("the CSV of every month adds up to the ledger, to the micro-credit", async () => {
    const { data } = (await get("/statements")).body;
    let total = 0n;
    let lines = 0;
    for (const { month, closing } of data.toReversed()) {
      const { status, headers, text } = await get(`/statements/${month}`);
      expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
        200,
        "text/csv; charset=utf-8",
        `attachment; filename="earnings-${month}.csv"`,
      ]);
      const [head, ...rows] = text
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split(","));
      expect(head).toEqual(["time", "entry", "kind", "skill", "gross", "fee", "net", "balance"]);
      for (const [time, , , , gross, fee, net, balance] of rows) {
        total += micros(net);
        lines += 1;
        expect(time?.slice(0, 7)).toBe(month);
        expect(micros(balance)).toBe(total);
        if (gross) expect(micros(gross) - micros(fee)).toBe(micros(net));
      }
      expect(total).toBe(micros(closing));
    }
    expect([total, lines]).toEqual([await earned(developer), 10]);
  });

  test("a statement longer than one read is whole", async () => {
    const seller = await person();
    await query(
      "test.many",
      `SELECT ledger_post(gen_random_uuid(), 'grant', 'admin_credit', 'many-' || i, 'many', ARRAY['earnings', 'grants'], ARRAY[$1::uuid, NULL], ARRAY[i, -i])
         FROM generate_series(1, 4500) AS i`,
      [seller.id],
    );
    const { text } = await get(`/statements/${new Date().toISOString().slice(0, 7)}`, seller);
    const rows = text.trimEnd().split("\r\n").slice(1);
    expect([rows.length, new Set(rows.map((row) => row.split(",")[1])).size]).toEqual([4_500, 4_500]);
    expect(micros(rows.at(-1)?.split(",").at(-1))).toBe(await earned(seller));
  });

  test("a month without movement is a CSV without lines, and what is no month is unknown", async () => {
    expect((await get("/statements/2021-01")).text.trimEnd().split("\r\n")).toHaveLength(1);
    for (const month of ["2026-13", "2026-1", "x", "2019-12"])
      expect((await get(`/statements/${month}`)).status).toBe(404);
  });
});

describe("whose earnings", () => {
  test("everybody sees their own only, and nobody sees none", async () => {
    const other = await person();
    expect((await get("", other)).body).toMatchObject({ balance: 0, available: 0, held: 0, paid_out: 0 });
    expect((await get("/entries", other)).body.data).toEqual([]);
    expect((await get("/statements", other)).body.data).toEqual([]);
    expect((await call("GET", "/v1/developer/payouts", { key: other.key })).body.data).toEqual([]);
    for (const path of [
      "earnings",
      "earnings/entries",
      "earnings/statements",
      "earnings/statements/2026-11",
      "payouts",
      "payouts/account",
    ])
      expect((await call("GET", `/v1/developer/${path}`)).status).toBe(401);
    for (const [method, path] of [
      ["POST", "payouts"],
      ["POST", "payouts/account"],
      ["PATCH", "payouts/account"],
    ] as const)
      expect((await call(method, `/v1/developer/${path}`, { body: {} })).status).toBe(401);
  });

  test("no key, whatever it may do, decides where payouts go", async () => {
    const answer = await call("POST", "/v1/developer/payouts/account", { key: developer.key, body: {} });
    expect([answer.status, answer.body.error.code]).toEqual([403, "session_required"]);
  });

  test("a key that may only read moves nothing", async () => {
    const { body } = await call("POST", "/v1/keys", { key: developer.key, body: { scopes: ["read"] } });
    const key = String(body.api_key);
    expect((await call("GET", "/v1/developer/earnings", { key })).status).toBe(200);
    for (const [method, path, input] of [
      ["POST", "payouts", {}],
      ["POST", "payouts/account", {}],
      ["POST", "payouts/account/refresh", undefined],
      ["PATCH", "payouts/account", { monthly: true }],
    ] as const)
      expect((await call(method, `/v1/developer/${path}`, { key, body: input })).body.error.code).toBe("key_scope");
  });
});
