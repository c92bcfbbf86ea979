import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { administrator, type Person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";

const DAY_MS = 24 * 60 * 60 * 1000;
const HISTORY_DAYS = 40;

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
  await query("test.ensure", "SELECT usage_partitions_ensure(now() - interval '2 months', 3)", []);
});

type Call = { buyer: string; seller: string; day: number; isFailed: boolean };

/** Records calls that were made some days ago. */
async function record(calls: Call[]): Promise<void> {
  await query(
    "test.usage",
    `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
     SELECT gen_random_uuid(), buyer, seller, seller, seller, 'execute', CASE WHEN "isFailed" THEN 'failed' ELSE 'succeeded' END, 0, false, 1,
       now() - make_interval(days => day) FROM jsonb_to_recordset($1::jsonb) AS c (buyer uuid, seller uuid, day int, "isFailed" boolean)`,
    [JSON.stringify(calls)],
  );
}

/** The same metrics, counted from the usage records. Days are counted back from today. */
async function counted(oldest: number, newest: number) {
  const [row] = await query<Record<string, number>>(
    "test.counted",
    `SELECT count(DISTINCT account_id) FILTER (WHERE account_id <> developer_id)::int AS active_buyers,
       count(DISTINCT developer_id) FILTER (WHERE account_id <> developer_id)::int AS active_sellers,
       count(*) FILTER (WHERE status = 'succeeded')::int AS calls
       FROM usage_record WHERE utc_day(created_at) BETWEEN utc_day(now()) - $1::int AND utc_day(now()) - $2::int`,
    [oldest, newest],
  );
  return row;
}

test("active buyers, active sellers and calls match the usage records, for any period and each of its days", async () => {
  const [buyers, sellers] = [12, 5].map((count) => Array.from({ length: count }, () => randomUUID()));
  const one = (list: string[] = [], place = 0) => list[place % list.length] ?? "";
  const calls = Array.from(
    { length: 90 },
    (_, i): Call => ({
      // Some buyers are active daily, some after long gaps; developers also use their own skills, which does not count.
      buyer: i % 9 === 0 ? one(sellers, i) : one(buyers, 7 * i + Math.floor(i / 8)),
      seller: one(sellers, i % 7 === 0 ? 0 : i),
      day: Math.max(0, HISTORY_DAYS - Math.floor((i * HISTORY_DAYS) / 90) - (i % 2)),
      isFailed: i % 8 === 0,
    }),
  ).sort((a, b) => b.day - a.day);
  // Several rollups, which split days between them.
  for (const [start, end] of [
    [0, 25],
    [25, 31],
    [31, 58],
    [58, 90],
  ]) {
    await record(calls.slice(start, end));
    await rollUpAll("analytics");
  }
  for (const days of [1, 2, 7, 13, 20, 30, 365]) {
    const { body } = await call("GET", `/v1/admin/overview?days=${days}`, { key: admin.key });
    expect(body.totals).toMatchObject((await counted(days - 1, 0)) ?? {});
    expect(body.previous).toMatchObject((await counted(2 * days - 1, days)) ?? {});
    for (const day of body.days as { day: string }[]) {
      const ago = Math.round((Date.parse(String(body.to)) - Date.parse(day.day)) / DAY_MS);
      if (ago <= HISTORY_DAYS) expect(day).toMatchObject((await counted(ago, ago)) ?? {});
    }
  }
  expect((await counted(HISTORY_DAYS, 0))?.active_buyers).toBeGreaterThan(10);
});
