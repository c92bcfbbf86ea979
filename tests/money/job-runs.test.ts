import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepHolds } from "@/lib/demand/execution/sweeper";
import * as renewals from "@/lib/demand/purchases/renewals";
import * as automatic from "@/lib/money/payments/automatic-topups";
import { retryEvents } from "@/lib/money/payments/events";
import * as payoutEvents from "@/lib/money/payouts/events";
import * as payouts from "@/lib/money/payouts/service";
import * as skills from "@/lib/operator/safety/skills";
import { query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { change, notificationsOf, openCardFixture, ordersOf } from "@/tests/support/card-fixture";
import { failWrites } from "@/tests/support/fail-writes";
import { available, personWith, run, subscription } from "@/tests/support/money";
import { earner, newestPayout } from "@/tests/support/payouts";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

// In every round the first one fails as nobody has foreseen; the second one must not notice.
let at: Awaited<ReturnType<typeof openCardFixture>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  [at, upstream] = await Promise.all([openCardFixture(), startUpstream()]);
});
afterAll(() => Promise.all([at.close(), upstream.close()]));

const buy = async (buyer: Person, slug: string) =>
  expect((await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key })).status).toBe(200);

test("a failing automatic top-up does not block others, and is retried in the next run", async () => {
  const [first, second] = [await at.unattended(), await at.unattended()];
  const skill = await liveSkill(await person(), { price_per_call: 1 });
  for (const someone of [first, second])
    for (let i = 0; i < 3; i++) expect((await run(someone.key, skill.slug)).status).toBe(200);
  const end = await failWrites("topup_order", `NEW.account_id = '${first.id}'`);
  expect(await automatic.topUpDue()).toBe(1);
  expect((await ordersOf(second))[0]).toMatchObject({ state: "processing", automatic: true });
  await end();
  expect(await automatic.topUpDue()).toBe(1);
  expect((await ordersOf(first))[0]).toMatchObject({ state: "processing", automatic: true });
});

test("a failing low-balance notification does not block others", async () => {
  const [first, second] = [await at.owner(), await at.owner()];
  const skill = await liveSkill(await person(), { price_per_call: 3 });
  for (const someone of [first, second]) {
    await change(someone, { low_balance_threshold: 8 });
    expect((await run(someone.key, skill.slug)).status).toBe(200);
  }
  const end = await failWrites("notification", `NEW.account_id = '${first.id}'`);
  expect(await automatic.notifyLowBalances()).toBe(1);
  await end();
  expect([await notificationsOf(first), await notificationsOf(second)]).toEqual([
    ["receipt"],
    ["low_balance", "receipt"],
  ]);
  expect(await automatic.notifyLowBalances()).toBe(1);
});

test("a renewal that fails keeps no other from its time, and neither does its announcement", async () => {
  const skill = await liveSkill(await person(), subscription({ price: 2 }));
  const [first, second] = [await personWith(10), await personWith(10)];
  for (const buyer of [first, second]) await buy(buyer, skill.slug);
  await query(
    "test.near",
    "UPDATE purchase SET current_period_end = now() + interval '1 day' WHERE buyer_id = ANY($1)",
    [[first.id, second.id]],
  );
  let end = await failWrites("notification", `NEW.account_id = '${first.id}'`);
  expect(await renewals.announceRenewals()).toBe(1);
  await end();
  await query(
    "test.over",
    `UPDATE purchase SET anchor_at = anchor_at - interval '2 months', started_at = started_at - interval '2 months',
       current_period_end = now() - CASE buyer_id WHEN $1 THEN interval '2 minutes' ELSE interval '1 minute' END WHERE buyer_id = ANY($2)`,
    [first.id, [first.id, second.id]],
  );
  end = await failWrites("purchase", `NEW.buyer_id = '${first.id}'`);
  expect((await renewals.renewDue()).map(({ outcome }) => outcome)).toEqual(["renewed"]);
  await end();
  expect((await renewals.renewDue()).map(({ outcome }) => outcome)).toEqual(["renewed"]);
});

test("events that fail for good keep no other from being applied", async () => {
  const owner = await person();
  await call("POST", "/v1/credits/topup", { key: owner.key, body: { amount: 15 } });
  const session = at.books.sessions.at(-1);
  if (session) at.sandbox.act(session, "pay");
  const event = at.newest()[0] as { id: string; type: string };
  const keep = `INSERT INTO payment_event (id, type, payload, received_at)
    SELECT $1::text || i, $2::text, $3::jsonb, now() - interval '5 minutes' + i * interval '1 second' FROM generate_series(1, $4::int) AS i`;
  await query("test.hopeless", keep, ["evt_hopeless_", "charge.refunded", '{"type":"charge.refunded"}', 100]);
  await query("test.left", keep, ["evt_left_", event.type, JSON.stringify(event), 1]);
  await query(
    "test.last",
    "UPDATE payment_event SET received_at = now() - interval '1 minute' WHERE id = 'evt_left_1'",
    [],
  );
  for (let round = 0; round < 2; round++) await retryEvents(payoutEvents.applyEvent);
  expect(await available(owner)).toBe(15);
  await query("test.hopeful", "DELETE FROM payment_event WHERE id LIKE 'evt_hopeless_%'", []);
});

test("a hold that cannot be released keeps no other held", async () => {
  const [first, second] = [await personWith(10), await personWith(10)];
  const skill = await liveSkill(await person(), { price_per_call: 4 });
  for (const [age, { id }] of [first, second].entries())
    await query(
      "test.hold",
      `INSERT INTO hold (id, account_id, skill_id, developer_id, amount_micros, kind, skill_slug, expires_at, created_at)
         SELECT $1, $2, s.id, s.owner_id, 4000000, 'execute', s.slug, now() - make_interval(secs => $4), now() - interval '2 minutes'
           FROM skill s WHERE s.id = $3`,
      [newId(), id, skill.id, 60 - age],
    );
  const end = await failWrites("hold", `NEW.account_id = '${first.id}'`);
  expect(await sweepHolds()).toBe(1);
  expect([await available(first), await available(second)]).toEqual([6, 10]);
  await end();
  expect(await sweepHolds()).toBe(1);
});

test("a failing monthly payout does not block others", async () => {
  const [first, second] = [await earner(100, at), await earner(100, at)];
  for (const { key } of [first, second])
    await call("PATCH", "/v1/developer/payouts/account", { key, body: { monthly: true } });
  const end = await failWrites("payout", `NEW.developer_id = '${first.id}'`);
  expect(await payouts.payMonthly()).toBe(1);
  expect(await newestPayout(second)).toMatchObject({ amount: 85, origin: "monthly" });
  await end();
  expect(await payouts.payMonthly()).toBe(1);
});

test("a refund that fails keeps no other buyer of a suspended skill from theirs", async () => {
  const skill = await liveSkill(await person(), subscription({ price: 10 }));
  const [first, second] = [await personWith(10), await personWith(10)];
  for (const buyer of [first, second]) await buy(buyer, skill.slug);
  await query("test.suspended", "UPDATE skill SET suspended_at = now(), suspension_reason = 'malware' WHERE id = $1", [
    skill.id,
  ]);
  const end = await failWrites("purchase", `NEW.buyer_id = '${first.id}'`);
  await skills.refundSuspended();
  expect([await available(first), await available(second)]).toEqual([0, expect.closeTo(10, 2)]);
  await end();
  await skills.refundSuspended();
  expect(await available(first)).toBeCloseTo(10, 2);
});
