import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import * as earnings from "@/lib/money/ledger/earnings";
import * as ledger from "@/lib/money/ledger/service";
import { query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { rollUp } from "@/lib/platform/jobs/rollup";
import { call } from "@/tests/support/api";
import { excuse } from "@/tests/support/money";
import { sell } from "@/tests/support/payouts";
import { administrator, type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});
// Some sales are posted by hand, in transactions of their own, without a purchase.
excuse(["posted terms are of purchases"]);

async function sumsOf(developer: Person, hours = 168) {
  const [row] = await query<{ balance: string; held: string }>(
    "test.sums",
    "SELECT balance, held FROM earnings_sums($1, make_interval(hours => $2))",
    [developer.id, hours],
  );
  return row;
}

/** The two sums by their definition: every entry, one by one. */
async function defined(developer: Person, hours = 168) {
  const [row] = await query<{ balance: string; held: string }>(
    "test.defined",
    `SELECT (SELECT coalesce(sum(amount_micros), 0) FROM ledger_entry WHERE account = 'earnings' AND owner_id = $1) AS balance,
      (SELECT coalesce(sum(e.amount_micros), 0) FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
        WHERE e.account = 'earnings' AND e.owner_id = $1 AND e.created_at > now() - make_interval(hours => $2)
          AND (t.source_type IN ('purchase', 'hold') OR (t.source_type = 'refund' AND EXISTS (
            SELECT 1 FROM ledger_transaction s WHERE s.source_type = 'purchase' AND s.source_id = t.source_id
              AND s.created_at > now() - make_interval(hours => $2))))) AS held`,
    [developer.id, hours],
  );
  return row;
}

/** Moves the newest sale of a developer back in time, before it is in any sum. */
async function putBack(developer: Person, hours: number): Promise<void> {
  await transaction(async (db) => {
    await query("test.back.open", "SET LOCAL session_replication_role = replica", [], db);
    const [newest] = await query<{ id: string }>(
      "test.back.newest",
      "SELECT transaction_id AS id FROM ledger_entry WHERE account = 'earnings' AND owner_id = $1 ORDER BY id DESC LIMIT 1",
      [developer.id],
      db,
    );
    for (const [table, column] of [
      ["ledger_transaction", "id"],
      ["ledger_entry", "transaction_id"],
    ])
      await query(
        `test.back.${table}`,
        `UPDATE ${table} SET created_at = created_at - make_interval(hours => $2) WHERE ${column} = $1`,
        [newest?.id, hours],
        db,
      );
  });
}

const refund = (id: string) =>
  call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "It stopped working." },
  });

/** Earns so many micro-credits in a transaction that the caller ends. */
const earnIn = (db: pg.Client, developer: Person, micros: number) =>
  db.query(
    "SELECT ledger_post($1, 'purchase', 'purchase', $2, NULL, ARRAY['earnings', 'grants'], ARRAY[$3::uuid, NULL], ARRAY[$4::bigint, -$4::bigint])",
    [newId(), `${newId()}:1`, developer.id, micros],
  );

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  return client;
}

describe("sums of earnings by day", () => {
  test("say what the entries say, whatever is in the days and whatever has come since", async () => {
    const developer = await person();
    const statements: unknown[] = [];
    const check = async () => {
      for (const hours of [0, 1, 24, 100, 168, 170, 192, 400])
        expect([hours, await sumsOf(developer, hours)]).toEqual([hours, await defined(developer, hours)]);
    };
    const sold: string[] = [];
    for (const [at, hours] of [900, 400, 191, 169, 167, 166, 145, 30, 20, 0].entries()) {
      sold.push((await sell(developer, 3.333333 + at)).id);
      await putBack(developer, hours);
      await check();
      if (at % 3 === 2) await rollUpAll("earnings");
      await check();
    }
    for (const at of [2, 5, 9]) {
      expect((await refund(sold[at] ?? "")).status).toBe(200);
      await check();
    }
    statements.push(await earnings.statements({ accountId: developer.id }));
    await rollUpAll("earnings");
    await check();
    statements.push(await earnings.statements({ accountId: developer.id }));
    expect(statements[1]).toEqual(statements[0]);
    const { data } = statements[1] as { data: { opening: number; closing: number }[] };
    const own = await defined(developer);
    expect(data[0]?.closing).toBe(Number(own?.balance) / 1e6);
    for (const [at, { opening }] of data.entries()) expect(opening).toBe(data[at + 1]?.closing ?? 0);
  });

  test("neither lose nor count twice a sale that began before them and ends after", async () => {
    const developer = await person();
    const [slow, quick] = [await connected(), await connected()];
    try {
      await slow.query("BEGIN");
      await earnIn(slow, developer, 1_000_000);
      await quick.query("BEGIN");
      await earnIn(quick, developer, 10_000_000);
      await quick.query("COMMIT");
      for (let round = 0; round < 4; round++) await rollUp("earnings");
      expect((await sumsOf(developer))?.balance).toBe("10000000");
      await slow.query("COMMIT");
      expect((await sumsOf(developer))?.balance).toBe("11000000");
      await rollUpAll("earnings");
      await rollUpAll("earnings");
      expect(await sumsOf(developer)).toEqual({ balance: "11000000", held: "11000000" });
      const [row] = await query<{ net: string }>(
        "test.net",
        "SELECT sum(net_micros) AS net FROM earnings_day WHERE owner_id = $1",
        [developer.id],
      );
      expect(row?.net).toBe("11000000");
    } finally {
      await Promise.all([slow.end(), quick.end()]);
    }
  });

  test("wait for a sale that began after another, has lower numbers, and ends last", async () => {
    const developer = await person();
    const [slow, quick] = [await connected(), await connected()];
    try {
      await quick.query("BEGIN");
      await quick.query("SELECT pg_current_xact_id()");
      await slow.query("BEGIN");
      await earnIn(slow, developer, 1_000_000);
      await earnIn(quick, developer, 10_000_000);
      await quick.query("COMMIT");
      for (let round = 0; round < 4; round++) await rollUp("earnings");
      await slow.query("COMMIT");
      await rollUpAll("earnings");
      expect(await sumsOf(developer)).toEqual({ balance: "11000000", held: "11000000" });
    } finally {
      await Promise.all([slow.end(), quick.end()]);
    }
  });

  test("hold while sales land, some of them undone, and several processes roll up at once", async () => {
    const developers = await Promise.all([person(), person(), person()]);
    let isSelling = true;
    const readings: bigint[] = [];
    const rollingUp = Array.from({ length: 3 }, async () => {
      while (isSelling) {
        await rollUp("earnings");
        readings.push(BigInt((await sumsOf(developers[0] as Person))?.balance ?? 0));
      }
    });
    await Promise.all(
      Array.from({ length: 8 }, async (_, seller) => {
        const client = await connected();
        for (let i = 0; i < 25; i++) {
          await client.query("BEGIN");
          await earnIn(client, developers[i % 3] as Person, 1 + seller);
          if (i % 5 === 0) await client.query("SELECT pg_sleep(0.01)");
          await client.query(i % 7 === 6 ? "ROLLBACK" : "COMMIT");
        }
        await client.end();
      }),
    );
    isSelling = false;
    await Promise.all(rollingUp);
    for (const developer of developers) expect(await sumsOf(developer)).toEqual(await defined(developer));
    await rollUpAll("earnings");
    for (const developer of developers) expect(await sumsOf(developer)).toEqual(await defined(developer));
    expect(readings.length).toBeGreaterThan(0);
  });

  test("go on in a database that was restored elsewhere, where transactions are counted anew", async () => {
    const developer = await person();
    const slow = await connected();
    await slow.query("BEGIN");
    await earnIn(slow, developer, 1_000_000);
    await sell(developer, 10);
    await rollUp("earnings");
    await query(
      "test.restored",
      "UPDATE rollup_cursor SET next_xid = next_xid + 1000000000 WHERE name = 'earnings'",
      [],
    );
    await slow.query("COMMIT");
    await slow.end();
    await rollUpAll("earnings");
    expect(await sumsOf(developer)).toEqual(await defined(developer));
  });

  test("that differ from their entries are noticed", async () => {
    const developer = await person();
    await sell(developer, 10);
    await rollUpAll("earnings");
    const change = (by: number) =>
      query("test.wrong", "UPDATE earnings_day SET net_micros = net_micros + $2 WHERE owner_id = $1", [
        developer.id,
        by,
      ]);
    await change(1);
    expect((await ledger.reconcile())["earnings of a day follow their entries"]).toBe(1);
    await change(-1);
  });
});
