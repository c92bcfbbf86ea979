import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { documentSheet } from "@/lib/money/billing/document-sheets";
import * as documents from "@/lib/money/billing/documents";
import * as automatic from "@/lib/money/payments/automatic-topups";
import { partsOf } from "@/lib/money/payments/reversal";
import { pool } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { call } from "@/tests/support/api";
import {
  cardFixtureOfFile,
  change,
  notificationsOf,
  type Owner,
  ordersOf,
  settingsOf,
} from "@/tests/support/card-fixture";
import { available } from "@/tests/support/money";
import { changed, sendEvent } from "@/tests/support/payments";
import { type Person, person } from "@/tests/support/people";

// Its own check of the ledger follows each test.
const { file, spend } = cardFixtureOfFile();
beforeEach(() => {
  env().STRIPE_TAX = true;
});
afterEach(() => {
  env().STRIPE_TAX = false;
});

async function open(someone: Person, amount: number) {
  const { body } = await call("POST", "/v1/credits/topup", { key: someone.key, body: { amount } });
  const session = file.at.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error(`no session: ${JSON.stringify(body)}`);
  return session;
}
type Session = Awaited<ReturnType<typeof open>>;
type Action = Parameters<typeof file.at.sandbox.act>[1];

/** Lets something happen to a payment, and sends all of its events. */
async function happen(session: Session, action: Action, cents?: number) {
  const before = file.at.books.events.length;
  file.at.sandbox.act(session, action, cents);
  for (const event of file.at.books.events.slice(before)) await sendEvent(event);
}
const documentsOf = async ({ key }: Person) =>
  (await call("GET", "/v1/credits/documents", { key })).body.data
    .toReversed()
    .map(({ kind, net, tax, total }) => [kind, net, tax, total]);

describe("tax by Stripe Tax", () => {
  test("a checkout asks for it, credits are the net amount, and the receipt shows net, tax and total", async () => {
    const someone = await person();
    const session = await open(someone, 10);
    expect(session).toMatchObject({ amount_subtotal: 1_000, amount_total: 1_190 });
    await happen(session, "pay");
    expect(await available(someone)).toBe(10);
    expect((await call("GET", "/v1/credits/orders", { key: someone.key })).body.data).toMatchObject([
      { state: "paid", amount: 10, tax: 1.9, credits: 10 },
    ]);
    const { body: bell } = await call("GET", "/v1/notifications", { key: someone.key });
    expect(JSON.stringify(bell.data[0])).toContain("You paid $11.90, tax included.");
    expect(await documentsOf(someone)).toEqual([["receipt", 10, 1.9, 11.9]]);
    const [{ id } = { id: "" }] = (await call("GET", "/v1/credits/documents", { key: someone.key })).body.data;
    const sheet = JSON.stringify(documentSheet(await documents.get({ accountId: someone.id }, String(id)), null));
    for (const text of ["$10.00", "$1.90", "$11.90"]) expect(sheet).toContain(text);
  });

  test("switched off, no checkout asks for it", async () => {
    env().STRIPE_TAX = false;
    const session = await open(await person(), 10);
    expect(session).toMatchObject({ amount_subtotal: 1_000, amount_total: 1_000 });
  });

  test("a refund returns net and tax in proportion, and all parts together are the whole", async () => {
    const someone = await person();
    const session = await open(someone, 10);
    await happen(session, "pay");
    await happen(session, "refund", 595);
    expect(await available(someone)).toBe(5);
    await happen(session, "refund", 100);
    expect(await available(someone)).toBe(4.16);
    await happen(session, "refund", 495);
    expect(await available(someone)).toBe(0);
    expect(await documentsOf(someone)).toEqual([
      ["receipt", 10, 1.9, 11.9],
      ["credit_note", 5, 0.95, 5.95],
      ["credit_note", 0.84, 0.16, 1],
      ["credit_note", 4.16, 0.79, 4.95],
    ]);
  });

  test("a dispute takes net and tax, and a won one gives both back", async () => {
    const someone = await person();
    const session = await open(someone, 10);
    await happen(session, "pay");
    await happen(session, "dispute");
    expect(await available(someone)).toBe(0);
    await happen(session, "dispute_won");
    expect(await available(someone)).toBe(10);
    expect(await documentsOf(someone)).toEqual([
      ["receipt", 10, 1.9, 11.9],
      ["credit_note", 10, 1.9, 11.9],
      ["receipt", 10, 1.9, 11.9],
    ]);
  });

  test("a payment whose net amount is not the order's is refused, whatever it calls tax", async () => {
    const someone = await person();
    const session = await open(someone, 10);
    file.at.sandbox.act(session, "pay");
    const paid = file.at.newest().find(({ type }) => type === "checkout.session.completed");
    const wrong = changed(paid ?? {}, ({ data }) => {
      data.object.total_details = { amount_tax: 400 };
    });
    expect((await sendEvent(wrong)).body.error.code).toBe("event_refused");
    expect(await available(someone)).toBe(0);
  });

  const bill = (someone: Owner, details: object) =>
    someone.browser.api("PATCH", "/v1/credits/billing", { body: details });

  test("an automatic top-up is taxed by the billing address, the credits are net, and a refund returns both", async () => {
    env().STRIPE_TAX = false;
    const someone = await file.at.unattended();
    env().STRIPE_TAX = true;
    expect((await bill(someone, { country: "DE" })).status).toBe(200);
    await spend(someone, 3);
    expect(await automatic.topUpDue()).toBe(1);
    await file.at.deliver(2);
    expect(file.at.books.charges.at(-1)).toMatchObject({ amount: 2_380 });
    expect(await available(someone)).toBe(27);
    expect(await ordersOf(someone)).toMatchObject([{ state: "paid", amount: 20, tax: 3.8, automatic: true }, {}]);
    expect((await documentsOf(someone)).at(-1)).toEqual(["receipt", 20, 3.8, 23.8]);
    const before = file.at.books.events.length;
    const charge = file.at.books.charges.at(-1);
    if (charge) file.at.sandbox.refund(charge);
    for (const event of file.at.books.events.slice(before)) await sendEvent(event);
    expect(await available(someone)).toBe(7);
    expect((await documentsOf(someone)).at(-1)).toEqual(["credit_note", 20, 3.8, 23.8]);
  });

  test("an attempt whose answer was lost is the same payment, also if the address or the setting changes meanwhile", async () => {
    env().STRIPE_TAX = false;
    const someone = await file.at.unattended();
    env().STRIPE_TAX = true;
    await bill(someone, { country: "DE" });
    await spend(someone, 3);
    file.at.desk.fault = async (request, really) => {
      if (!request.url.endsWith("/payment_intents")) return null;
      await really();
      return Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 });
    };
    await automatic.topUpDue();
    file.at.desk.fault = null;
    await bill(someone, { country: "DE", tax_id: "DE136695976" });
    env().STRIPE_TAX = false;
    await pool().query("UPDATE topup_order SET next_try_at = now() WHERE state = 'created' AND account_id = $1", [
      someone.id,
    ]);
    await automatic.topUpDue();
    await file.at.deliver(2);
    expect(await available(someone)).toBe(27);
    const mine = file.at.books.charges.filter(({ metadata }) => metadata.account_id === someone.id);
    expect(mine.map(({ amount }) => amount)).toEqual([1_000, 2_380]);
  });

  test("without a country it can't be turned on, and one that is on ends before its card is charged", async () => {
    env().STRIPE_TAX = false;
    const someone = await file.at.unattended();
    await spend(someone, 3);
    env().STRIPE_TAX = true;
    const charges = file.at.books.charges.length;
    await automatic.topUpDue();
    expect(file.at.books.charges).toHaveLength(charges);
    expect(await ordersOf(someone)).toMatchObject([
      { state: "failed", automatic: true, failure: expect.stringContaining("billing address") },
      {},
    ]);
    expect(await notificationsOf(someone)).toContain("auto_topup_failed");
    expect((await settingsOf(someone)).auto_topup).toMatchObject({ enabled: false });
    const { status, body } = await change(someone, { auto_topup: { enabled: true } });
    expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_request", "auto_topup.enabled"]);
    expect((await change(someone, { auto_topup: { enabled: false } })).status).toBe(200);
    await bill(someone, { country: "DE" });
    expect((await change(someone, { auto_topup: { enabled: true } })).status).toBe(200);
  });

  test("every number of returned cents has a net and a tax part that grow to the whole", () => {
    for (const [amountCents, taxCents] of [
      [500n, 95n],
      [1_000n, 0n],
      [4_250n, 1_063n],
    ] as const) {
      let before = { net: 0n, tax: 0n };
      for (let cents = 0n; cents <= amountCents + taxCents + 5n; cents++) {
        const parts = partsOf(cents, { amountCents, taxCents });
        expect(parts.net >= before.net && parts.tax >= before.tax).toBe(true);
        before = parts;
      }
      expect(before).toEqual({ net: amountCents, tax: taxCents });
    }
  });
});
