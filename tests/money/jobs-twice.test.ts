import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JOBS } from "@/host/jobs";
import { ensurePartitions } from "@/lib/demand/usage/service";
import { pool, query } from "@/lib/platform/core/db";
import { expireAnswers } from "@/lib/platform/ratelimit/idempotency";
import { WINDOWS } from "@/lib/platform/ratelimit/policy";
import { expireWindows } from "@/lib/platform/ratelimit/service";
import { call } from "@/tests/support/api";
import { available, personWith, subscription } from "@/tests/support/money";
import { startProcessor } from "@/tests/support/payments";
import { liveSkill, type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());

/** Runs work as two processes do that have the same moment for it. */
const twiceAtOnce = <T>(work: () => Promise<T>) => Promise.all([work(), work()]);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe("usage-partitions", () => {
  const month = (ahead: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  };
  const partition = (ahead: number) => `usage_record_${month(ahead).toISOString().slice(0, 7).replace("-", "_")}`;
  const drop = (ahead: number) => pool().query(`DROP TABLE IF EXISTS ${partition(ahead)}`);
  const used = (at: Date, slug: string) =>
    query(
      "test.usage",
      `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
       VALUES ($1, $1, $1, $2, $1, 'execute', 'succeeded', 0, true, 1, $3)`,
      [randomUUID(), slug, at],
    );
  /** Which partition the calls of a skill are in, in the order of their times. */
  const placesOf = async (slug: string) =>
    (
      await query<{ place: string }>(
        "test.places",
        "SELECT tableoid::regclass::text AS place FROM usage_record WHERE skill_slug = $1 ORDER BY created_at",
        [slug],
      )
    ).map(({ place }) => place);

  test("are there for this month and three more; what is missing is made once, by one of two processes", async () => {
    expect(await ensurePartitions()).toBe(0);
    await drop(3);
    await drop(2);
    expect(sum(await twiceAtOnce(ensurePartitions))).toBe(2);
    expect(sum(await twiceAtOnce(ensurePartitions))).toBe(0);
  });

  test("a month begins with its first millisecond in UTC", async () => {
    await used(new Date(month(1).getTime() - 1), "edge");
    await used(month(1), "edge");
    expect(await placesOf("edge")).toEqual([partition(0), partition(1)]);
  });

  test("a month that began before its partition was there has its calls moved into it, and no other's", async () => {
    await drop(2);
    for (const at of [month(2), new Date(month(3).getTime() - 1), month(7)]) await used(at, "early");
    expect(await placesOf("early")).toEqual(Array.from({ length: 3 }, () => "usage_record_default"));
    expect(sum(await twiceAtOnce(ensurePartitions))).toBe(1);
    expect(await placesOf("early")).toEqual([partition(2), partition(2), "usage_record_default"]);
    await used(month(2), "later");
    expect(await placesOf("later")).toEqual([partition(2)]);
  });

  test("calls that are recorded meanwhile are neither lost nor doubled", async () => {
    const at = new Date(month(2).getTime() + 1000);
    // Time and again, since what may go wrong is between two steps of recording a call.
    for (let round = 0; round < 10; round++) {
      const slug = `busy-${round}`;
      await drop(2);
      const writing = Array.from({ length: 100 }, () => used(at, slug));
      const made = twiceAtOnce(ensurePartitions);
      await Promise.all(writing);
      expect(sum(await made)).toBe(1);
      expect(await placesOf(slug)).toEqual(Array.from({ length: 100 }, () => partition(2)));
    }
  });

  test("the partition that was made is like all others: indexes, constraints and reads by the caller", async () => {
    await drop(3);
    await ensurePartitions();
    const [row] = await query<{
      indexes: number;
      checks: number;
      other_indexes: number;
      other_checks: number;
    }>(
      "test.likeness",
      `SELECT (SELECT count(*)::int FROM pg_index WHERE indrelid = $1::regclass) AS indexes,
         (SELECT count(*)::int FROM pg_index WHERE indrelid = $2::regclass) AS other_indexes,
         (SELECT count(*)::int FROM pg_constraint WHERE conrelid = $1::regclass) AS checks,
         (SELECT count(*)::int FROM pg_constraint WHERE conrelid = $2::regclass) AS other_checks`,
      [partition(3), "usage_record_default"],
    );
    expect([row?.indexes, row?.checks]).toEqual([row?.other_indexes, row?.other_checks]);
    await expect(
      query("test.refused", `UPDATE usage_record SET kind = 'nonsense' WHERE skill_slug = 'edge' RETURNING 1`, []),
    ).rejects.toThrow();
  });
});

describe("expire-answers", () => {
  const create = (someone: Person, key: string, body: object = { kind: "broken", text: "It is broken." }) =>
    call("POST", "/v1/skills/no-such-skill/reports", {
      key: someone.key,
      body,
      headers: { "idempotency-key": key },
    });
  const age = (someone: Person, key: string, interval: string, isOpen = false) =>
    query(
      "test.age",
      `UPDATE idempotency_record SET created_at = now() - $3::interval,
         completed_at = CASE WHEN $4 THEN NULL ELSE completed_at END, status = CASE WHEN $4 THEN NULL ELSE status END,
         body = CASE WHEN $4 THEN NULL ELSE body END
       WHERE account_id = $1 AND key = $2 RETURNING 1 AS aged`,
      [someone.id, key, interval, isOpen],
    );
  const kept = async (someone: Person) =>
    (
      await query<{ key: string }>(
        "test.kept",
        "SELECT key FROM idempotency_record WHERE account_id = $1 ORDER BY key",
        [someone.id],
      )
    ).map(({ key }) => key);

  test("deletes answers after 24 hours and abandoned claims after two minutes, and keeps younger ones", async () => {
    const someone = await person();
    const aged = [
      ["a-young", "23 hours 59 minutes", false],
      ["b-old", "24 hours 1 minute", false],
      ["c-running", "1 minute", true],
      ["d-dead", "3 minutes", true],
    ] as const;
    for (const [key, interval, isOpen] of aged) {
      expect((await create(someone, key)).status).toBe(404);
      expect(await age(someone, key, interval, isOpen)).toHaveLength(1);
    }
    expect(sum(await twiceAtOnce(expireAnswers))).toBe(2);
    expect(await kept(someone)).toEqual(["a-young", "c-running"]);
    expect((await create(someone, "a-young")).headers.get("idempotency-replayed")).toBe("true");
    expect((await create(someone, "c-running")).body.error.code).toBe("idempotency_in_progress");
    const other = { kind: "other", text: "Something else altogether." };
    expect((await create(someone, "a-young", other)).body.error.code).toBe("idempotency_key_reused");
    const anew = await create(someone, "b-old", other);
    expect([anew.status, anew.headers.get("idempotency-replayed")]).toEqual([404, null]);
  });

  test("an answer that is older than 24 hours is not replayed, though no job has been there", async () => {
    const someone = await person();
    await create(someone, "key");
    await age(someone, "key", "24 hours 1 second");
    expect((await create(someone, "key")).headers.get("idempotency-replayed")).toBeNull();
  });
});

describe("expire-windows", () => {
  test("deletes counters older than a day, and keeps current ones", async () => {
    const count = (subject: string, interval: string) =>
      query(
        "test.count",
        `INSERT INTO rate_counter (bucket, subject, window_start, count) VALUES ('register', $1, now() - $2::interval, $3) RETURNING 1 AS counted`,
        [subject, interval, WINDOWS.register.most],
      );
    await count("now", "0 seconds");
    await count("yesterday", "23 hours 59 minutes");
    await count("long-ago", "24 hours 1 minute");
    await count("longer-ago", "40 days");
    expect(sum(await twiceAtOnce(expireWindows))).toBe(2);
    const rows = await query("test.windows", "SELECT subject FROM rate_counter ORDER BY subject", []);
    expect(rows).toEqual([{ subject: "now" }, { subject: "yesterday" }]);
  });
});

describe("every job", () => {
  test("run twice, and in two processes at once, does what is due once", async () => {
    const [buyer, developer] = [await personWith(20), await person()];
    const { slug } = await liveSkill(developer, subscription());
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    await query(
      "test.time",
      `UPDATE purchase SET started_at = started_at - interval '32 days', anchor_at = anchor_at - interval '32 days',
         current_period_end = current_period_end - interval '32 days' WHERE buyer_id = $1 RETURNING 1 AS moved`,
      [buyer.id],
    );
    await call("PATCH", "/v1/credits/settings", { key: buyer.key, body: { low_balance_threshold: 12 } });
    for (let round = 0; round < 2; round++) for (const { run } of JOBS) await twiceAtOnce(run);
    expect(await available(buyer)).toBe(10);
    const ledger = (await call("GET", "/v1/ledger", { key: buyer.key })).body.data;
    expect(ledger.map(({ amount }) => amount)).toEqual([-5, -5, 20]);
    const told = (await call("GET", "/v1/notifications", { key: buyer.key })).body.data.map(({ kind }) => kind);
    expect(told).toEqual(["low_balance", "purchase_made"]);
  });
});
