import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CREDITS, openBank } from "@/tests/support/ha-bank";
import { faultsOf } from "@/tests/support/ha-faults";
import { watchOthers } from "@/tests/support/ha-others";
import { migrate } from "@/tests/support/migrate";
import { openCluster } from "@/tests/support/patroni";
import { LOOP_WAIT_SECONDS, TTL_SECONDS } from "@/tests/support/patroni-settings";
import { makeWritten, watchWriters } from "@/tests/support/writers";

const NEEDED = [
  "/usr/bin/patroni",
  "/usr/bin/etcd",
  "/usr/sbin/haproxy",
  "/usr/sbin/pgbouncer",
  "/usr/lib/postgresql/15/bin/postgres",
];
const missing = NEEDED.filter((path) => !existsSync(path));
if (missing.length > 0)
  console.log(
    `Not run: ${missing.join(", ")} missing. apt-get install patroni etcd-server haproxy pgbouncer postgresql-15`,
  );

/** Some of the faults only, by words of their names. */
const ONLY = process.env.HA_FAULTS?.split(",");
const CALM_MS = 2_000;
const PATIENCE_MS = 180_000;
const PATRONI_MS = (TTL_SECONDS + LOOP_WAIT_SECONDS) * 1_000;

let cluster: Awaited<ReturnType<typeof openCluster>>;
let bank: Awaited<ReturnType<typeof openBank>>;
const closing: (() => unknown)[] = [];

describe.skipIf(missing.length > 0)("a primary that may fail", () => {
  beforeAll(async () => {
    cluster = await openCluster();
    await cluster.isWhole();
    const admin = new Client({ connectionString: cluster.writerUrl("postgres") });
    await admin.connect();
    await admin.query("CREATE DATABASE bank");
    await admin.end();
    await migrate(cluster.writerUrl("bank"));
    const own = new Client({ connectionString: cluster.writerUrl("bank") });
    await own.connect();
    await makeWritten(own);
    await own.end();
    Object.assign(process.env, {
      DATABASE_URL: cluster.writerUrl("bank"),
      EARNINGS_HOLD_DAYS: "0",
      CALL_TIMEOUT_SECONDS: "4",
    });
    bank = await openBank(cluster, closing);
  }, 600_000);
  afterAll(async () => {
    for (const close of closing) await close();
    const [{ closeDatabase }, keys, { endLease }] = await Promise.all([
      import("@/lib/platform/core/db"),
      import("@/lib/identity/keys/service"),
      import("@/lib/platform/jobs/leases"),
    ]);
    await keys.flushTouches().catch(() => {});
    await endLease();
    await closeDatabase();
    await cluster?.close();
  });

  test("no fault of it loses or doubles what was acknowledged, and full service returns by itself", {
    timeout: 1_800_000,
  }, async () => {
    const { work, buyers, exits } = bank;
    const writers = watchWriters(cluster.nodes);
    const others = watchOthers(bank);
    const working = Promise.all([
      ...buyers.map((buyer) => work.repeat(() => work.call(buyer))),
      work.repeat(() => work.term(buyers[0] as (typeof buyers)[0])),
      work.repeat(() => work.topUp(buyers[1] as (typeof buyers)[0])),
    ]);
    const startedAt = performance.now();
    await expect.poll(() => work.isWholeSince(startedAt), { timeout: PATIENCE_MS }).toBe(true);
    const lines = [];
    const late = [];
    for (const { name, make, most } of faultsOf(cluster, bank.work)) {
      if (ONLY && !ONLY.some((word) => name.includes(word))) continue;
      await cluster.isWhole();
      await wait(CALM_MS);
      const ms = await make();
      const share = ms / PATRONI_MS;
      lines.push(`${name.padEnd(70)} ${(ms / 1_000).toFixed(1).padStart(6)} s ${share.toFixed(2).padStart(6)}`);
      console.log(lines.at(-1));
      if (share > most) late.push(lines.at(-1));
    }
    await cluster.isWhole();
    await wait(CALM_MS);
    work.end();
    await Promise.all([working, others.end()]);
    await writers.end();
    await settle();
    console.log(
      [
        ...lines,
        JSON.stringify({ ...work.done, ...work.stats, ...others.seen, writes: writers.acknowledged.length }),
      ].join("\n"),
    );

    expect(work.stats.unclean).toEqual([]);
    expect(exits).toEqual([]);
    expect(others.wrong).toEqual([]);
    expect(writers.wrong).toEqual([]);
    for (const buyer of buyers)
      expect(await bank.money.available(buyer)).toBeCloseTo(CREDITS - (work.spent.get(buyer.id) ?? 0), 6);
    const { pool } = await import("@/lib/platform/core/db");
    const { rows } = await pool().query(
      `SELECT (SELECT count(*)::int FROM usage_record WHERE status = 'succeeded' AND kind = 'execute') AS call,
         (SELECT count(*)::int FROM purchase) AS purchase,
         ARRAY(SELECT node || ' ' || number FROM written) AS written,
         ARRAY(SELECT skill_id::text FROM listing) AS listed,
         ARRAY(SELECT queue FROM job_run WHERE every_seconds < 30
           AND succeeded_at < now() - interval '2 minutes') AS resting`,
    );
    const [row] = rows;
    expect([row.call, row.purchase]).toEqual([work.done.call + others.answers.length, work.done.purchase]);
    const { CALL_PRICE } = await import("@/tests/support/bank-work");
    expect(await bank.money.available(bank.repeater)).toBeCloseTo(CREDITS - CALL_PRICE * others.answers.length, 6);
    expect(writers.acknowledged.filter((one) => !row.written.includes(one))).toEqual([]);
    expect(row.resting).toEqual([]);
    expect(others.approved.filter((id) => !row.listed.includes(id))).toEqual([]);
    await bank.money.expectSound();
    expect(late).toEqual([]);
  });
});

/** Lets come to its end what died with a process or its connection, without the waiting. */
async function settle() {
  const { pool } = await import("@/lib/platform/core/db");
  await bank.work.resolve();
  const open = async () =>
    (await pool().query("SELECT count(*)::int AS count FROM hold WHERE state = 'held'")).rows[0].count;
  await pool().query(`BEGIN; ALTER TABLE hold DISABLE TRIGGER wallet_follow_hold;
    UPDATE hold SET expires_at = now() - interval '1 second' WHERE state = 'held';
    ALTER TABLE hold ENABLE TRIGGER wallet_follow_hold; COMMIT`);
  await expect.poll(open, { timeout: PATIENCE_MS }).toBe(0);
  const { reconcilePayments } = await import("@/lib/money/payments/reconciliation");
  await reconcilePayments();
}
