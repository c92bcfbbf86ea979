import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as ledger from "@/lib/money/ledger/service";
import * as payouts from "@/lib/money/payouts/service";
import { advanceDue } from "@/lib/money/payouts/transfers";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { earned } from "@/tests/support/money";
import { startProcessor } from "@/tests/support/payments";
import { age, earner, earningsOf, newestPayout, payOut, sell } from "@/tests/support/payouts";
import { type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());

describe("the monthly payout", () => {
  const setMonthly = (developer: Person, monthly: boolean) =>
    call("PATCH", "/v1/developer/payouts/account", { key: developer.key, body: { monthly } });

  test("every account with monthly payouts is paid its available earnings once a month, by any number of workers", async () => {
    const [rich, poor, silent] = await Promise.all([
      earner(100, processor),
      earner(5, processor),
      earner(100, processor),
    ]);
    expect((await setMonthly(rich, true)).body.monthly).toBe(true);
    await setMonthly(poor, true);
    expect((await earningsOf(rich)).next_payout_at).toMatch(/-01T00:00:00/);
    await Promise.all(Array.from({ length: 4 }, () => payouts.payMonthly()));
    expect(await payouts.payMonthly()).toBe(0);
    expect(await newestPayout(rich)).toMatchObject({ state: "pending" });
    await advanceDue();
    expect(await newestPayout(rich)).toMatchObject({ amount: 85, origin: "monthly", state: "in_transit" });
    expect([await newestPayout(poor), await newestPayout(silent)]).toEqual([{}, {}]);
    expect((await setMonthly(rich, false)).body.monthly).toBe(false);
    expect((await earningsOf(rich)).next_payout_at).toBeNull();
  });

  test("opening payouts makes no request to the processor", async () => {
    const developer = await earner(100, processor);
    await setMonthly(developer, true);
    const before = processor.sandbox.books.transfers.length;
    expect(await payouts.payMonthly()).toBe(1);
    expect(processor.sandbox.books.transfers).toHaveLength(before);
    await advanceDue();
    expect(processor.sandbox.books.transfers).toHaveLength(before + 1);
  });

  test("an account with an open payout in the first days is paid when that has ended, and no other later", async () => {
    const [waiting, idle] = await Promise.all([earner(100, processor), earner(100, processor)]);
    for (const developer of [waiting, idle]) await setMonthly(developer, true);
    await payOut(waiting, { amount: 20 });
    const move = (column: string, time: string) =>
      query(
        `test.move.${column}`,
        `UPDATE payout SET ${column} = date_trunc('month', now(), 'UTC') + interval '${time}' WHERE developer_id = $1`,
        [waiting.id],
      );
    await move("created_at", "2 days");
    expect(await payouts.payMonthly("late")).toBe(0);
    await query("test.arrived", "UPDATE payout SET state = 'paid', paid_at = now() WHERE developer_id = $1", [
      waiting.id,
    ]);
    await move("ended_at", "4 days");
    expect([await payouts.payMonthly("late"), await payouts.payMonthly("late")]).toEqual([1, 0]);
    expect(await newestPayout(waiting)).toMatchObject({ amount: 65, origin: "monthly" });
    expect(await newestPayout(idle)).toEqual({});
    await setMonthly(idle, false);
  });

  test("a suspended developer is not paid", async () => {
    const developer = await earner(100, processor);
    await setMonthly(developer, true);
    await query("test.suspend", "UPDATE account SET suspended_at = now() WHERE id = $1", [developer.id]);
    await payouts.payMonthly();
    expect(await earned(developer)).toBe(85_000_000n);
  });
});

describe("reconciliation", () => {
  test("a payout without its transaction, or of what was never earned, is noticed", async () => {
    const developer = await person();
    await query(
      "test.stray",
      `INSERT INTO payout (id, developer_id, destination, amount_micros, state, origin, next_try_at, created_at, paid_at)
       VALUES ($1, $2, 'acct_none', 50000000, 'paid', 'requested', now(), now(), now())`,
      ["019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", developer.id],
    );
    expect((await ledger.reconcile())["payouts and their returns are posted"]).toBe(1);
    await query(
      "test.stray.post",
      `SELECT ledger_post('019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b12', 'payout', 'payout', '019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11', NULL,
         ARRAY['earnings', 'processor'], ARRAY[$1::uuid, NULL], ARRAY[-50000000, 50000000])`,
      [developer.id],
    );
    await query("test.later", "UPDATE payout SET created_at = clock_timestamp() WHERE developer_id = $1", [
      developer.id,
    ]);
    const broken = await ledger.reconcile();
    expect(broken["payouts and their returns are posted"]).toBe(0);
    expect(broken["payouts are of earned, released credits"]).toBe(1);
    await sell(developer, 100);
    await age(developer, 8);
    await query("test.back", "UPDATE payout SET created_at = created_at + interval '8 days' WHERE developer_id = $1", [
      developer.id,
    ]);
  });
});
