import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { type Person, person } from "@/tests/support/people";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The beginning of the UTC day before yesterday. */
const FIRST = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
const iso = (time: number) => new Date(time).toISOString();
const hour = (time: number) => iso(time).replace(":00:00.000Z", ":00:00Z");

type Call = { at: number; skill?: string; micros?: number; isFailed?: boolean; keyId?: string };

/** Writes down calls as if they had been made. */
async function called(who: Person, calls: Call[]): Promise<void> {
  for (const { at, skill = "one", micros = 1_000, isFailed = false, keyId = null } of calls) {
    await query(
      "test.usage",
      `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, error_code, duration_ms, created_at, key_id)
       VALUES ($1, $2, $1, $3, $1, 'execute', $4, $5, false, $6, 1, $7, $8)`,
      [
        randomUUID(),
        who.id,
        skill,
        isFailed ? "failed" : "succeeded",
        isFailed ? 0 : micros,
        isFailed ? "upstream_failed" : null,
        new Date(at),
        keyId,
      ],
    );
  }
}

const summary = (who: Person, search: Record<string, string> = {}) =>
  call("GET", `/v1/usage/summary?${new URLSearchParams(search)}`, { key: who.key });
const twoDays = { start_date: iso(FIRST), end_date: iso(FIRST + 2 * DAY_MS) };

describe("GET /v1/usage/summary by the hour", () => {
  test("a call belongs to the UTC hour in which it was made, to the last millisecond", async () => {
    const who = await person();
    await called(who, [
      { at: FIRST + HOUR_MS },
      { at: FIRST + 2 * HOUR_MS - 1 },
      { at: FIRST + 2 * HOUR_MS, isFailed: true },
      { at: FIRST + DAY_MS - 1, skill: "two" },
      { at: FIRST + DAY_MS, skill: "two", micros: 250_000 },
    ]);
    const { status, body } = await summary(who, { ...twoDays, interval: "hour" });
    expect(status).toBe(200);
    expect(body.interval).toBe("hour");
    expect(body.data).toEqual([
      { date: hour(FIRST + HOUR_MS), skill: "one", calls: 2, failed: 0, cost: 0.002 },
      { date: hour(FIRST + 2 * HOUR_MS), skill: "one", calls: 1, failed: 1, cost: 0 },
      { date: hour(FIRST + 23 * HOUR_MS), skill: "two", calls: 1, failed: 0, cost: 0.001 },
      { date: hour(FIRST + DAY_MS), skill: "two", calls: 1, failed: 0, cost: 0.25 },
    ]);
  });

  test("the hours of a day sum up to the day, and both to the same totals", async () => {
    const who = await person();
    const minutes = [0, 1, 59, 60, 61, 719, 720, 1_380, 1_439, 1_440, 2_000, 2_879];
    await called(
      who,
      minutes.map((minute, at) => ({
        at: FIRST + minute * 60_000,
        skill: at % 2 ? "one" : "two",
        micros: 1 + at * 333_333,
        isFailed: at % 5 === 4,
      })),
    );
    type Row = { date: string; skill: string; calls: number; failed: number; cost: number };
    const hours = (await summary(who, { ...twoDays, interval: "hour" })).body;
    const days = (await summary(who, twoDays)).body;
    expect(days.interval).toBe("day");
    expect(hours.totals).toEqual(days.totals);
    expect(days.totals).toMatchObject({ calls: minutes.length, failed: 2 });
    const byDay = new Map<string, { calls: number; failed: number; cost: number }>();
    for (const { date, skill, calls, failed, cost } of hours.data as Row[]) {
      const key = `${date.slice(0, "2026-11-20".length)} ${skill}`;
      const sum = byDay.get(key) ?? { calls: 0, failed: 0, cost: 0 };
      byDay.set(key, {
        calls: sum.calls + calls,
        failed: sum.failed + failed,
        cost: Math.round((sum.cost + cost) * 1e6) / 1e6,
      });
    }
    for (const { date, skill, ...figures } of days.data as Row[])
      expect(byDay.get(`${date} ${skill}`)).toEqual(figures);
    expect(byDay.size).toBe(days.data.length);
  });

  test("covers the last 24 hours by default, and one skill on request", async () => {
    const who = await person();
    const now = Date.now();
    await called(who, [
      { at: now - 60_000, skill: "one" },
      { at: now - 60_000, skill: "two" },
      { at: now - DAY_MS - HOUR_MS, skill: "one" },
    ]);
    const calls = async (search: Record<string, string>) => (await summary(who, search)).body.totals;
    expect(await calls({ interval: "hour" })).toMatchObject({ calls: 2 });
    expect(await calls({ interval: "hour", skill: "two" })).toMatchObject({ calls: 1 });
    expect(await calls({})).toMatchObject({ calls: 3 });
  });

  test("accounts see only their own calls, and anonymous requests none", async () => {
    const [who, other] = [await person(), await person()];
    await called(other, [{ at: FIRST + HOUR_MS }]);
    const { body } = await summary(who, { ...twoDays, interval: "hour" });
    expect(body.data).toEqual([]);
    expect(body.totals).toEqual({ calls: 0, failed: 0, cost: 0 });
    expect((await call("GET", "/v1/usage/summary?interval=hour")).status).toBe(401);
  });

  test("7 days can be cut into hours, a moment more cannot, and the answer names the interval", async () => {
    const who = await person();
    const start_date = iso(FIRST);
    const week = FIRST + 7 * DAY_MS;
    expect((await summary(who, { start_date, end_date: iso(week), interval: "hour" })).status).toBe(200);
    const { status, body } = await summary(who, { start_date, end_date: iso(week + 1), interval: "hour" });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_request", param: "interval" });
    expect(body.error.message).toMatch(/at most 7 days/);
    expect((await summary(who, { start_date, end_date: iso(week + 1) })).status).toBe(200);
  });

  test("an unknown interval is refused by name", async () => {
    const who = await person();
    for (const interval of ["minute", "", "HOUR", "day; drop table usage_record"]) {
      const { status, body } = await summary(who, { interval });
      expect(status).toBe(400);
      expect(body.error.param).toBe("interval");
    }
  });
});

describe("usage by key and status", () => {
  const sumsOf = async (who: Person, search: Record<string, string>) => {
    const { status, body } = await summary(who, { ...twoDays, ...search });
    expect(status).toBe(200);
    const listed = await call("GET", `/v1/usage?${new URLSearchParams({ ...twoDays, ...search })}`, {
      key: who.key,
    });
    expect((body.totals as { calls: number }).calls).toBe(listed.body.total);
    return body.totals;
  };

  test("the totals and the list follow the same filters, alone and together", async () => {
    const [who, other] = [await person(), await person()];
    const keyId = randomUUID();
    await called(who, [
      { at: FIRST, keyId, micros: 1_000_000 },
      { at: FIRST + HOUR_MS, keyId, micros: 2_000_000, skill: "two" },
      { at: FIRST + DAY_MS, keyId, isFailed: true },
      { at: FIRST, micros: 4_000_000 },
      { at: FIRST + DAY_MS, isFailed: true, skill: "two" },
    ]);
    expect(await sumsOf(who, {})).toEqual({ calls: 5, failed: 2, cost: 7 });
    expect(await sumsOf(who, { status: "failed" })).toEqual({ calls: 2, failed: 2, cost: 0 });
    expect(await sumsOf(who, { status: "succeeded" })).toEqual({ calls: 3, failed: 0, cost: 7 });
    expect(await sumsOf(who, { key_id: keyId })).toEqual({ calls: 3, failed: 1, cost: 3 });
    expect(await sumsOf(who, { key_id: keyId, status: "failed" })).toEqual({ calls: 1, failed: 1, cost: 0 });
    expect(await sumsOf(who, { key_id: keyId, skill: "two", status: "succeeded" })).toEqual({
      calls: 1,
      failed: 0,
      cost: 2,
    });
    expect(await sumsOf(other, { key_id: keyId })).toEqual({ calls: 0, failed: 0, cost: 0 });
  });

  test("an unknown status is refused by name", async () => {
    const who = await person();
    for (const path of ["/v1/usage", "/v1/usage/summary"]) {
      const { status, body } = await call("GET", `${path}?status=broken`, { key: who.key });
      expect([status, body.error.param]).toEqual([400, "status"]);
    }
  });
});

describe("GET /v1/usage by key", () => {
  test("only what was done with that key is listed and counted; another account's key lists nothing", async () => {
    const [who, other] = [await person(), await person()];
    const keyId = randomUUID();
    await called(who, [
      { at: FIRST, keyId },
      { at: FIRST + HOUR_MS, keyId },
      { at: FIRST, keyId: randomUUID() },
    ]);
    const list = (someone: Person, search: Record<string, string>) =>
      call("GET", `/v1/usage?${new URLSearchParams(search)}`, { key: someone.key });
    const all = await list(who, { key_id: keyId });
    expect([all.status, all.body.total, all.body.data.length]).toEqual([200, 2, 2]);
    const last = await list(who, { key_id: keyId, start_date: iso(FIRST + 1), limit: "1" });
    expect(last.body.total).toBe(1);
    expect((await list(other, { key_id: keyId })).body.total).toBe(0);
    expect((await list(who, { key_id: "not-an-id" })).status).toBe(400);
  });
});
