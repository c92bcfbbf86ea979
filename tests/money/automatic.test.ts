import { describe, expect, test } from "vitest";
import { handleSandboxPage } from "@/dev/sandbox/pages";
import * as automatic from "@/lib/money/payments/automatic-topups";
import { reconcilePayments } from "@/lib/money/payments/reconciliation";
import { pool } from "@/lib/platform/core/db";
import { cardFixtureOfFile, change, notificationsOf, ordersOf, settingsOf } from "@/tests/support/card-fixture";
import { available, byStatus } from "@/tests/support/money";
import { sendEvent } from "@/tests/support/payments";

const { file, spend } = cardFixtureOfFile();

describe("a low balance", () => {
  test("notifies once per fall below the threshold", async () => {
    const someone = await file.at.owner();
    await change(someone, { low_balance_threshold: 8 });
    await spend(someone, 2);
    await automatic.notifyLowBalances();
    expect(await notificationsOf(someone)).toEqual(["receipt"]);
    await spend(someone, 2);
    await Promise.all([automatic.notifyLowBalances(), automatic.notifyLowBalances()]);
    expect(await notificationsOf(someone)).toEqual(["low_balance", "receipt"]);
    await spend(someone, 1);
    await automatic.notifyLowBalances();
    expect(await notificationsOf(someone)).toEqual(["low_balance", "receipt"]);
    await change(someone, { low_balance_threshold: null });
    await change(someone, { low_balance_threshold: 100 });
    await automatic.notifyLowBalances();
    expect(await notificationsOf(someone)).toEqual(["low_balance", "low_balance", "receipt"]);
  });
});

describe("automatic top-up", () => {
  test("buys once when the balance falls below, however many look, and credits by the signed event alone", async () => {
    const someone = await file.at.unattended();
    await spend(someone, 2);
    expect(await automatic.topUpDue()).toBe(0);
    await spend(someone, 1);
    const rounds = await Promise.all(Array.from({ length: 6 }, () => automatic.topUpDue()));
    expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1);
    await spend(someone, 1);
    await automatic.topUpDue();
    expect(await available(someone)).toBe(6);
    expect(await ordersOf(someone)).toMatchObject([{ state: "processing", amount: 20, automatic: true }, {}]);
    const [receipt, paid] = file.at.newest(2);
    await Promise.all(Array.from({ length: 20 }, () => sendEvent(paid ?? {})));
    await sendEvent(receipt ?? {});
    expect(await available(someone)).toBe(26);
    expect(await ordersOf(someone)).toMatchObject([
      { state: "paid", receipt_url: expect.stringContaining("/sandbox/receipts/ch_") },
      { state: "paid", receipt_url: expect.stringContaining("/sandbox/receipts/ch_") },
    ]);
    expect((await settingsOf(someone)).auto_topup).toMatchObject({ spent_this_month: 20 });
  });

  test("stops at the monthly limit, and says so once", async () => {
    const someone = await file.at.unattended();
    for (const calls of [3, 20, 20]) {
      await spend(someone, calls);
      await automatic.topUpDue();
      await file.at.deliver(2);
    }
    await spend(someone, 1);
    await automatic.topUpDue();
    expect(await available(someone)).toBe(10 + 40 - 44);
    expect((await notificationsOf(someone)).filter((kind) => kind === "auto_topup_limit")).toHaveLength(1);
    expect((await ordersOf(someone)).filter((order) => order.automatic)).toHaveLength(2);
  });

  test.each(["declines", "asks"] as const)("a card that %s ends the order, turns it off and is told", async (card) => {
    const someone = await file.at.unattended(card);
    await spend(someone, 3);
    await automatic.topUpDue();
    await file.at.deliver();
    expect(await ordersOf(someone)).toMatchObject([{ state: "failed", automatic: true }, { state: "paid" }]);
    expect((await settingsOf(someone)).auto_topup).toMatchObject({
      enabled: false,
      paused_reason: expect.stringContaining("declined"),
    });
    expect((await notificationsOf(someone)).filter((kind) => kind === "auto_topup_failed")).toHaveLength(1);
    await spend(someone, 1);
    expect(await automatic.topUpDue()).toBe(0);
    await file.at.saveCard(someone, "good");
    await change(someone, { auto_topup: { enabled: true } });
    await automatic.topUpDue();
    await file.at.deliver(2);
    expect(await available(someone)).toBe(26);
  });

  test("an attempt whose answer was lost is the same payment when it is tried again", async () => {
    const someone = await file.at.unattended();
    await spend(someone, 3);
    const before = file.at.books.intents.length;
    file.at.desk.fault = async (request, really) => {
      if (!new URL(request.url).pathname.endsWith("/payment_intents")) return null;
      await really();
      return Response.json({ error: { type: "api_error", message: "lost" } }, { status: 500 });
    };
    await automatic.topUpDue();
    file.at.desk.fault = null;
    expect((await ordersOf(someone))[0]).toMatchObject({ state: "created", automatic: true });
    expect(await automatic.topUpDue()).toBe(0);
    await pool().query("UPDATE topup_order SET next_try_at = now() WHERE account_id = $1", [someone.id]);
    await Promise.all([automatic.topUpDue(), automatic.topUpDue()]);
    expect(file.at.books.intents.length - before).toBe(1);
    await file.at.deliver(2);
    expect(await available(someone)).toBe(27);
  });

  test("reconciliation finds missed events, across pages of Stripe's lists", async () => {
    const someone = await file.at.unattended();
    await spend(someone, 3);
    await automatic.topUpDue();
    const { intents } = file.at.books;
    const own = intents.at(-1);
    const others = Array.from({ length: 130 }, (_, i) => ({ ...own, id: `pi_other_${i}`, metadata: {} }));
    intents.push(...(others as typeof intents));
    await reconcilePayments();
    expect(await available(someone)).toBe(27);
    await file.at.deliver(2);
    await reconcilePayments();
    expect(await available(someone)).toBe(27);
  });

  test("forged payments are refused: another amount, account or currency, live mode, or a developer's own account", async () => {
    const someone = await file.at.unattended();
    await spend(someone, 3);
    await automatic.topUpDue();
    type Event = {
      id: string;
      livemode: boolean;
      account?: string;
      data: { object: Record<string, unknown> };
    };
    const forged = (name: string, change: (event: Event) => void) => {
      const event = structuredClone(file.at.newest()[0]) as Event;
      event.id = `${event.id}_${name}`;
      change(event);
      return sendEvent(event);
    };
    const answers = [
      await forged("amount", ({ data }) => Object.assign(data.object, { amount_received: 1 })),
      await forged("currency", ({ data }) => Object.assign(data.object, { currency: "eur" })),
      await forged("account", ({ data }) =>
        Object.assign(data.object, { metadata: { ...(data.object.metadata as object), account_id: "x" } }),
      ),
      await forged("live", (event) => Object.assign(event, { livemode: true })),
    ];
    expect(byStatus(answers)).toEqual({ 400: 4 });
    await forged("connected", (event) => Object.assign(event, { account: "acct_1" }));
    expect(await available(someone)).toBe(7);
  });

  test("a refund of an automatic payment takes its credits back", async () => {
    const someone = await file.at.unattended();
    await spend(someone, 3);
    await automatic.topUpDue();
    await file.at.deliver(2);
    const charge = file.at.books.charges.at(-1)?.id;
    const ask = (path: string, method = "POST", headers = {}) =>
      handleSandboxPage(file.at.sandbox, new Request(`http://market.test/sandbox${path}`, { method, headers }));
    expect(await ask("", "GET").text()).toContain(`action="/sandbox/charges/${charge}/refund"`);
    expect(ask(`/charges/${charge}/refund`, "POST", { "sec-fetch-site": "cross-site" }).status).toBe(403);
    expect(ask("/charges/ch_unknown/refund").status).toBe(404);
    expect(ask(`/charges/${charge}/refund`).status).toBe(303);
    await file.at.deliver();
    expect(await available(someone)).toBe(7);
  });
});
