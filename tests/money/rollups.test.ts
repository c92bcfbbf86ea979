import { expect, test } from "vitest";
import { pool, type Queryable, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { type RollupName, rollUp } from "@/lib/platform/jobs/rollup";
import { type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";

const NAMES: RollupName[] = ["analytics", "earnings", "wallets"];

const cursorOf = async (name: RollupName) => {
  const { rows } = await pool().query<{ event_seq: string }>("SELECT event_seq FROM rollup_cursor WHERE name = $1", [
    name,
  ]);
  return Number(rows[0]?.event_seq);
};

/** Posts credits to a wallet, and returns the number of the entry. */
async function post(db: Queryable, { id }: Person): Promise<number> {
  const transactionId = newId();
  await db.query(
    "SELECT ledger_post($1, 'grant', 'admin_credit', $1::uuid::text, NULL, ARRAY['wallet', 'grants'], ARRAY[$2::uuid, NULL], ARRAY[1000000, -1000000]::bigint[])",
    [transactionId, id],
  );
  const { rows } = await db.query<{ id: string }>("SELECT max(id) AS id FROM ledger_entry WHERE transaction_id = $1", [
    transactionId,
  ]);
  return Number(rows[0]?.id);
}

test.each(NAMES)("the rollup %s never passes the number of a transaction under way", async (name) => {
  const [slow, quick] = [await person(), await person()];
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    const uncommitted = await post(client, slow);
    const committed = await transaction((db) => post(db, quick));
    expect(committed).toBeGreaterThan(uncommitted);
    for (let run = 0; run < 4; run++) await rollUp(name);
    expect(await cursorOf(name)).toBeLessThan(uncommitted);
    await client.query("COMMIT");
    await rollUpAll(name);
    expect(await cursorOf(name)).toBeGreaterThanOrEqual(committed);
  } finally {
    // Destroys the connection: after a failure it is still in the transaction.
    client.release(true);
  }
});

test("the sums of wallets count each entry once, however many processes roll up at once", async () => {
  const owners = await Promise.all([person(), person(), person()]);
  let isPosting = true;
  const rollingUp = Array.from({ length: 3 }, async () => {
    while (isPosting) await rollUp("wallets");
  });
  await Promise.all(
    owners.map(async (owner) => {
      for (let i = 0; i < 20; i++) await transaction((db) => post(db, owner));
    }),
  );
  isPosting = false;
  await Promise.all(rollingUp);
  await rollUpAll("wallets");
  const { rows } = await pool().query(
    "SELECT s.posted_micros = w.posted_micros AS agrees FROM wallet w JOIN wallet_sum s USING (account_id) WHERE account_id = ANY ($1)",
    [owners.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ agrees: true }, { agrees: true }, { agrees: true }]);
});

test("a step refuses a transaction that has written, whose own numbers could be skipped", async () => {
  const step = transaction(async (db) => {
    await db.query("SELECT pg_current_xact_id()");
    await db.query("SELECT rollup_step('wallets', 100)");
  });
  await expect(step).rejects.toThrow("needs its own transaction");
});
