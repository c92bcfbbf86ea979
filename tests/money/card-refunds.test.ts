import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendDue } from "@/lib/money/payments/card-refunds";
import { retryEvents } from "@/lib/money/payments/events";
import { applyEvent } from "@/lib/money/payouts/events";
import { query, transaction } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { type Buyer, grant, newBuyer } from "@/tests/support/card-refunds";
import { available, expectSound, run, subscription } from "@/tests/support/money";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const PASSWORD = "a long password";
let processor: Awaited<ReturnType<typeof startProcessor>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
/** What the processor answers instead of making a refund, or null. */
let instead: ((really: () => Promise<Response>) => Promise<Response>) | null = null;
beforeAll(async () => {
  upstream = await startUpstream();
  processor = await startProcessor({
    answer: async (request, really) =>
      instead && request.method === "POST" && new URL(request.url).pathname === "/v1/refunds" ? instead(really) : null,
  });
});
afterAll(async () => {
  await upstream.close();
  await processor.close();
});

/** Tops up by card; the processor's events arrive. Returns the payment. */
async function pay({ key }: Person, amount: number) {
  const { body } = await call("POST", "/v1/credits/topup", { key, body: { amount } });
  const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error("no session");
  processor.sandbox.act(session, "pay");
  await deliverAll();
  return session;
}

let delivered = 0;
/** Delivers the processor's events that have not been, each once. */
async function deliverAll(): Promise<void> {
  const events = processor.sandbox.books.events;
  for (; delivered < events.length; delivered++) await sendEvent(events[delivered] as object);
}

const ask = ({ visitor }: Buyer, body: object = {}) =>
  visitor.api("POST", "/v1/credits/refunds", { body: { password: PASSWORD, ...body } });
const refundable = async ({ someone }: Buyer) =>
  (await call("GET", "/v1/credits/refundable", { key: someone.key })).body;
const listed = async ({ someone }: Buyer) => (await call("GET", "/v1/credits/refunds", { key: someone.key })).body.data;
const refundsOf = ({ payment_intent }: { payment_intent: string | null }) =>
  processor.sandbox.books.refunds.filter((refund) => refund.payment_intent === payment_intent);
/** Makes the time of the next attempts come. */
const passTime = () => query("test.time", "UPDATE card_refund SET next_try_at = now() WHERE state = 'pending'", []);
/** Asks the processor for everything that is due, and delivers what it says. */
async function settle(): Promise<void> {
  await sendDue();
  await deliverAll();
}

test("unspent money goes back to the card, newest payment first, and leaves the balance immediately", async () => {
  const buyer = await newBuyer();
  const [older, newer] = [await pay(buyer.someone, 20), await pay(buyer.someone, 10)];
  expect(await refundable(buyer)).toEqual({ amount: 30, days: 30, blocked: null });
  const { status, body } = await ask(buyer, { amount: 12.5 });
  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    { amount: 10, returned: 10, state: "pending" },
    { amount: 2.5, returned: 2.5, state: "pending" },
  ]);
  expect(await available(buyer.someone)).toBe(17.5);
  expect([refundsOf(newer), refundsOf(older)]).toEqual([[], []]);
  await settle();
  expect([refundsOf(newer), refundsOf(older)]).toMatchObject([[{ amount: 1_000 }], [{ amount: 250 }]]);
  expect(await listed(buyer)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  expect([await available(buyer.someone), (await refundable(buyer)).amount]).toEqual([17.5, 17.5]);
  const { body: orders } = await call("GET", "/v1/credits/orders", { key: buyer.someone.key });
  const documents = expect.arrayContaining(["receipt", "credit_note"].map((kind) => expect.objectContaining({ kind })));
  expect(orders.data).toMatchObject([
    { refunded: 10, documents },
    { refunded: 2.5, documents },
  ]);
  const statement = `/v1/credits/statements/${new Date().toISOString().slice(0, "2026-11".length)}`;
  const { body: month } = await call("GET", statement, { key: buyer.someone.key });
  expect([month.topped_up, month.payments_returned, month.other, month.closing]).toEqual([30, -12.5, 0, 17.5]);
  await expectSound();
});

test("a lost response, a second worker and a repeated event pay once", async () => {
  const buyer = await newBuyer();
  const payment = await pay(buyer.someone, 10);
  await ask(buyer, { amount: 4 });
  instead = async (really) => {
    await really();
    return Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 });
  };
  await Promise.all([sendDue(), sendDue()]);
  expect((await listed(buyer))[0]).toMatchObject({ state: "pending" });
  instead = null;
  await passTime();
  await Promise.all([sendDue(), sendDue()]);
  await deliverAll();
  for (const event of processor.sandbox.books.events.slice(-3)) await sendEvent(event as object);
  expect(refundsOf(payment)).toHaveLength(1);
  expect((await listed(buyer))[0]).toMatchObject({ state: "sent" });
  expect(await available(buyer.someone)).toBe(6);
  await expectSound();
});

test("the event may come before the response", async () => {
  const buyer = await newBuyer();
  await pay(buyer.someone, 10);
  await ask(buyer, { amount: 4 });
  instead = async (really) => {
    const answer = await really();
    await deliverAll();
    return answer;
  };
  await sendDue();
  instead = null;
  expect((await listed(buyer))[0]).toMatchObject({ state: "sent" });
  expect(await available(buyer.someone)).toBe(6);
});

test("what the processor rejects is back in the balance, with its reason and a notification", async () => {
  const buyer = await newBuyer();
  const payment = await pay(buyer.someone, 10);
  await ask(buyer);
  instead = async () =>
    Response.json({ error: { type: "invalid_request_error", message: "This card is closed." } }, { status: 400 });
  await sendDue();
  instead = null;
  expect(await listed(buyer)).toMatchObject([{ state: "failed", failure: "This card is closed." }]);
  expect([await available(buyer.someone), refundsOf(payment)]).toEqual([10, []]);
  const { body } = await call("GET", "/v1/notifications", { key: buyer.someone.key });
  expect(body.data.filter(({ kind }) => kind === "refund_failed")).toMatchObject([{ title: "A refund of $10 failed" }]);
  expect((await ask(buyer)).status).toBe(200);
  await settle();
  expect(await available(buyer.someone)).toBe(0);
  await expectSound();
});

test("one that fails at the bank later gives its credits back", async () => {
  const buyer = await newBuyer();
  const payment = await pay(buyer.someone, 10);
  await ask(buyer);
  await settle();
  processor.sandbox.act(payment, "refund_fails");
  await deliverAll();
  expect((await listed(buyer))[0]).toMatchObject({ state: "failed" });
  expect(await available(buyer.someone)).toBe(10);
  await expectSound();
});

test("granted credits are no money, not even through a purchase that is refunded", async () => {
  const [buyer, admin] = [await newBuyer(), await administrator()];
  await pay(buyer.someone, 10);
  const { slug } = await liveSkill(await person(), subscription());
  await grant(buyer.someone.id, 5);
  const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.someone.key });
  expect([await available(buyer.someone), (await refundable(buyer)).amount]).toEqual([10, 10]);
  const { id } = body.purchase as { id: string };
  const refund = { refund: "full", reason: "test" };
  expect((await call("POST", `/v1/admin/purchases/${id}/refund`, { key: admin.key, body: refund })).status).toBe(200);
  expect([await available(buyer.someone), (await refundable(buyer)).amount]).toEqual([15, 10]);
});

test("a refund of a sale whose seller may have been paid out is no money", async () => {
  const [buyer, admin] = [await newBuyer(), await administrator()];
  await pay(buyer.someone, 10);
  const { slug } = await liveSkill(await person(), subscription());
  const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.someone.key });
  const { id } = body.purchase as { id: string };
  // As if it had been bought eight days earlier; the ledger itself refuses such a change.
  const later = "UPDATE ledger_transaction SET created_at = created_at - interval '8 days' WHERE source_id = $1";
  await transaction(async (db) => {
    await db.query("SET LOCAL session_replication_role = replica");
    await db.query(later, [`${id}:1`]);
  });
  const refund = { refund: "full", reason: "test" };
  expect((await call("POST", `/v1/admin/purchases/${id}/refund`, { key: admin.key, body: refund })).status).toBe(200);
  expect([await available(buyer.someone), (await refundable(buyer)).amount]).toEqual([10, 5]);
});

test("credits from before the oldest payment are spent first", async () => {
  const buyer = await newBuyer();
  await pay(buyer.someone, 10);
  const { id } = buyer.someone;
  await query("test.old", "UPDATE topup_order SET paid_at = now() - interval '31 days' WHERE account_id = $1", [id]);
  await pay(buyer.someone, 5);
  expect([await available(buyer.someone), (await refundable(buyer)).amount]).toEqual([15, 5]);
});

test("granted credits are spent first", async () => {
  const buyer = await newBuyer();
  await grant(buyer.someone.id, 5);
  await pay(buyer.someone, 10);
  expect((await refundable(buyer)).amount).toBe(10);
  const seller = await person();
  const { slug } = await liveSkill(seller, { price_per_call: 3 });
  expect((await run(buyer.someone.key, slug)).status).toBe(200);
  expect((await refundable(buyer)).amount).toBe(10);
  expect((await run(buyer.someone.key, slug)).status).toBe(200);
  expect((await refundable(buyer)).amount).toBe(9);
  await grant(buyer.someone.id, 7);
  expect([(await refundable(buyer)).amount, await available(buyer.someone)]).toEqual([9, 16]);
});

describe("refusals", () => {
  test("a key, a wrong password, too much, nothing, and an old payment", async () => {
    const buyer = await newBuyer();
    await pay(buyer.someone, 10);
    const byKey = await call("POST", "/v1/credits/refunds", { key: buyer.someone.key, body: { password: PASSWORD } });
    expect([byKey.status, byKey.body.error.code]).toEqual([403, "session_required"]);
    const wrong = await ask(buyer, { password: "another password" });
    expect([wrong.body.error.code, wrong.body.error.param]).toEqual(["wrong_password", "password"]);
    const much = await ask(buyer, { amount: 10.01 });
    expect([much.status, much.body.error.param, much.body.error.message]).toEqual([
      400,
      "amount",
      expect.stringContaining("at most 10"),
    ]);
    for (const amount of [0, -1, 0.001]) expect([(await ask(buyer, { amount })).status, amount]).toEqual([400, amount]);
    await query("test.old", "UPDATE topup_order SET paid_at = now() - interval '31 days' WHERE account_id = $1", [
      buyer.someone.id,
    ]);
    expect((await refundable(buyer)).amount).toBe(0);
    expect((await ask(buyer)).body.error.code).toBe("nothing_unspent");
    expect(await available(buyer.someone)).toBe(10);
  });

  test("while a payment is disputed nothing goes back; a later dispute counts what did", async () => {
    const buyer = await newBuyer();
    const payment = await pay(buyer.someone, 10);
    await ask(buyer, { amount: 4 });
    await settle();
    processor.sandbox.act(payment, "dispute");
    await deliverAll();
    expect(await refundable(buyer)).toMatchObject({ amount: 0, blocked: "dispute" });
    expect((await ask(buyer)).body.error).toMatchObject({ code: "nothing_unspent" });
    expect(await available(buyer.someone)).toBe(0);
    await expectSound();
  });

  test("other accounts' refunds aren't listed; a suspended account's wait", async () => {
    const [buyer, other] = [await newBuyer(), await newBuyer()];
    const payment = await pay(buyer.someone, 10);
    await ask(buyer);
    expect(await listed(other)).toEqual([]);
    await query("test.suspend", "UPDATE account SET suspended_at = now() WHERE id = $1", [buyer.someone.id]);
    await settle();
    expect(refundsOf(payment)).toEqual([]);
    await query("test.resume", "UPDATE account SET suspended_at = NULL WHERE id = $1", [buyer.someone.id]);
    await settle();
    expect(refundsOf(payment)).toHaveLength(1);
  });

  test("an account with a pending one is not closed", async () => {
    const buyer = await newBuyer();
    await pay(buyer.someone, 10);
    await ask(buyer);
    const close = () =>
      buyer.visitor.api("DELETE", "/v1/account", { body: { password: PASSWORD, give_up_credits: true } });
    expect((await close()).body.error.code).toBe("account_in_use");
    await settle();
    expect((await close()).status).toBe(200);
  });
});

test("twenty at once, and calls meanwhile, return and spend no more than there is", async () => {
  const buyer = await newBuyer();
  const payment = await pay(buyer.someone, 10);
  const { slug } = await liveSkill(await person(), { price_per_call: 1 });
  const [asked, calls] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => ask(buyer, { amount: 1 }))),
    Promise.all(Array.from({ length: 10 }, () => run(buyer.someone.key, slug))),
  ]);
  const refunded = asked.filter(({ status }) => status === 200).length;
  const spent = calls.filter(({ status }) => status === 200).length;
  expect(await available(buyer.someone)).toBe(10 - refunded - spent);
  await settle();
  while ((await listed(buyer)).some(({ state }) => state === "pending")) await settle();
  expect(refundsOf(payment).reduce((sum, { amount }) => sum + amount, 0)).toBe(refunded * 100);
  await expectSound();
});

test("a repeated Idempotency-Key is the same refund", async () => {
  const buyer = await newBuyer();
  await pay(buyer.someone, 10);
  const again = () =>
    buyer.visitor.api("POST", "/v1/credits/refunds", {
      body: { amount: 4, password: PASSWORD },
      headers: { "idempotency-key": "once" },
    });
  const [first, second] = [await again(), await again()];
  expect(second.body).toEqual(first.body);
  expect(await available(buyer.someone)).toBe(6);
  await retryEvents(applyEvent);
});
