import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INVARIANTS, type InvariantName } from "@/lib/money/ledger/invariants";
import * as reconciliation from "@/lib/money/ledger/reconciliation";
import * as invariants from "@/lib/operator/system/invariants";
import { pool, prisma, query, transaction, withLongTimeout } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { rollUp } from "@/lib/platform/jobs/rollup";
import { deliverMails } from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { broken, customer, tamper } from "@/tests/support/damage";
import { administrator, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe("a check", () => {
  test("looks at what came since, finds old damage when it looks at everything, and then keeps it in sight", async () => {
    await customer();
    expect(await broken()).toEqual([]);
    const lost = newId();
    await tamper([
      "INSERT INTO ledger_transaction (id, kind, source_type, source_id, created_at) VALUES ($1::uuid, 'test', 'test', $1::uuid::text, now() - interval '3 days')",
      [lost],
    ]);
    const name: InvariantName = "entries and transactions belong together";
    expect(await broken(false)).toEqual([]);
    for (const smallBytes of [Number.MAX_VALUE, 0])
      expect((await reconciliation.check({ isWhole: true, smallBytes }))?.examples).toEqual({ [name]: [lost] });
    expect(await broken(false)).toEqual([name]);
    await tamper(["DELETE FROM ledger_transaction WHERE id = $1", [lost]]);
    expect(await broken(false)).toEqual([]);
    expect(await prisma().checkCursor.count({ where: { name } })).toBe(1);
  });

  test("sums each entry of a wallet once, however often it is made, and sees a wallet or a sum that is wrong", async () => {
    const { buyer } = await customer();
    await expect
      .poll(async () => {
        await rollUp("earnings");
        await reconciliation.check({ isWhole: false });
        return (await prisma().walletSum.findUnique({ where: { accountId: buyer.id } }))?.postedMicros;
      })
      .toBe(93_000_000n);
    expect(await broken(false)).toEqual([]);
    const change = (by: number) =>
      tamper(["UPDATE wallet SET posted_micros = posted_micros + $2 WHERE account_id = $1", [buyer.id, by]]);
    await change(1);
    const name: InvariantName = "wallets follow their entries and holds";
    expect(await broken(false)).toContain(name);
    await change(-1);
    await pool().query("UPDATE wallet_sum SET posted_micros = posted_micros + 1 WHERE account_id = $1", [buyer.id]);
    expect(await broken(false)).toEqual([name]);
    expect(await broken()).toEqual([]);
    expect(await broken(false)).toEqual([]);
  });

  test("goes on with the others when one cannot be made, and says so", async () => {
    await pool().query("ALTER TABLE payment_event RENAME TO payment_event_away");
    const run = await invariants.run(null, true);
    await pool().query("ALTER TABLE payment_event_away RENAME TO payment_event");
    expect(run.unchecked).toEqual({
      "payment events are processed": expect.stringMatching(/payment_event/),
    });
    expect(run.broken).toBe(0);
    expect(Object.keys(run.counts).length).toBeGreaterThan(20);
  });

  test("of everything has the database look at a table that was filled a moment ago", async () => {
    const { id } = await person();
    await query(
      "test.filled",
      `SELECT ledger_post(gen_random_uuid(), 'grant', 'admin_credit', 'filled-' || i, 'filled', ARRAY['earnings', 'grants'], ARRAY[$1::uuid, NULL], ARRAY[i, -i])
         FROM generate_series(1, 1500) AS i`,
      [id],
    );
    const looked = async () => {
      await reconciliation.check({ isWhole: true });
      const [row] = await query<{ looked: boolean }>(
        "test.looked",
        "SELECT coalesce(last_analyze, last_autoanalyze) IS NOT NULL AS looked FROM pg_stat_user_tables WHERE relname = 'ledger_entry'",
        [],
      );
      return row?.looked;
    };
    // How many rows a table has is told a moment after they were written.
    await expect.poll(looked).toBe(true);
  });

  test("may take minutes, and sees one moment", async () => {
    const shown = (setting: string) =>
      withLongTimeout(600_000, async (db) => (await db.query(`SHOW ${setting}`)).rows[0]);
    expect(await shown("statement_timeout")).toEqual({ statement_timeout: "10min" });
    expect(await shown("transaction_isolation")).toEqual({ transaction_isolation: "repeatable read" });
    await expect(withLongTimeout(50, (db) => db.query("SELECT pg_sleep(20)"))).rejects.toThrow("statement timeout");
  });
});

describe("a broken invariant is reported", () => {
  test("to every administrator, by notification and email, once a day", async () => {
    const [admin, other] = [await administrator(), await person()];
    const { buyer } = await customer();
    await pool().query("UPDATE wallet SET posted_micros = posted_micros + 1 WHERE account_id = $1", [buyer.id]);
    for (let round = 0; round < 2; round++) await invariants.run(null, false);
    await pool().query("UPDATE wallet SET posted_micros = posted_micros - 1 WHERE account_id = $1", [buyer.id]);
    const told = await prisma().notification.findMany({ where: { kind: "ledger_broken" } });
    const ofAdmin = told.filter(({ accountId, subject }) => accountId === admin.id && subject.includes("wallets"));
    expect(ofAdmin).toHaveLength(1);
    expect(told.filter(({ accountId }) => accountId === other.id)).toEqual([]);
    const { body } = await call("GET", "/v1/notifications", { key: admin.key });
    expect(JSON.stringify(body.data)).toContain("wallets follow their entries and holds (1)");
    await deliverMails();
    expect(await prisma().notification.count({ where: { id: ofAdmin[0]?.id ?? "", mailedAt: null } })).toBe(0);
  });

  test("and stays on the system page after a later check passes", async () => {
    const admin = await administrator();
    const key = newId();
    await query(
      "test.stuck",
      "INSERT INTO idempotency_record (account_id, key, token, fingerprint, created_at) VALUES ($1, $2, $3, '', now() - interval '1 hour')",
      [admin.id, key, newId()],
    );
    await invariants.run(null, false);
    await query("test.unstuck", "DELETE FROM idempotency_record WHERE key = $1", [key]);
    await invariants.run(null, false);
    const { body } = await call("GET", "/v1/admin/system", { key: admin.key });
    expect(body.invariants).toMatchObject({ broken: 0 });
    expect(body.last_broken).toMatchObject({
      counts: { "no request stays in progress": 1 },
      examples: { "no request stays in progress": [`${admin.id},${key}`] },
    });
    expect(body.status).toBe("attention");
    expect(body.problems).toContainEqual(expect.stringContaining("correct now"));
  });
});

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Parent Relationship"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
};
const LARGE = /^(ledger_|hold$|usage_record|document$|purchase$|topup_order$)/;

/** The large tables that a plan scans once for each row of another. */
function rereadBy(plan: Plan, isRepeated = false): string[] {
  const { "Node Type": node, "Relation Name": table = "", Plans = [] } = plan;
  const isWhole = /^(Seq|Index|Index Only) Scan$/.test(node) && !plan["Index Cond"];
  const own = isRepeated && isWhole && LARGE.test(table) ? [table] : [];
  const isRepeatedIn = (part: Plan) =>
    part["Parent Relationship"] === "SubPlan" ||
    (node === "Nested Loop" && part["Parent Relationship"] === "Inner") ||
    (isRepeated && part["Parent Relationship"] !== "InitPlan");
  return [...own, ...Plans.flatMap((part) => rereadBy(part, isRepeatedIn(part)))];
}

test("no check scans a large table once for each row of another", async () => {
  const reread = await transaction(async (db) => {
    // A table that is still scanned has no index for the condition.
    await db.query("SET LOCAL enable_seqscan = off");
    const found: Record<string, string[]> = {};
    for (const [name, { text }] of Object.entries(INVARIANTS)) {
      const { rows } = await db.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        `EXPLAIN (FORMAT JSON) WITH given AS (SELECT $1::timestamptz, $2::timestamptz, $3::bigint, $4::bigint) ${text}`,
        ["-infinity", "infinity", 0, 0],
      );
      const tables = rereadBy((rows[0] as (typeof rows)[0])["QUERY PLAN"][0].Plan);
      if (tables.length > 0) found[name] = tables;
    }
    return found;
  });
  expect(reread).toEqual({});
});
