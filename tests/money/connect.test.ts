import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { type Owner, openDesk, toldOf } from "@/tests/support/cards";
import { expectSound } from "@/tests/support/money";
import { changed, sendEvent } from "@/tests/support/payments";
import { isCall } from "@/tests/support/payout-stage";
import { askToConnect, connect, payOut } from "@/tests/support/payouts";

let at: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  at = await openDesk();
});
afterAll(() => at.close());
afterEach(async () => {
  at.desk.fault = null;
  await expectSound();
});

const accountOf = async ({ key }: Owner) =>
  (await call("GET", "/v1/developer/payouts/account", { key })).body;
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
    for (let i = 0; i < 2; i++)
      expect((await owner.browser.api("POST", "/v1/credits/card")).status).toBe(502);
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
    expect((await toldOf(owner)).filter((kind) => kind === "security_payouts")).toHaveLength(2);
    const after = await connect(owner, at);
    expect(after.id).not.toBe(before.id);
    await sendEvent(changed(event, () => {}));
    expect(await accountOf(owner)).toMatchObject({ state: "ready" });
  });

  test("of the other mode, or of somebody else's account, changes nothing", async () => {
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
