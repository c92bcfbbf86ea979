import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pointProcessorAt } from "@/lib/money/payments/processor";
import { type Answer, call } from "@/tests/support/api";
import { type Owner, openCardFixture, settingsOf } from "@/tests/support/card-fixture";
import { available } from "@/tests/support/money";
import { connect } from "@/tests/support/payouts";

/** Longer than the sandbox takes, and short enough to be waited for three times. */
const PATIENCE_MS = 1000;

let at: Awaited<ReturnType<typeof openCardFixture>>;
/** Answers of the processor that nobody waits for any more. */
let owed: (() => void)[] = [];
beforeAll(async () => {
  at = await openCardFixture();
  pointProcessorAt(at.url, PATIENCE_MS);
});
afterAll(() => at.close());
afterEach(async () => {
  at.desk.fault = null;
  for (const answer of owed) answer();
  owed = [];
});

const outage = () => Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 });
const late = () => new Promise<Response>((resolve) => owed.push(() => resolve(outage())));

const topup = (owner: Owner) => call("POST", "/v1/credits/topup", { key: owner.key, body: { amount: 20 } });
const saveCard = (owner: Owner) => owner.browser.api("POST", "/v1/credits/card");
const removeCard = (owner: Owner) => call("DELETE", "/v1/credits/card", { key: owner.key });
const payoutAccount = (owner: Owner) => call("GET", "/v1/developer/payouts/account", { key: owner.key });
const refresh = (owner: Owner) => call("POST", "/v1/developer/payouts/account/refresh", { key: owner.key });
const connectAgain = (owner: Owner) => owner.browser.api("POST", "/v1/developer/payouts/account", { body: {} });
const close = (owner: Owner) =>
  owner.browser.api("DELETE", "/v1/account", {
    body: { password: "a long password", give_up_credits: true },
  });

describe.each([
  ["refuses", 502, "processor_failed", async () => outage()],
  ["does not answer in time", 504, "processor_timeout", late],
] as const)("a processor that %s", (_, status, code, fault) => {
  /** Somebody with a card and an account for payouts, for whom the processor is gone from now on. */
  async function stranded(): Promise<Owner> {
    const owner = await at.unattended();
    await connect(owner, at);
    at.desk.fault = fault;
    return owner;
  }
  const expectRefused = (answer: Answer) => {
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.message).not.toMatch(/stripe|127\.0\.0\.1|down/i);
  };

  test("starts no checkout and credits nothing; later one is started", async () => {
    const owner = await stranded();
    expectRefused(await topup(owner));
    expect(await available(owner)).toBe(10);
    at.desk.fault = null;
    expect((await topup(owner)).status).toBe(200);
  });

  test("takes no new card and keeps the saved one, with what it may buy, until it is really gone", async () => {
    const owner = await stranded();
    const before = await settingsOf(owner);
    expectRefused(await saveCard(owner));
    expectRefused(await removeCard(owner));
    expect(await settingsOf(owner)).toEqual(before);
    at.desk.fault = null;
    const removed = await removeCard(owner);
    expect([removed.status, removed.body.card]).toEqual([200, null]);
    expect(removed.body.auto_topup).toMatchObject({ enabled: false });
  });

  test("keeps the known state of the payout account, and says when it can't be refreshed", async () => {
    const owner = await stranded();
    const known = (await payoutAccount(owner)).body;
    expect(known.state).toBe("ready");
    expectRefused(await refresh(owner));
    expectRefused(await connectAgain(owner));
    expect((await payoutAccount(owner)).body).toEqual(known);
  });

  test("leaves an account open whose checkout could not be ended", async () => {
    const owner = await stranded();
    at.desk.fault = null;
    await topup(owner);
    at.desk.fault = fault;
    expectRefused(await close(owner));
    expect(await available(owner)).toBe(10);
    at.desk.fault = null;
    expect((await close(owner)).status).toBe(200);
  });
});
