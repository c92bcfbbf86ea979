import { describe, expect, test } from "vitest";
import * as automatic from "@/lib/money/payments/automatic-topups";
import { query } from "@/lib/platform/core/db";
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
import { administrator } from "@/tests/support/people";

const { file, spend } = cardFixtureOfFile();

/** Somebody whose card has just bought 20 credits by itself: 27 now. */
async function toppedUp() {
  const someone = await file.at.unattended();
  await spend(someone, 3);
  await automatic.topUpDue();
  await file.at.deliver(2);
  const charge = file.at.books.charges.at(-1);
  if (!charge) throw new Error("nothing was charged");
  return { someone, charge };
}

/** How many payments with saved cards a piece of work asks for. */
async function chargedBy(work: () => Promise<unknown>): Promise<number> {
  const before = file.at.books.intents.length;
  await work();
  return file.at.books.intents.length - before;
}

const planOf = async (someone: Owner) =>
  (await settingsOf(someone)).auto_topup as { enabled: boolean; paused_reason: string | null };

describe("the saved card is not charged again", () => {
  test("after a refund of an automatic payment, which turns it off and says so", async () => {
    const { someone, charge } = await toppedUp();
    file.at.sandbox.refund(charge);
    await file.at.deliver();
    expect(await available(someone)).toBe(7);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
    expect(await planOf(someone)).toMatchObject({
      enabled: false,
      paused_reason: "An automatic payment was refunded.",
    });
    expect((await notificationsOf(someone))[0]).toBe("auto_topup_paused");
    await spend(someone, 1);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
  });

  test("after a refund of a checkout, until the account spends again", async () => {
    const { someone } = await toppedUp();
    await spend(someone, 15);
    const session = file.at.books.sessions.at(-1);
    if (session) file.at.sandbox.act(session, "refund");
    await file.at.deliver();
    expect([await available(someone), (await planOf(someone)).enabled]).toEqual([2, true]);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
    await spend(someone, 1);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(1);
    await file.at.deliver(2);
  });

  test("after a dispute or a bank's inquiry of any payment, and turning it on again lasts", async () => {
    const { someone } = await toppedUp();
    const session = file.at.books.sessions.at(-1);
    if (session) file.at.sandbox.act(session, "inquire");
    await file.at.deliver();
    expect(await planOf(someone)).toMatchObject({ enabled: false, paused_reason: expect.any(String) });
    expect(await available(someone)).toBe(27);
    await change(someone, { auto_topup: { enabled: true } });
    if (session) file.at.sandbox.act(session, "inquiry_escalates");
    await file.at.deliver(2);
    expect([await available(someone), (await planOf(someone)).enabled]).toEqual([17, false]);
    await change(someone, { auto_topup: { enabled: true } });
    if (session) file.at.sandbox.act(session, "dispute_lost");
    await file.at.deliver();
    expect((await planOf(someone)).enabled).toBe(true);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
    expect((await notificationsOf(someone)).filter((kind) => kind === "auto_topup_paused")).toHaveLength(2);
  });

  test("once its account is suspended, also when it was asked for before, and a dispute comes later", async () => {
    const admin = await administrator();
    const suspend = (someone: Owner) =>
      call("POST", `/v1/admin/accounts/${someone.id}/suspend`, {
        key: admin.key,
        body: { reason: "A stolen card." },
      });
    const [early, late] = [await file.at.unattended(), (await toppedUp()).someone];
    await spend(early, 3);
    const disputed = file.at.books.sessions.at(-1);
    for (const someone of [early, late]) expect((await suspend(someone)).status).toBe(200);
    // As if the flag had been raised, or the plan turned on, behind the suspension's back.
    await query("test.flag", "UPDATE auto_topup SET enabled = true WHERE account_id = $1", [early.id]);
    await query(
      "test.raise",
      "UPDATE wallet SET topup_below_micros = 8000000, topup_due = true WHERE account_id = $1",
      [early.id],
    );
    if (disputed) file.at.sandbox.act(disputed, "dispute");
    await file.at.deliver();
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
    await call("POST", `/v1/admin/accounts/${late.id}/unsuspend`, {
      key: admin.key,
      body: { reason: "Ok." },
    });
    expect(await planOf(late)).toMatchObject({
      enabled: false,
      paused_reason: "The account was suspended.",
    });
  });

  test("for an attempt that was under way when its account was suspended", async () => {
    const admin = await administrator();
    const someone = await file.at.unattended();
    await spend(someone, 3);
    file.at.desk.fault = async () => Response.json({ error: { type: "api_error" } }, { status: 500 });
    await automatic.topUpDue();
    file.at.desk.fault = null;
    await call("POST", `/v1/admin/accounts/${someone.id}/suspend`, {
      key: admin.key,
      body: { reason: "A stolen card." },
    });
    await query("test.due", "UPDATE topup_order SET next_try_at = now() WHERE account_id = $1", [someone.id]);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
  });
});

describe("a top-up that met its monthly limit", () => {
  /** Somebody whose limit of 45 is met with 40, and whose balance is below the threshold. */
  async function limited(): Promise<Owner> {
    const someone = await file.at.unattended();
    for (const calls of [3, 20]) {
      await spend(someone, calls);
      await automatic.topUpDue();
      await file.at.deliver(2);
    }
    await spend(someone, 20);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
    expect(await available(someone)).toBe(7);
    return someone;
  }

  test("comes back with the next month, though nothing was spent since", async () => {
    const someone = await limited();
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
    await query(
      "test.month",
      "UPDATE topup_order SET created_at = created_at - interval '1 month' WHERE account_id = $1",
      [someone.id],
    );
    await query(
      "test.over",
      "UPDATE auto_topup SET limited_until = limited_until - interval '1 month' WHERE account_id = $1",
      [someone.id],
    );
    expect(await chargedBy(() => automatic.topUpDue())).toBe(1);
    await file.at.deliver(2);
    expect(await available(someone)).toBe(27);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
  });

  test("goes on as soon as the limit is raised, and says so when that one is met", async () => {
    const someone = await limited();
    await change(someone, { auto_topup: { enabled: true, monthly_limit: 60 } });
    expect(await chargedBy(() => automatic.topUpDue())).toBe(1);
    await file.at.deliver(2);
    await spend(someone, 20);
    expect(await chargedBy(() => automatic.topUpDue())).toBe(0);
    expect((await notificationsOf(someone)).filter((kind) => kind === "auto_topup_limit")).toHaveLength(2);
    expect((await ordersOf(someone)).filter((order) => order.automatic)).toHaveLength(3);
  });
});
