import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { notificationsOf, type Owner, openCardFixture } from "@/tests/support/card-fixture";
import { earned } from "@/tests/support/money";
import { changed, sendEvent } from "@/tests/support/payments";
import { isCall } from "@/tests/support/payout-fixture";
import { advance, age, askToConnect, connect, newestPayout, payOut, sell, tell } from "@/tests/support/payouts";

let at: Awaited<ReturnType<typeof openCardFixture>>;
beforeAll(async () => {
  at = await openCardFixture();
});
afterAll(() => at.close());
afterEach(async () => {
  at.desk.fault = null;
});

const accountOf = async ({ key }: Owner) => (await call("GET", "/v1/developer/payouts/account", { key })).body;
const booked = ({ email }: Owner) => {
  const found = at.books.accounts.find((account) => account.email === email);
  if (!found) throw new Error("there is no account");
  return found;
};

describe("a refusal at the processor does not outlive its cause", () => {
  /** Refuses calls of a path, and repeats what it has answered under an idempotency key, as Stripe does for a day. */
  function refusing(path: string) {
    const answered = new Set<string | null>();
    const state = { isRefusing: true };
    at.desk.fault = async (request) => {
      if (!isCall(request, "POST", path)) return null;
      const key = request.headers.get("idempotency-key");
      if (state.isRefusing) answered.add(key);
      const error = { type: "invalid_request_error", message: "Sign up for Connect first." };
      return answered.has(key) ? Response.json({ error }, { status: 400 }) : null;
    };
    return state;
  }

  test("an account that could not be made is made as soon as the processor makes it", async () => {
    const owner = await at.owner();
    const state = refusing("/v1/accounts");
    for (let i = 0; i < 2; i++) expect((await askToConnect(owner, {})).status).toBe(502);
    state.isRefusing = false;
    expect((await askToConnect(owner, {})).status).toBe(200);
    expect(await accountOf(owner)).toMatchObject({ state: "incomplete" });
  });

  test("so is a customer", async () => {
    const owner = await at.owner();
    const state = refusing("/v1/customers");
    for (let i = 0; i < 2; i++) expect((await owner.browser.api("POST", "/v1/credits/card")).status).toBe(502);
    state.isRefusing = false;
    expect((await owner.browser.api("POST", "/v1/credits/card")).status).toBe(200);
  });

  test("an account whose answer was lost is found again, not made twice", async () => {
    const owner = await at.owner();
    at.desk.fault = async (request, really) => {
      if (!isCall(request, "POST", "/v1/accounts")) return null;
      await really();
      return new Response("gateway", { status: 429 });
    };
    expect((await askToConnect(owner, {})).status).toBe(502);
    at.desk.fault = null;
    expect((await askToConnect(owner, {})).status).toBe(200);
    expect(at.books.accounts.filter(({ email }) => email === owner.email)).toHaveLength(1);
  });
});

describe("account.application.deauthorized", () => {
  test("ends readiness, says so, and another account can be connected", async () => {
    const owner = await at.owner();
    const before = await connect(owner, at);
    at.sandbox.connect.actOnAccount(before, "deauthorize");
    const event = at.newest()[0] ?? {};
    expect(event).toMatchObject({ type: "account.application.deauthorized", account: before.id });
    for (let repeat = 0; repeat < 2; repeat++) expect((await sendEvent(event)).status).toBe(200);
    expect(await accountOf(owner)).toMatchObject({ state: "none", due: [] });
    expect((await payOut(owner)).body.error.code).toBe("payout_not_ready");
    expect((await notificationsOf(owner)).filter((kind) => kind === "security_payouts")).toHaveLength(2);
    const after = await connect(owner, at);
    expect(after.id).not.toBe(before.id);
    await sendEvent(changed(event, () => {}));
    expect(await accountOf(owner)).toMatchObject({ state: "ready" });
  });

  test("of the other mode, or of another account, changes nothing", async () => {
    const owner = await at.owner();
    const account = await connect(owner, at);
    const event = {
      id: "",
      object: "event",
      type: "account.application.deauthorized",
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      account: account.id,
      data: { object: { id: "ca_1", object: "application" } },
    };
    for (const change of [{ livemode: true }, { account: "acct_other" }, { account: undefined }])
      expect((await sendEvent(changed({ ...event, ...change }, () => {}))).status).toBe(200);
    expect(await accountOf(owner)).toMatchObject({ state: "ready" });
  });

  test("news of a test account changes nothing of a live one", async () => {
    const owner = await at.owner();
    await connect(owner, at);
    at.sandbox.connect.actOnAccount(booked(owner), "fail_verification");
    const event = changed(at.newest()[0] ?? {}, (copy) => Object.assign(copy, { livemode: true }));
    expect((await sendEvent(event)).status).toBe(200);
    expect(await accountOf(owner)).toMatchObject({ state: "ready" });
  });
});

describe("developers in other countries", () => {
  /** Connects an account in a country, as the processor's form leaves it. */
  async function connectIn(owner: Owner, country: string) {
    expect((await askToConnect(owner, { country })).status).toBe(200);
    const account = booked(owner);
    at.sandbox.connect.actOnAccount(account, "finish");
    await sendEvent(at.newest()[0] ?? {});
    expect(await accountOf(owner)).toMatchObject({ state: "ready", country });
    return account;
  }
  /** A developer abroad with 85 dollars to be paid. */
  async function earnerIn(country: string): Promise<Owner> {
    const owner = await at.owner();
    await sell(owner, 100);
    await age(owner, 8);
    await connectIn(owner, country);
    return owner;
  }
  const bankPayoutOf = (owner: Owner) => {
    const account = booked(owner).id;
    return at.books.bankPayouts.findLast(({ sandbox }) => sandbox.account === account);
  };

  test("have accounts under the recipient agreement, those in the marketplace's country under none, all by controller", async () => {
    const asked: URLSearchParams[] = [];
    at.desk.fault = async (request) => {
      if (isCall(request, "POST", "/v1/accounts")) asked.push(new URLSearchParams(await request.clone().text()));
      return null;
    };
    const [abroad, home] = [await at.owner(), await at.owner()];
    await askToConnect(abroad, { country: "DE" });
    await askToConnect(home, {});
    for (const form of asked) {
      expect(form.has("type")).toBe(false);
      expect(form.get("controller[stripe_dashboard][type]")).toBe("express");
      expect(form.get("controller[losses][payments]")).toBe("application");
      expect(form.get("controller[fees][payer]")).toBe("application");
      expect(form.get("capabilities[transfers][requested]")).toBe("true");
    }
    expect(asked.map((form) => form.get("country"))).toEqual(["DE", "US"]);
    expect(asked.map((form) => form.get("tos_acceptance[service_agreement]"))).toEqual(["recipient", null]);
  });

  test("are offered only where payouts work, and said so before they connect", async () => {
    const owner = await at.owner();
    const { countries } = (await accountOf(owner)) as unknown as { countries: string[] };
    expect(countries).toEqual(expect.arrayContaining(["US", "GB", "CA", "CH", "DE", "NO", "LI"]));
    for (const country of ["MX", "JP", "BR", "IN", "IS"]) {
      expect(countries).not.toContain(country);
      const { status, body } = await askToConnect(owner, { country });
      expect([country, status, body.error.param]).toEqual([country, 400, "country"]);
      expect(body.error.message).toContain("DE");
    }
    expect(at.books.accounts.some(({ email }) => email === owner.email)).toBe(false);
  });

  test("are transferred dollars and paid what their account holds in its own currency", async () => {
    for (const [country, amount, currency, shown] of [
      ["DE", 7_820, "eur", 78.2],
      ["GB", 6_715, "gbp", 67.15],
      // The processor sends banks whole forints only.
      ["HU", 3_071_000, "huf", 30_710],
    ] as const) {
      const owner = await earnerIn(country);
      const { status, body } = await payOut(owner);
      expect([country, status, body.state]).toEqual([country, 200, "in_transit"]);
      expect(at.books.transfers.at(-1)).toMatchObject({ amount: 8_500, currency: "usd" });
      const bank = bankPayoutOf(owner);
      expect(bank).toMatchObject({ amount, currency, metadata: { payout_id: body.id } });
      if (bank) at.sandbox.connect.settle(bank, "arrive");
      await tell(owner, at, "payout.paid", 3);
      expect(await newestPayout(owner)).toMatchObject({
        state: "paid",
        amount: 85,
        currency: "usd",
        bank_amount: shown,
        bank_currency: currency,
      });
    }
  });

  test("wait for a transfer that has not settled, and are paid it once", async () => {
    const owner = await earnerIn("DE");
    at.desk.fault = async (request) =>
      isCall(request, "GET", "/v1/balance")
        ? Response.json({
            object: "balance",
            livemode: false,
            available: [{ amount: 3, currency: "eur" }],
            pending: [{ amount: 7_820, currency: "eur" }],
          })
        : null;
    expect((await payOut(owner)).body.state).toBe("in_transit");
    await advance(owner);
    expect(bankPayoutOf(owner)).toBeUndefined();
    at.desk.fault = null;
    await advance(owner);
    await advance(owner);
    expect(
      at.books.bankPayouts.filter(({ metadata }) => metadata.payout_id === bankPayoutOf(owner)?.metadata.payout_id),
    ).toHaveLength(1);
    expect(bankPayoutOf(owner)).toMatchObject({ amount: 7_820, currency: "eur" });
  });

  test("are paid the same when the processor's answer was lost, whatever their balance is then", async () => {
    const owner = await earnerIn("DE");
    at.desk.fault = async (request, really) => {
      if (!isCall(request, "POST", "/v1/payouts")) return null;
      await really();
      return new Response("gateway", { status: 502 });
    };
    await payOut(owner);
    at.desk.fault = null;
    at.books.repeatable = {};
    await advance(owner);
    const account = booked(owner).id;
    expect(at.books.bankPayouts.filter(({ sandbox }) => sandbox.account === account)).toHaveLength(1);
    expect(await newestPayout(owner)).toMatchObject({ state: "in_transit", bank_amount: 78.2 });
  });

  test("are not paid again what an earlier payout left when their bank refused it late", async () => {
    const owner = await earnerIn("DE");
    await payOut(owner, { amount: 40 });
    const first = bankPayoutOf(owner);
    if (first) at.sandbox.connect.settle(first, "arrive");
    await tell(owner, at, "payout.paid");
    at.desk.fault = async (request) =>
      request.method === "POST" && /\/(payouts|reversals)$/.test(new URL(request.url).pathname)
        ? new Response("gateway", { status: 502 })
        : null;
    // Its first attempt stores nothing of what the bank is to be sent: the balance cannot be read.
    const blocked = at.desk.fault;
    at.desk.fault = async (request, really) =>
      isCall(request, "GET", "/v1/balance") ? new Response("gateway", { status: 502 }) : blocked(request, really);
    expect((await payOut(owner, { amount: 20 })).body.state).toBe("in_transit");
    if (first) at.sandbox.connect.settle(first, "fail");
    await sendEvent(at.newest()[0] ?? {});
    at.desk.fault = blocked;
    await advance(owner);
    at.desk.fault = null;
    for (let round = 0; round < 3; round++) await advance(owner);
    expect(bankPayoutOf(owner)).toMatchObject({ amount: 1_840, currency: "eur" });
    expect(await earned(owner)).toBe(65_000_000n);
  });

  test("get the earnings back when their bank refuses, and an event of another amount is refused", async () => {
    const owner = await earnerIn("DE");
    await payOut(owner);
    const bank = bankPayoutOf(owner);
    if (bank) at.sandbox.connect.settle(bank, "fail");
    for (const change of [{ amount: 8_500 }, { currency: "usd" }]) {
      const forged = changed(at.newest()[0] ?? {}, ({ data }) => Object.assign(data.object, change));
      expect((await sendEvent(forged)).body.error.code).toBe("event_refused");
    }
    await tell(owner, at, "payout.failed", 3);
    await advance(owner);
    expect(await newestPayout(owner)).toMatchObject({ state: "failed", returned: 85 });
    expect(await earned(owner)).toBe(85_000_000n);
  });
});
