import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { type Person, person } from "@/tests/support/people";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The beginning of the UTC day before yesterday. */
const FIRST = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
const iso = (time: number) => new Date(time).toISOString();
const day = (time: number) => iso(time).slice(0, 10);

let someone: Person;
/** Calls at the edges of a day, by name. */
const CALLS = {
  before: FIRST - 1,
  first: FIRST,
  noon: FIRST + DAY_MS / 2,
  last: FIRST + DAY_MS - 1,
  after: FIRST + DAY_MS,
};
beforeAll(async () => {
  someone = await person();
  for (const [slug, at] of Object.entries(CALLS))
    await query(
      "test.usage",
      `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
       VALUES ($1, $2, $1, $3, $1, 'execute', 'succeeded', 0, true, 1, $4)`,
      [randomUUID(), someone.id, slug, new Date(at)],
    );
});

const ask = (path: string, search: Record<string, string>) =>
  call("GET", `${path}?${new URLSearchParams(search)}`, { key: someone.key });
/** Names of the calls of a span, newest first. */
const listed = async (search: Record<string, string>) => {
  const { status, body } = await ask("/v1/usage", search);
  expect([status, body.total]).toEqual([200, body.data.length]);
  return body.data.map(({ skill }) => skill);
};

describe("GET /v1/usage", () => {
  test("without a span is everything, newest first", async () => {
    expect(await listed({})).toEqual(["after", "last", "noon", "first", "before"]);
  });

  test("start_date is inclusive, to the millisecond", async () => {
    expect(await listed({ start_date: iso(FIRST) })).toEqual(["after", "last", "noon", "first"]);
    expect(await listed({ start_date: iso(FIRST + 1) })).toEqual(["after", "last", "noon"]);
  });

  test("end_date is exclusive", async () => {
    expect(await listed({ end_date: iso(FIRST + DAY_MS) })).toEqual(["last", "noon", "first", "before"]);
    expect(await listed({ end_date: iso(FIRST + DAY_MS - 1) })).toEqual(["noon", "first", "before"]);
    expect(await listed({ start_date: iso(FIRST), end_date: iso(FIRST) })).toEqual([]);
  });

  test("a bare date is the whole UTC day, as a beginning and as an end", async () => {
    expect(await listed({ start_date: day(FIRST), end_date: day(FIRST) })).toEqual(["last", "noon", "first"]);
    expect(await listed({ end_date: day(FIRST - DAY_MS) })).toEqual(["before"]);
    expect(await listed({ start_date: day(FIRST + DAY_MS) })).toEqual(["after"]);
  });

  test("a time with an offset is the instant that it names", async () => {
    const inTwoHours = iso(FIRST + 2 * 60 * 60 * 1000).replace("Z", "+02:00");
    expect(await listed({ start_date: inTwoHours, end_date: iso(FIRST + 1) })).toEqual(["first"]);
  });

  test("a span of one skill is cut at the same places", async () => {
    expect(await listed({ start_date: day(FIRST), skill: "first" })).toEqual(["first"]);
    expect(await listed({ start_date: day(FIRST), skill: "before" })).toEqual([]);
  });
});

describe.each(["/v1/usage", "/v1/usage/summary"])("%s", (path) => {
  test("refuses a start_date after end_date by name, one day after a bare one included", async () => {
    for (const [start_date, end_date] of [
      [day(FIRST + DAY_MS), day(FIRST)],
      [iso(FIRST + DAY_MS), day(FIRST)],
      [iso(FIRST + 1), iso(FIRST)],
      [day(FIRST + 9 * DAY_MS), day(FIRST)],
    ] as const) {
      const { status, body } = await ask(path, { start_date, end_date });
      expect([start_date, end_date, status, body.error?.param]).toEqual([start_date, end_date, 400, "start_date"]);
    }
  });

  test("refuses what is no date by name", async () => {
    for (const param of ["start_date", "end_date"])
      for (const text of ["2024-02-30", "yesterday", "1714521600"]) {
        const { status, body } = await ask(path, { [param]: text });
        expect([text, status, body.error?.param]).toEqual([text, 400, param]);
      }
  });
});
