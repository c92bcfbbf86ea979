import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { change, openCardFixture, settingsOf } from "@/tests/support/card-fixture";

let at: Awaited<ReturnType<typeof openCardFixture>>;
beforeAll(async () => {
  at = await openCardFixture();
});
beforeEach(() => {
  at.desk.fault = null;
});
afterAll(() => at.close());

describe("/v1/credits/settings and /v1/credits/card", () => {
  test("nothing is configured by default; a card is saved at the processor, and removed on request", async () => {
    const someone = await at.owner();
    expect(await settingsOf(someone)).toEqual({
      low_balance_threshold: null,
      confirm_above: 1,
      ask_above: null,
      auto_topup: {
        enabled: false,
        threshold: null,
        amount: null,
        monthly_limit: null,
        spent_this_month: 0,
        paused_reason: null,
      },
      card: null,
    });
    await at.saveCard(someone, "good");
    expect((await settingsOf(someone)).card).toEqual({ brand: "visa", last4: "4242" });
    const auto_topup = { enabled: true, threshold: 5, amount: 10.5, monthly_limit: 100 };
    expect((await change(someone, { auto_topup })).body.auto_topup).toMatchObject(auto_topup);
    expect((await call("DELETE", "/v1/credits/card", { key: someone.key })).body).toMatchObject({
      card: null,
      auto_topup: { enabled: false, amount: 10.5 },
    });
    expect((await call("DELETE", "/v1/credits/card", { key: someone.key })).status).toBe(200);
  });

  test("a card that the processor removes is removed here, and automatic top-ups stop", async () => {
    const someone = await at.unattended();
    const card = at.books.cards.at(-1);
    if (card) at.sandbox.cards.detach(card);
    await at.deliver();
    expect(await settingsOf(someone)).toMatchObject({ card: null, auto_topup: { enabled: false } });
  });

  test("a key may turn automatic top-ups off, but not on or up, nor save a card; anonymous requests are 401", async () => {
    const someone = await at.unattended();
    const byKey = (body: object) => call("PATCH", "/v1/credits/settings", { key: someone.key, body });
    const raise = await byKey({ auto_topup: { enabled: true, monthly_limit: 9000 } });
    expect([raise.status, raise.body.error.code]).toEqual([403, "session_required"]);
    expect((await call("POST", "/v1/credits/card", { key: someone.key })).status).toBe(403);
    expect((await byKey({ auto_topup: { enabled: false } })).body).toMatchObject({
      auto_topup: { enabled: false },
    });
    expect((await byKey({ low_balance_threshold: 2.5 })).body).toMatchObject({ low_balance_threshold: 2.5 });
    for (const [method, path] of [
      ["GET", "/v1/credits/settings"],
      ["PATCH", "/v1/credits/settings"],
      ["POST", "/v1/credits/card"],
      ["DELETE", "/v1/credits/card"],
    ] as const)
      expect((await call(method, path, method === "PATCH" ? { body: {} } : {})).status).toBe(401);
  });

  test("an account says above which charge its pages ask; nothing else changes with it", async () => {
    const someone = await at.owner();
    const before = await settingsOf(someone);
    expect((await change(someone, { confirm_above: 0.25 })).body).toEqual({ ...before, confirm_above: 0.25 });
    expect(await settingsOf(someone)).toEqual({ ...before, confirm_above: 0.25 });
  });

  test("wrong settings name their field, and change nothing", async () => {
    const someone = await at.owner();
    const on = { enabled: true, threshold: 5, amount: 20, monthly_limit: 50 };
    const noCard = await change(someone, { auto_topup: on });
    expect([noCard.status, noCard.body.error.code]).toEqual([400, "card_required"]);
    await at.saveCard(someone, "good");
    for (const [body, param] of [
      [{ auto_topup: { enabled: true } }, "auto_topup.threshold"],
      [{ auto_topup: { ...on, amount: 4.99 } }, "auto_topup.amount"],
      [{ auto_topup: { ...on, amount: 20.005 } }, "auto_topup.amount"],
      [{ auto_topup: { ...on, monthly_limit: 19 } }, "auto_topup.monthly_limit"],
      [{ auto_topup: { ...on, threshold: -1 } }, "auto_topup.threshold"],
      [{ low_balance_threshold: "5" }, "low_balance_threshold"],
      [{ low_balance_threshold: 1e-7 }, "low_balance_threshold"],
      [{ confirm_above: -1 }, "confirm_above"],
      [{ limit: 1 }, "limit"],
    ] as const) {
      const answer = await change(someone, body);
      expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    }
    expect(await settingsOf(someone)).toMatchObject({
      low_balance_threshold: null,
      auto_topup: { enabled: false },
    });
  });

  test("a processor that is down is a 502, and the customer is made once", async () => {
    const someone = await at.owner();
    const before = at.books.customers.length;
    at.desk.fault = async () => Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 });
    expect((await someone.browser.api("POST", "/v1/credits/card")).status).toBe(502);
    at.desk.fault = null;
    await Promise.all([someone, someone].map(({ browser }) => browser.api("POST", "/v1/credits/card")));
    expect(at.books.customers.length - before).toBe(1);
  });

  test("the first requests to save a card, all at once, succeed and make one customer", async () => {
    const someone = await at.owner();
    const before = at.books.customers.length;
    const requests = Array.from({ length: 5 }, () => someone.browser.api("POST", "/v1/credits/card"));
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(at.books.customers.length - before).toBe(1);
  });
});
