import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { query } from "@/lib/platform/core/db";
import { MAX_HEAVY_READS } from "@/lib/platform/ratelimit/heavy-reads";
import { call } from "@/tests/support/api";
import { processCount } from "@/tests/support/cluster";
import { draftSkill, type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { watchStatements } from "@/tests/support/statements";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const iso = (time: number) => new Date(time).toISOString();

/** Records `count` calls of an account at a time, every fifth of which failed. */
async function record(who: Person, at: number, count: number, skill = "one"): Promise<void> {
  await query(
    "test.usage",
    `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
     SELECT gen_random_uuid(), $1, $2, $3, $2, 'execute', CASE WHEN i % 5 = 0 THEN 'failed' ELSE 'succeeded' END,
       CASE WHEN i % 5 = 0 THEN 0 ELSE 1000 END, false, 1, $4 FROM generate_series(1, $5) AS i`,
    [who.id, randomUUID(), skill, new Date(at), count],
  );
}

const summary = async (who: Person, search: Record<string, string> = {}) =>
  (await call("GET", `/v1/usage/summary?${new URLSearchParams(search)}`, { key: who.key })).body;

const statements = watchStatements();

/** How many rows of single calls PostgreSQL reads for a summary. */
async function callsRead(who: Person, search: Record<string, string>): Promise<number> {
  statements.clear();
  await summary(who, search);
  const sent = statements.sent.find(({ text }) => text.includes("account_usage_hour"));
  if (!sent) throw new Error("the summary does not read the rollup");
  const [row] = await query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    "test.explain",
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sent.text}`,
    sent.values,
  );
  return rowsOf((row as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"][0].Plan);
}

type Plan = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};
function rowsOf(plan: Plan): number {
  const own = plan["Relation Name"]?.startsWith("usage_record")
    ? plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)
    : 0;
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
}

test("a summary is exact to the millisecond, whether the rollup has counted its calls or not", async () => {
  const who = await person();
  const spans: Record<string, string>[] = [
    {},
    { interval: "hour" },
    { skill: "two" },
    { start_date: iso(NOW - 5 * HOUR_MS + 1), end_date: iso(NOW - HOUR_MS - 1), interval: "hour" },
    { start_date: iso(NOW - 90 * MINUTE_MS), end_date: iso(NOW - 70 * MINUTE_MS) },
    { start_date: iso(NOW - 4 * HOUR_MS), end_date: iso(NOW - 3 * HOUR_MS) },
  ];
  const totals: unknown[] = [];
  await rollUpAll("analytics");
  for (const [minutes, skill] of [
    [0, "one"],
    [75, "one"],
    [80, "two"],
    [181, "two"],
    [240, "one"],
    [299, "one"],
    [300, "two"],
  ] as const)
    await record(who, NOW - minutes * MINUTE_MS, 7, skill);
  await rollUpAll("analytics");
  for (const span of spans) totals.push((await summary(who, { end_date: iso(NOW + MINUTE_MS), ...span })).totals);
  expect(totals).toMatchObject([
    { calls: 49, failed: 7, cost: 0.042 },
    { calls: 49 },
    { calls: 21 },
    { calls: 35 },
    { calls: 14 },
    { calls: 14 },
  ]);
  // This hour is whole in the first span and cut in the second.
  for (const end_date of [iso(NOW + HOUR_MS), iso(NOW + HOUR_MS - 1)]) {
    await record(who, Date.now(), 5);
    const uncounted = await summary(who, { end_date });
    await rollUpAll("analytics");
    expect(await summary(who, { end_date })).toEqual(uncounted);
    totals.push(uncounted.totals);
  }
  expect(totals.slice(-2)).toMatchObject([{ calls: 54 }, { calls: 59, failed: 9, cost: 0.05 }]);
});

test("a summary does not read the calls that the rollup has counted, however many there are", async () => {
  const who = await person();
  for (const days of [1, 5, 20]) await record(who, NOW - days * 24 * HOUR_MS + MINUTE_MS, 5_000);
  await rollUpAll("analytics");
  await query("test.analyze", "ANALYZE usage_record, account_usage_hour", []);
  const span = { end_date: iso(NOW) };
  expect((await summary(who, span)).totals).toMatchObject({ calls: 15_000, failed: 3_000 });
  expect(await callsRead(who, span)).toBeLessThan(100);
});

test("an account has a few heavy reads at a time; others are served beside them", async () => {
  const [busy, other] = [await person(), await person()];
  const { id } = await draftSkill(busy);
  const paths = [
    "/v1/usage/summary",
    "/v1/usage?skill=one",
    `/v1/developer/skills/${id}/calls?error_code=upstream_failed`,
    "/v1/ledger?offset=5000",
  ];
  for (const path of paths) {
    const busyAnswers = Array.from({ length: 30 }, () => call("GET", path, { key: busy.key }));
    expect((await call("GET", path.replace(/\/v1\/developer.*/, "/v1/usage"), { key: other.key })).status).toBe(200);
    const answers = await Promise.all(busyAnswers);
    const refused = answers.filter(({ status }) => status === 429);
    expect([path, new Set(answers.map(({ status }) => status))]).toEqual([path, new Set([200, 429])]);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(MAX_HEAVY_READS);
    expect(answers.length - refused.length).toBeLessThan(30 * processCount);
    expect([refused[0]?.body.error.code, refused[0]?.headers.get("retry-after")]).toEqual(["rate_limited", "1"]);
    expect((await call("GET", path, { key: busy.key })).status).toBe(200);
  }
});
