import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { fillTables } from "@/tests/support/full-tables";
import { personWith, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";

/** PostgreSQL settles for a plan of its own for all values after the fifth time. */
const TIMES = 7;
/** Enough that reading a table from end to end touches hundreds of blocks. */
const ROWS = 40_000;
/** Indexes of full tables are a few levels deeper than those of empty ones. */
const DEEPER = 4;

let buyer: Person;
let db: PoolClient;
beforeAll(async () => {
  buyer = await personWith(1000);
  db = await pool().connect();
});
afterAll(() => db.release(true));

/** The blocks that a statement touches, those of what its functions do included. */
async function blocksOf(text: string, values: unknown[]): Promise<number> {
  const { rows } = await db.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  const { Plan: plan } = rows[0]["QUERY PLAN"][0];
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

const buy = (slug: string) =>
  blocksOf("SELECT outcome FROM purchase_buy($1, $2, $3, $4, $5, NULL, true, 1500, NULL)", [
    newId(),
    newId(),
    buyer.id,
    slug,
    buyer.keyId,
  ]);

async function callOnce(skillId: string): Promise<number> {
  const hold = newId();
  const reserved = await blocksOf(
    "SELECT * FROM execution_reserve($1, $2, $3, false, $4, 'execute', $5, NULL, NULL, interval '90 s', 1000, 1000, 1500, NULL)",
    [hold, newId(), buyer.id, skillId, buyer.keyId],
  );
  const settled = await blocksOf(
    "SELECT * FROM execution_capture($1, $2, $3, $4, 1, 1500, now(), NULL, NULL, NULL, NULL)",
    [hold, buyer.id, newId(), newId()],
  );
  return reserved + settled;
}

// Without statistics, which the tests' server collects only when asked: with those of tables this small, reading a table from end to
// end is right, and so it is until the next statistics.
test("connections that bought and called while the tables were empty do so as fast once these are full", async () => {
  const developer = await person();
  const last = await liveSkill(developer, subscription());
  const metered = await liveSkill(developer);
  const early = { purchase: 0, call: 0, ofBought: 0 };
  let bought = last;
  for (let i = 0; i < TIMES; i++) {
    bought = await liveSkill(developer, subscription());
    early.purchase = await buy(bought.slug);
    early.call = await callOnce(metered.id);
    early.ofBought = await callOnce(bought.id);
  }
  await fillTables(buyer.id, ROWS);
  expect(await buy(last.slug)).toBeLessThan(early.purchase * DEEPER);
  expect(await callOnce(metered.id)).toBeLessThan(early.call * DEEPER);
  expect(await callOnce(bought.id)).toBeLessThan(early.ofBought * DEEPER);
});
