import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { INTERVAL_NAMES, INTERVALS, type Interval, termEnd } from "@/lib/supply/skills/intervals";
import * as oracle from "@/tests/support/oracles";
import * as model from "@/tests/year/model/calendar";

const LIST = "lib/supply/skills/intervals.ts";
/** Days of an average month, by which `price_rank` compares terms of days: 365.25 / 12. */
const [MONTH_DAYS_TIMES_16, SIXTEEN] = [487n, 16n];
const FIRST_SUBSCRIPTION_RANK = 2n ** 50n;

let machineZone: string | undefined;
beforeAll(() => {
  machineZone = process.env.TZ;
});
afterAll(() => {
  if (machineZone === undefined) delete process.env.TZ;
  else process.env.TZ = machineZone;
});

/** Moments around leap days, the ends of months and of years, and the hours at which clocks change. */
const ANCHORS = `SELECT day + hour AS anchor FROM generate_series('2027-01-01T00:00Z'::timestamptz, '2028-12-31', '1 day') AS day,
  unnest(ARRAY[interval '90 minutes', interval '6.5 hours', interval '23.5 hours']) AS hour
  WHERE extract(day FROM day AT TIME ZONE 'UTC') IN (1, 14, 15) OR extract(day FROM day AT TIME ZONE 'UTC') > 25
    OR extract(month FROM day AT TIME ZONE 'UTC') IN (2, 3, 11)`;
const TERMS = [1, 2, 3, 11, 12, 13, 48];
type Row = { anchor: Date; term: number; end: Date | null };

describe.each(INTERVAL_NAMES)("a term of a %s", (interval: Interval) => {
  test.each(["UTC", "America/New_York", "Pacific/Apia"])(
    "ends when PostgreSQL, the pages, and the rules of a year say, with clocks of %s",
    async (zone) => {
      process.env.TZ = zone;
      const client = await pool().connect();
      try {
        await client.query(`SET TIME ZONE '${zone}'`);
        const { rows } = await client.query<Row>(
          `SELECT anchor, term, term_end(anchor, $1, term) AS end FROM (${ANCHORS}) AS a, unnest($2::int[]) AS term`,
          [interval, TERMS],
        );
        expect(rows.length).toBeGreaterThan(1_000);
        const wrong = rows.filter(({ anchor, term, end }) => {
          const others = [
            termEnd(anchor, interval, term),
            oracle.termEnd(anchor, interval, term),
            new Date(model.termEnd(anchor.getTime(), interval, term)),
          ];
          return others.some((other) => other.getTime() !== end?.getTime());
        });
        expect(wrong.slice(0, 3), `term_end.sql adds for a ${interval} what ${LIST} says`).toEqual([]);
      } finally {
        await client.query("RESET TIME ZONE");
        client.release();
      }
    },
  );

  test("ranks its price beside those of other terms", async () => {
    const { rows: expressions } = await pool().query<{ expression: string }>(
      `SELECT pg_get_expr(d.adbin, d.adrelid) AS expression FROM pg_attrdef d
         JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
       WHERE d.adrelid = 'listing'::regclass AND a.attname = 'price_rank'`,
    );
    const price = 1_000_000_000n;
    const { rows } = await pool().query<{ rank: string; of_plan: string }>(
      `SELECT (${expressions[0]?.expression})::text AS rank, plan_rank(jsonb_build_array(
          jsonb_build_object('interval', $2, 'price_micros', $1::text),
          jsonb_build_object('interval', $2, 'price_micros', ($1 + 1000)::text)))::text AS of_plan FROM (VALUES
        ('subscription', NULL::bigint, $1::bigint, $2::text)
      ) AS l (pricing_type, price_per_call_micros, price_micros, subscription_interval)`,
      [String(price), interval],
    );
    const { adds } = INTERVALS[interval];
    const monthly =
      "days" in adds ? (price * MONTH_DAYS_TIMES_16) / (SIXTEEN * BigInt(adds.days)) : price / BigInt(adds.months);
    expect(rows[0]?.rank, `listing.price_rank knows a ${interval}: write a migration of the column`).toBe(
      String(FIRST_SUBSCRIPTION_RANK + monthly),
    );
    expect(rows[0]?.of_plan, `plan_rank.sql knows a ${interval}`).toBe(rows[0]?.rank);
  });
});

test("the database allows the terms of the list, and no other", async () => {
  const { rows } = await pool().query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conname IN ('purchase_interval', 'skill_interval') ORDER BY conname`,
  );
  expect(rows.map(({ name }) => name)).toEqual(["purchase_interval", "skill_interval"]);
  for (const { name, definition } of rows) {
    const allowed = [...definition.matchAll(/'(\w+)'::text/g)].map(([, value]) => value);
    expect(allowed, `${name} allows what ${LIST} says: write a migration of the constraint`).toEqual(INTERVAL_NAMES);
  }
});

test("terms are listed from the shortest to the longest, and PostgreSQL compares the same days", async () => {
  const days = Object.values(INTERVALS).map(({ comparedDays }) => Number(comparedDays));
  const { rows } = await pool().query("SELECT term_days(name) AS days FROM unnest($1::text[]) AS name", [
    INTERVAL_NAMES,
  ]);
  expect(
    rows.map((row) => row.days),
    `term_days in term_end.sql says what ${LIST} says`,
  ).toEqual(days);
  expect(days).toEqual(days.toSorted((a, b) => a - b));
});
