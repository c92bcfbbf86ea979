import { describe, expect, test } from "vitest";
import * as ledger from "@/lib/money/ledger/service";
import { pool, query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { excuse, personWith } from "@/tests/support/money";
import { feeOf } from "@/tests/support/oracles";

// A call is charged by hand, without its record of usage.
excuse(["captured holds are posted and recorded"]);

const at = (text: string) => new Date(`${text}T10:00:00Z`);

/** Anchor, interval, and the ends of its first terms. */
const CALENDAR = [
  ["2027-01-31", "month", ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]],
  ["2028-01-31", "month", ["2028-02-29", "2028-03-31"]],
  ["2026-12-31", "month", ["2027-01-31", "2027-02-28"]],
  ["2028-02-29", "year", ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
  ["2026-12-28", "week", ["2027-01-04", "2027-01-11"]],
  ["2028-02-28", "day", ["2028-02-29", "2028-03-01"]],
] as const;

describe("PostgreSQL keeps the rules whatever the code does", () => {
  test("the database's fee is the share of the price, rounded down, for 100,000 prices", async () => {
    const { rows } = await pool().query<{ price: string; bps: number; fee: string }>(
      `SELECT price, bps, marketplace_fee(price, bps) AS fee FROM (
         SELECT (i * 2654435761 % 10000000000)::bigint AS price, (i * 7919 % 10001)::int AS bps FROM generate_series(1, 100000) AS i) AS prices`,
    );
    const wrong = rows.filter(({ price, bps, fee }) => feeOf(BigInt(price), bps) !== BigInt(fee));
    expect([rows.length, wrong]).toEqual([100_000, []]);
  });

  test.each(CALENDAR)("terms from %s by the %s follow the calendar", async (anchor, interval, ends) => {
    const { rows } = await pool().query<{ end: Date }>(
      `SELECT term_end($1, $2, term) AS "end" FROM generate_series(1, $3::int) AS term ORDER BY term`,
      [at(anchor), interval, ends.length],
    );
    expect(rows.map(({ end }) => end)).toEqual(ends.map(at));
  });

  test("entries that do not balance, change, vanish or overdraw are refused", async () => {
    const { id } = await personWith(5);
    const post = (amounts: number[], accounts: string[]) =>
      query("test.post", "SELECT ledger_post($1, 'test', 'test', $2, NULL, $3, $4, $5)", [
        newId(),
        newId(),
        accounts,
        accounts.map((account) => (account === "wallet" ? id : null)),
        amounts,
      ]);
    await expect(post([5, -4], ["wallet", "grants"])).rejects.toThrow(/sum to zero/);
    await expect(post([5, -5], ["wallet", "wallet"])).rejects.toThrow(/several wallets/);
    await expect(post([-6_000_000, 6_000_000], ["wallet", "grants"])).rejects.toThrow(/wallet_not_overdrawn/);
    const again = `INSERT INTO ledger_entry (transaction_id, account, amount_micros)
      SELECT e.transaction_id, 'grants', amount FROM unnest(ARRAY[1, -1]) AS amount,
        (SELECT transaction_id FROM ledger_entry WHERE owner_id = $1 LIMIT 1) AS e`;
    await expect(pool().query(again, [id])).rejects.toThrow(/has entries already/);
    await expect(pool().query("UPDATE ledger_entry SET amount_micros = 1")).rejects.toThrow(/append-only/);
    await expect(pool().query("DELETE FROM ledger_entry")).rejects.toThrow(/append-only/);
    await expect(pool().query("TRUNCATE ledger_transaction CASCADE")).rejects.toThrow(/append-only/);
    await expect(pool().query("UPDATE wallet SET posted_micros = -1 WHERE account_id = $1", [id])).rejects.toThrow(
      /wallet_not_overdrawn/,
    );
  });

  test("a call is charged what its hold was captured with, once", async () => {
    const [{ id: buyer }, hold] = [await personWith(5), newId()];
    const held = `INSERT INTO hold (id, account_id, skill_id, developer_id, amount_micros, kind, expires_at)
      VALUES ($1, $2, $3, $3, 7, 'execute', now())`;
    const charge = (price: number) =>
      query("test.charge", "SELECT ledger_post_sale($1, 'execute', 'hold', $2, NULL, $3, $1, $4, NULL)", [
        newId(),
        hold,
        buyer,
        price,
      ]);
    await pool().query(held, [hold, buyer, newId()]);
    await expect(charge(7)).rejects.toThrow(/differs from its captured hold/);
    await pool().query("UPDATE hold SET state = 'captured', closed_at = now() WHERE id = $1", [hold]);
    await expect(charge(6)).rejects.toThrow(/differs from its captured hold/);
    await charge(7);
    // Another call is open, so the wallet would allow a second release.
    await pool().query(held, [newId(), buyer, newId()]);
    await expect(charge(7)).rejects.toThrow(/ledger_transaction_pkey/);
    const { rows } = await pool().query("SELECT posted_micros, held_micros FROM wallet WHERE account_id = $1", [buyer]);
    expect(rows).toEqual([{ posted_micros: "4999993", held_micros: "7" }]);
  });

  test("one source posts once, however often it is tried at once", async () => {
    const { id } = await personWith(0.000001);
    const source = newId();
    const results = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const { rows } = await pool().query(
          "SELECT ledger_post($1, 'test', 'test', $2, NULL, ARRAY['wallet','grants'], ARRAY[$3::uuid, NULL], ARRAY[5, -5]) AS posted",
          [newId(), source, id],
        );
        return rows[0].posted as boolean;
      }),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test("reconciliation notices a wallet that differs from its entries", async () => {
    const { id } = await personWith(5);
    await pool().query("UPDATE wallet SET posted_micros = posted_micros + 1 WHERE account_id = $1", [id]);
    expect((await ledger.reconcile())["wallets follow their entries and holds"]).toBe(1);
    await pool().query("UPDATE wallet SET posted_micros = posted_micros - 1 WHERE account_id = $1", [id]);
  });
});
