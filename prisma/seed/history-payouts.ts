import type { PoolClient } from "pg";
import { newId } from "@/lib/platform/core/ids";
import type { Moments } from "@/prisma/seed/backdating";

/** How long earnings wait after their sale, and the least that is paid out. */
const HOLD_DAYS = 7;
const LEAST_MICROS = 10_000_000n;

/** What each developer had free at that time. */
const FREE = `
  SELECT e.owner_id, (sum(e.amount_micros) - sum(e.amount_micros) % 10000)::text AS micros
    FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
    JOIN demo_moment m ON m.source_type = t.source_type AND m.source_id = t.source_id
   WHERE e.account = 'earnings' AND (e.amount_micros < 0 OR m.at < $1::timestamptz - make_interval(days => $2))
   GROUP BY e.owner_id HAVING sum(e.amount_micros) >= $3 ORDER BY e.owner_id`;

/** Pays out what developers had free: each has an account at the processor only while that is written. */
export async function payOut({ db, moments }: { db: PoolClient; moments: Moments }, ago: number): Promise<void> {
  const at = moments.at(ago);
  await moments.flush();
  const free = await db.query<{ owner_id: string; micros: string }>(FREE, [at, HOLD_DAYS, LEAST_MICROS]);
  for (const { owner_id: owner, micros } of free.rows) {
    const id = newId();
    await db.query(
      `INSERT INTO payout_account (account_id, processor_account_id, country, due, payouts_enabled, details_submitted)
        VALUES ($1, $2, 'US', '{}', true, true)`,
      [owner, `acct_demo_${owner}`],
    );
    // Nothing is on hold: what is, `FREE` left out. Entries are dated to the millisecond, perhaps just after now.
    const { rows } = await db.query<{ outcome: string }>(
      `SELECT outcome
         FROM payout_open($1, $2, $3, $4, 0, interval '-1 second', interval '0', 'requested', NULL, false)`,
      [id, newId(), owner, micros],
    );
    await db.query("DELETE FROM payout_account WHERE account_id = $1", [owner]);
    if (rows[0]?.outcome !== "opened") throw new Error(`a payout of the demo was not opened: ${rows[0]?.outcome}`);
    await db.query(
      `UPDATE payout SET state = 'paid', created_at = $2, hold_hours = $3, next_try_at = $2, paid_at = $2::timestamptz
         + interval '2 days', ended_at = $2::timestamptz + interval '2 days', transfer_id = $4, bank_payout_id = $5,
         bank_amount = amount_micros / 10000, bank_currency = 'usd' WHERE id = $1`,
      [id, at, HOLD_DAYS * 24, `tr_demo_${id}`, `po_demo_${id}`],
    );
    moments.note("payout", id, at);
  }
}
