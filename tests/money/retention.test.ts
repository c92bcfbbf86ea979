import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { forgetOld } from "@/host/retention";
import * as usage from "@/lib/demand/usage/service";
import { pool, prisma, query } from "@/lib/platform/core/db";
import { firstIdOf, newId } from "@/lib/platform/core/ids";
import { expireAnswers } from "@/lib/platform/ratelimit/idempotency";
import { call } from "@/tests/support/api";
import { personWith, run } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { watchStatements } from "@/tests/support/statements";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let developer: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  developer = await person();
});
afterAll(() => upstream.close());

const statements = watchStatements();
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

describe("expired data", () => {
  test("is deleted after its retention, and nothing that the ledger needs", async () => {
    const buyer = await personWith(10);
    const { id: skillId, slug } = await liveSkill(developer);
    for (let i = 0; i < 2; i++) await run(buyer.key, slug);
    const [old, recent] = await prisma().hold.findMany({ where: { skillId }, orderBy: { id: "asc" } });
    if (!old || !recent) throw new Error("there are no holds");
    const db = await pool().connect();
    await db.query("BEGIN; SET LOCAL session_replication_role = replica");
    const aged = firstIdOf(ago(32));
    await db.query("UPDATE hold SET id = $2, created_at = $3, closed_at = $3 WHERE id = $1", [old.id, aged, ago(32)]);
    await db.query("UPDATE usage_record SET hold_id = $2, created_at = $3 WHERE hold_id = $1", [old.id, aged, ago(32)]);
    await db.query("UPDATE ledger_transaction SET source_id = $2, created_at = $3 WHERE source_id = $1", [
      old.id,
      aged,
      ago(32),
    ]);
    await db.query("COMMIT");
    db.release();
    const session = { accountId: buyer.id, updatedAt: new Date() };
    await prisma().session.createMany({
      data: [
        { ...session, id: newId(), token: "long over", expiresAt: ago(8) },
        { ...session, id: newId(), token: "just over", expiresAt: ago(1) },
      ],
    });
    await prisma().budgetSpend.createMany({
      data: [ago(101), ago(50), new Date(0)].map((periodStart) => ({ spendId: buyer.keyId, periodStart })),
    });
    await prisma().skillCallerDay.createMany({
      data: [101, 99].map((days) => ({ skillId, accountId: buyer.id, day: ago(days) })),
    });
    const event = { type: "charge.refunded", payload: { object: { email: buyer.email } } };
    await prisma().paymentEvent.createMany({
      data: [
        { ...event, id: "evt_old", receivedAt: ago(91), processedAt: ago(91) },
        { ...event, id: "evt_recent", receivedAt: ago(89), processedAt: ago(89) },
      ],
    });
    expect(await forgetOld()).toBeGreaterThanOrEqual(5);
    expect((await prisma().hold.findMany({ where: { skillId } })).map(({ id }) => id)).toEqual([recent.id]);
    expect(await prisma().usageRecord.count({ where: { skillId } })).toBe(2);
    expect((await prisma().session.findMany({ where: { accountId: buyer.id } })).map(({ token }) => token)).toEqual([
      "just over",
    ]);
    expect(await prisma().budgetSpend.count({ where: { spendId: buyer.keyId } })).toBe(2);
    expect(await prisma().skillCallerDay.count({ where: { skillId } })).toBe(1);
    const events = await prisma().paymentEvent.findMany({
      where: { id: { in: ["evt_old", "evt_recent"] } },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ payload }) => payload)).toEqual([{}, event.payload]);
    await forgetOld();
  });

  test("is deleted in batches, however much there is", async () => {
    const { id } = await person();
    await query(
      "test.answers",
      `INSERT INTO idempotency_record (account_id, key, token, fingerprint, created_at, completed_at)
       SELECT $1, 'old-' || i, gen_random_uuid(), '', now() - interval '2 days', CASE WHEN i % 2 = 0 THEN now() END FROM generate_series(1, 5000) AS i`,
      [id],
    );
    statements.clear();
    expect(await expireAnswers()).toBe(5000);
    const deletions = statements.sent.filter(({ text }) => /^DELETE FROM .*idempotency_record.* LIMIT/.test(text));
    expect(deletions).toHaveLength(3);
    expect(await prisma().idempotencyRecord.count({ where: { accountId: id } })).toBe(0);
  });
});

describe("the months of usage", () => {
  const nameOf = async (months: number) =>
    (
      await query<{ name: string }>(
        "test.month",
        "SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => $1), '\"usage_record_\"YYYY_MM') AS name",
        [months],
      )
    )[0]?.name ?? "";
  const ensure = (months: number) =>
    query("test.ensure", "SELECT usage_partitions_ensure(now() + make_interval(months => $1), 0) AS made", [months]);

  test("are created beside calls, and retried after a long read", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(developer);
    await pool().query(`DROP TABLE ${await nameOf(3)}`);
    const reader = await pool().connect();
    await reader.query("BEGIN");
    await reader.query("SELECT count(*) FROM usage_record");
    const [made, answer] = await Promise.all([usage.ensurePartitions(), run(buyer.key, slug)]);
    expect([made, answer.status]).toEqual([0, 200]);
    await reader.query("COMMIT");
    reader.release();
    expect(await usage.ensurePartitions()).toBe(1);
    expect(await usage.ensurePartitions()).toBe(0);
  });

  test("take in what came before they were made", async () => {
    const buyer = await person();
    const { id: skillId } = await liveSkill(developer);
    const createdAt = new Date(Date.now() + 200 * DAY_MS);
    await prisma().usageRecord.create({
      data: {
        id: newId(),
        accountId: buyer.id,
        skillId,
        skillSlug: "any",
        developerId: developer.id,
        kind: "execute",
        status: "succeeded",
        costMicros: 0n,
        free: true,
        durationMs: 1,
        createdAt,
      },
    });
    const astray = () => query("test.astray", "SELECT 1 FROM usage_record_default WHERE skill_id = $1", [skillId]);
    expect(await astray()).toHaveLength(1);
    for (const months of [5, 6, 7, 8]) expect(await ensure(months)).toEqual([{ made: 1 }]);
    expect(await astray()).toHaveLength(0);
    expect(await prisma().usageRecord.count({ where: { skillId, createdAt } })).toBe(1);
  });

  test("do not follow a clock that is wrong", async () => {
    const buyer = await personWith(10);
    const { id: skillId, slug } = await liveSkill(developer);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300 * DAY_MS });
    expect((await run(buyer.key, slug)).status).toBe(200);
    vi.useRealTimers();
    const record = await prisma().usageRecord.findFirstOrThrow({ where: { skillId } });
    expect(record.createdAt.getTime()).toBeLessThan(Date.now() + 2 * DAY_MS);
    const listed = await call("GET", "/v1/usage", { key: buyer.key });
    expect(listed.body.total).toBe(1);
  });
});
