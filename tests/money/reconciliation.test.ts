import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as automatic from "@/lib/money/payments/automatic-topups";
import { reconcilePayments } from "@/lib/money/payments/reconciliation";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { notificationsOf, type Owner, openCardFixture, ordersOf, settingsOf } from "@/tests/support/card-fixture";
import { available, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const DAY_SECONDS = 24 * 60 * 60;

let at: Awaited<ReturnType<typeof openCardFixture>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  [at, upstream] = await Promise.all([openCardFixture(), startUpstream()]);
});
afterAll(() => Promise.all([at.close(), upstream.close()]));

/** Somebody whose checkout of 10 was paid so many days ago, and told; with its session and charge. */
async function paidBefore(days: number) {
  const someone = await at.owner();
  const session = at.books.sessions.at(-1);
  const charge = at.books.charges.at(-1);
  if (!session || !charge) throw new Error("nothing was paid");
  for (const object of [session, charge]) object.created -= days * DAY_SECONDS;
  return { someone, session, charge };
}

/** Has the last whole round been so many days ago. */
const lastRound = (days: number) =>
  query(
    "test.round",
    `INSERT INTO check_cursor (name, checked_until) VALUES ('payments', now() - make_interval(days => $1))
     ON CONFLICT (name) DO UPDATE SET checked_until = excluded.checked_until`,
    [days],
  );

/** As if an order had been waiting for days. */
const age = (someone: Owner) =>
  query(
    "test.age",
    "UPDATE topup_order SET created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days' WHERE account_id = $1",
    [someone.id],
  );

/** Starts a checkout of 20, whose events reach nobody. */
async function opened(someone: Owner) {
  const { body } = await call("POST", "/v1/credits/topup", { key: someone.key, body: { amount: 20 } });
  const session = at.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error("no session");
  return session;
}

const stateOf = async (someone: Owner) => (await ordersOf(someone))[0]?.state;

describe("reconciliation finds missed events", () => {
  test("a refund of a payment that was made long before", async () => {
    const { someone, session } = await paidBefore(8);
    at.sandbox.act(session, "refund", 300);
    await reconcilePayments();
    await reconcilePayments();
    expect(await available(someone)).toBe(7);
    at.sandbox.act(session, "refund");
    await reconcilePayments();
    expect(await available(someone)).toBe(0);
  });

  test("a refund made while reconciliation was not running", async () => {
    const { someone, session } = await paidBefore(12);
    at.sandbox.act(session, "refund");
    const refund = at.books.refunds.at(-1);
    if (refund) refund.created -= 9 * DAY_SECONDS;
    await lastRound(1);
    await reconcilePayments();
    expect(await available(someone)).toBe(0);
  });

  test("a refund that failed long after it was made, once", async () => {
    const { someone, session } = await paidBefore(40);
    at.sandbox.act(session, "refund");
    const refund = at.books.refunds.at(-1);
    if (refund) refund.created -= 25 * DAY_SECONDS;
    await reconcilePayments();
    expect(await available(someone)).toBe(0);
    at.sandbox.act(session, "refund_fails");
    for (let round = 0; round < 2; round++) await reconcilePayments();
    expect(await available(someone)).toBe(10);
    expect((await notificationsOf(someone)).filter((kind) => kind === "refund_failed")).toHaveLength(1);
  });

  test("the end of a dispute that began long before, won or lost", async () => {
    const [won, lost] = [await paidBefore(60), await paidBefore(60)];
    for (const { session } of [won, lost]) {
      at.sandbox.act(session, "dispute");
      await at.deliver();
      const dispute = at.books.disputes.at(-1);
      if (dispute) dispute.created -= 50 * DAY_SECONDS;
    }
    expect([await available(won.someone), await available(lost.someone)]).toEqual([0, 0]);
    await reconcilePayments();
    expect([await available(won.someone), await available(lost.someone)]).toEqual([0, 0]);
    at.sandbox.act(won.session, "dispute_won");
    at.sandbox.act(lost.session, "dispute_lost");
    await reconcilePayments();
    expect([await available(won.someone), await available(lost.someone)]).toEqual([10, 0]);
    for (const action of ["dispute_appealed", "dispute_won"] as const) {
      at.sandbox.act(lost.session, action);
      await reconcilePayments();
    }
    expect(await available(lost.someone)).toBe(10);
  });

  test("checkouts that ran out, failed late or were paid late, each once", async () => {
    const left = await at.owner();
    const failed = await at.owner();
    const paid = await at.owner();
    const waiting = await at.owner();
    const people = [left, failed, paid, waiting];
    at.sandbox.act(await opened(left), "expire");
    for (const [someone, outcome] of [
      [failed, "later_fails"],
      [paid, "later_succeeds"],
      [waiting, null],
    ] as const) {
      const session = await opened(someone);
      at.sandbox.act(session, "pay_later");
      await at.deliver();
      if (outcome) at.sandbox.act(session, outcome);
      session.created -= 10 * DAY_SECONDS;
    }
    for (const someone of people) await age(someone);
    await reconcilePayments();
    await reconcilePayments();
    expect(await Promise.all(people.map(stateOf))).toEqual(["expired", "failed", "paid", "processing"]);
    expect(await Promise.all(people.map(available))).toEqual([10, 10, 30, 10]);
  });

  test("a canceled automatic payment, which must not block the next one", async () => {
    const skill = await liveSkill(await person(), { price_per_call: 3 });
    const someone = await at.unattended();
    expect((await run(someone.key, skill.slug)).status).toBe(200);
    await automatic.topUpDue();
    const intent = at.books.intents.at(-1);
    if (intent) Object.assign(intent, { status: "canceled", created: intent.created - 10 * DAY_SECONDS });
    await age(someone);
    expect(await stateOf(someone)).toBe("processing");
    await reconcilePayments();
    expect((await ordersOf(someone))[0]).toMatchObject({
      state: "failed",
      failure: "The payment was cancelled.",
    });
    expect((await settingsOf(someone)).auto_topup).toMatchObject({ enabled: false });
    expect(await notificationsOf(someone)).toContain("auto_topup_failed");
  });
});
