import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { topUpDue } from "@/lib/money/payments/automatic-topups";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { change, type Owner, openCardFixture, ordersOf } from "@/tests/support/card-fixture";
import { available } from "@/tests/support/money";

let at: Awaited<ReturnType<typeof openCardFixture>>;
beforeAll(async () => {
  at = await openCardFixture();
});
afterAll(() => at.close());
beforeEach(() => {
  at.desk.fault = null;
});

const close = (owner: Owner) =>
  owner.browser.api("DELETE", "/v1/account", {
    body: { password: "a long password", give_up_credits: true },
  });
const topup = (owner: Owner) => call("POST", "/v1/credits/topup", { key: owner.key, body: { amount: 20 } });
const newestSession = () => {
  const session = at.books.sessions.at(-1);
  if (!session) throw new Error("there is no session");
  return session;
};
const down = () => Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 });

test("closing an account expires its open checkouts at the processor", async () => {
  const owner = await at.owner();
  await topup(owner);
  const first = newestSession();
  await topup(owner);
  expect((await close(owner)).status).toBe(200);
  expect([first.status, newestSession().status]).toEqual(["expired", "expired"]);
  expect(at.sandbox.act(first, "pay")).toBe(false);
  const rows = await query("test.orders", "SELECT state FROM topup_order WHERE account_id = $1 ORDER BY id", [
    owner.id,
  ]);
  expect(rows).toEqual([{ state: "paid" }, { state: "expired" }, { state: "expired" }]);
  await at.deliver(2);
});

test("a checkout that has been paid is waited for", async () => {
  const owner = await at.owner();
  await topup(owner);
  at.sandbox.act(newestSession(), "pay");
  const refused = await close(owner);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringMatching(/payment is still being processed/),
  ]);
  await at.deliver(3);
  expect(await available(owner)).toBe(30);
  expect((await close(owner)).status).toBe(200);
});

test("an unreachable processor leaves the account open; an unknown checkout does not", async () => {
  const owner = await at.owner();
  await topup(owner);
  at.desk.fault = async (request) => (request.url.endsWith("/expire") ? down() : null);
  expect((await close(owner)).status).toBe(502);
  expect(await available(owner)).toBe(10);
  at.desk.fault = null;
  at.books.sessions.pop();
  expect((await close(owner)).status).toBe(200);
});

test("an unanswered automatic payment blocks closing", async () => {
  const owner = await at.unattended();
  await change(owner, { auto_topup: { enabled: true, threshold: 12 } });
  at.desk.fault = async (request) => (request.url.endsWith("/payment_intents") ? down() : null);
  await topUpDue();
  expect((await ordersOf(owner))[0]).toMatchObject({ automatic: true, state: "created" });
  expect((await close(owner)).body.error.message).toMatch(/payment is still being processed/);
});

test("a checkout that is created while its account closes is expired, without a redirect", async () => {
  const owner = await at.owner();
  at.desk.fault = async (request, really) => {
    if (!request.url.endsWith("/checkout/sessions")) return null;
    const answer = await really();
    expect((await close(owner)).status).toBe(200);
    return answer;
  };
  expect((await topup(owner)).status).toBe(401);
  expect(newestSession().status).toBe("expired");
});

test("an unpaid top-up is canceled at the processor, once and by its owner only; a paid one stays", async () => {
  const [owner, other] = [await at.owner(), await at.owner()];
  await topup(owner);
  const session = newestSession();
  const path = `/v1/credits/orders/${session.client_reference_id}`;
  expect((await call("DELETE", path, { key: other.key })).status).toBe(404);
  at.desk.fault = async () => down();
  expect((await call("DELETE", path, { key: owner.key })).body.error.code).toBe("processor_failed");
  at.desk.fault = null;
  for (let time = 0; time < 2; time++)
    expect((await call("DELETE", path, { key: owner.key })).body).toMatchObject({
      state: "expired",
      checkout_url: null,
    });
  expect([session.status, at.sandbox.act(session, "pay")]).toEqual(["expired", false]);
  await topup(owner);
  const paid = newestSession();
  at.sandbox.act(paid, "pay");
  await call("DELETE", `/v1/credits/orders/${paid.client_reference_id}`, { key: owner.key });
  await at.deliver(4);
  expect(await available(owner)).toBe(30);
});
