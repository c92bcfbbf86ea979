import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as billing from "@/lib/money/billing/service";
import { pool, prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { signedIn } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const PATH = "/v1/credits/billing";
const ADDRESS = {
  kind: "company",
  name: "Beispiel GmbH",
  line1: "Hauptstr. 1",
  city: "Berlin",
  country: "DE",
};
const change = async (someone: Person, body: object) => (await signedIn(someone)).api("PATCH", PATH, { body });
const parties = () =>
  pool()
    .query("SELECT 1 FROM billing_party WHERE account_id IS NOT NULL")
    .then(({ rowCount }) => rowCount);

describe("billing details", () => {
  test("are empty at first, keep what is not named, and are their account's alone", async () => {
    const someone = await person();
    expect((await call("GET", PATH, { key: someone.key })).body).toMatchObject({
      kind: "person",
      name: null,
    });
    expect((await change(someone, ADDRESS)).status).toBe(200);
    const { body } = await change(someone, { purchase_order: "PO-7" });
    expect(body).toMatchObject({ ...ADDRESS, purchase_order: "PO-7", tax_id: null });
    expect((await call("GET", PATH, { key: someone.key })).body).toEqual(body);
    expect((await call("GET", PATH, { key: (await person()).key })).body.name).toBe(null);
    expect((await call("GET", PATH)).status).toBe(401);
  });

  test.each([
    [{}, undefined],
    [{ country: "Germany" }, "country"],
    [{ tax_id: "DE136695976" }, "country"],
    [{ tax_id: "DE136695977", country: "DE" }, "tax_id"],
    [{ name: "" }, "name"],
    [{ vat: "1" }, "vat"],
  ])("%j is refused, and nothing is changed", async (body, param) => {
    const someone = await person();
    const before = await parties();
    const { status, body: answer } = await change(someone, body);
    expect([status, answer.error.code]).toEqual([400, "invalid_request"]);
    if (param) expect(answer.error.param).toBe(param);
    expect(await parties()).toBe(before);
  });

  test("a key may not change them, and reads them, and what prints them, with the scope purchase only", async () => {
    const someone = await person();
    const { status, body } = await call("PATCH", PATH, { key: someone.key, body: ADDRESS });
    expect([status, body.error.code]).toEqual([403, "session_required"]);
    const keyOf = async (scopes: string[]) =>
      (await call("POST", "/v1/keys", { key: someone.key, body: { scopes } })).body.api_key;
    const [reads, buys] = [await keyOf(["read", "execute"]), await keyOf(["purchase"])];
    const months = `/v1/credits/statements/${new Date().toISOString().slice(0, 7)}`;
    for (const path of [PATH, `${months}/pdf`, `/v1/credits/documents/${someone.id}/pdf`])
      expect((await call("GET", path, { key: String(reads) })).body.error.code).toBe("key_scope");
    expect((await call("GET", months, { key: String(reads) })).status).toBe(200);
    expect((await call("GET", PATH, { key: String(buys) })).status).toBe(200);
  });

  test("apply to what is issued from then on: what was issued before keeps its party", async () => {
    const someone = await person("Ada Byron");
    const [before, wait] = [new Date(), () => new Promise((done) => setTimeout(done, 5))];
    await wait();
    await change(someone, ADDRESS);
    const between = new Date();
    await wait();
    await prisma().account.update({ where: { id: someone.id }, data: { name: "Ada Lovelace" } });
    await change(someone, { name: null });
    const [first, second, now] = await Promise.all(
      [before, between, new Date()].map((at) => billing.partyAt(someone.id, at)),
    );
    expect(first).toEqual({ name: "Ada Byron", lines: [someone.email], purchaseOrder: null });
    expect(second).toMatchObject({
      name: "Beispiel GmbH",
      lines: ["Hauptstr. 1", "Berlin", "Germany", someone.email],
    });
    expect(now?.name).toBe("Ada Lovelace");
  });

  test("of many changes at once each is kept, in some order", async () => {
    const someone = await person();
    const visitor = await signedIn(someone);
    const orders = Array.from({ length: 8 }, (_, at) => `PO-${at}`);
    const answers = await Promise.all(
      orders.map((purchase_order) => visitor.api("PATCH", PATH, { body: { purchase_order } })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(orders.map(() => 200));
    const rows = await prisma().billingParty.findMany({ where: { accountId: someone.id } });
    expect(rows.length).toBe(orders.length + 1);
  });

  test("closing keeps them where something was billed, without an email, and nothing where nothing was", async () => {
    const [idle, active] = [await personWith(5), await personWith(5)];
    const { slug } = await liveSkill(await person(), subscription({ price: 1 }));
    await call("POST", `/v1/skills/${slug}/purchase`, { key: active.key });
    for (const someone of [idle, active]) {
      await change(someone, ADDRESS);
      await pool().query("SELECT account_close($1)", [someone.id]);
    }
    expect(await prisma().billingParty.count({ where: { accountId: idle.id } })).toBe(0);
    const kept = await prisma().billingParty.findMany({
      where: { accountId: active.id },
      orderBy: { validFrom: "desc" },
    });
    expect(kept[0]).toMatchObject({ name: "Closed account", details: null });
    expect(kept[1]?.details).toMatchObject(ADDRESS);
    expect(kept.map(({ email }) => email)).toEqual(kept.map(() => null));
  });
});

test("the names on bills of a closed account are deleted once their years are over", async () => {
  const [recent, old] = [await personWith(5), await personWith(5)];
  const { slug } = await liveSkill(await person(), subscription({ price: 1 }));
  for (const someone of [recent, old]) {
    await call("POST", `/v1/skills/${slug}/purchase`, { key: someone.key });
    await change(someone, ADDRESS);
    await pool().query("SELECT account_close($1)", [someone.id]);
  }
  const left = ({ id }: Person) => prisma().billingParty.count({ where: { accountId: id } });
  await pool().query("UPDATE account SET closed_at = now() - interval '4 years' WHERE id = $1", [old.id]);
  const before = await left(recent);
  expect([await billing.expireParties(), await left(old)]).toEqual([0, before]);
  const admin = await administrator();
  await call("PATCH", "/v1/admin/settings", { key: admin.key, body: { billing_years: 3 } });
  expect(await billing.expireParties()).toBe(before);
  expect([await left(old), await left(recent)]).toEqual([0, before]);
});

describe("statements", () => {
  const month = new Date().toISOString().slice(0, 7);
  const read = (key?: string, path = month) => call("GET", `/v1/credits/statements/${path}`, { key });

  test("a month adds up to the balance, by kind, skill and key", async () => {
    const buyer = await personWith(20);
    const subscribed = await liveSkill(await person(), {
      pricing_type: "subscription",
      price: 5,
      price_per_call: null,
      subscription_interval: "month",
    });
    const { slug } = await liveSkill(await person());
    await call("POST", `/v1/skills/${subscribed.slug}/purchase`, { key: buyer.key });
    for (let at = 0; at < 3; at++) await run(buyer.key, slug, {});
    const { status, body } = await read(buyer.key);
    expect(status).toBe(200);
    const { balance } = (await call("GET", "/v1/balance", { key: buyer.key })).body;
    expect(body).toMatchObject({
      month,
      opening: 0,
      topped_up: 20,
      purchases: -5,
      calls: -1.5,
      refunds: 0,
      payments_returned: 0,
      other: 0,
    });
    expect(body.closing).toBe(balance);
    expect(body.skills).toEqual([{ skill: slug, calls: 3, amount: 1.5 }]);
    expect(body.keys).toMatchObject([{ key_prefix: buyer.key.slice(0, 10), calls: 3, amount: 1.5 }]);
    expect((body.lines as { kind: string; amount: number }[]).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["grant", 20],
      ["purchase", -5],
    ]);
    const pdf = await call("GET", `/v1/credits/statements/${month}/pdf`, { key: buyer.key });
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });

  test("are listed since the account exists, and are refused for what is no month or has not begun", async () => {
    const someone = await person();
    const { body } = await call("GET", "/v1/credits/statements", { key: someone.key });
    expect(body.data).toEqual([{ month }]);
    expect((await read(someone.key, "2999-01")).status).toBe(404);
    expect((await read(someone.key, "2026-13")).status).toBe(404);
    expect((await read()).status).toBe(401);
    expect((await read((await person()).key)).body.lines).toEqual([]);
  });

  test("a new operator's name is on what is issued from then on", async () => {
    const admin = await administrator();
    const settings = (operator_name: string) =>
      call("PATCH", "/v1/admin/settings", { key: admin.key, body: { operator_name } });
    await settings("First Ltd");
    const between = new Date();
    await new Promise((done) => setTimeout(done, 5));
    await settings("Second Ltd");
    expect((await billing.operatorAt(between)).name).toBe("First Ltd");
    expect((await billing.operatorAt(new Date())).name).toBe("Second Ltd");
  });
});
