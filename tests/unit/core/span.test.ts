import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isInOrder, SPAN_FIELDS, SPAN_ORDER, spanOf } from "@/lib/platform/core/span";

const Span = z.object(SPAN_FIELDS).refine(isInOrder, SPAN_ORDER);
/** The span of a query as instants, or the path of what is wrong with it. */
function read(query: { start_date?: string; end_date?: string }) {
  const parsed = Span.safeParse(query);
  if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join("."));
  const { from, until } = spanOf(parsed.data);
  return [from?.toISOString() ?? null, until?.toISOString() ?? null];
}

describe("a span of time", () => {
  test("is open at an end that is not named", () => {
    expect(read({})).toEqual([null, null]);
    expect(read({ start_date: "2024-02-29" })).toEqual(["2024-02-29T00:00:00.000Z", null]);
  });

  test("takes a bare date as its whole UTC day, as a beginning and as an end", () => {
    expect(read({ start_date: "2024-02-28", end_date: "2024-02-28" })).toEqual([
      "2024-02-28T00:00:00.000Z",
      "2024-02-29T00:00:00.000Z",
    ]);
  });

  test("takes an instant as it is, in UTC unless it has an offset", () => {
    expect(read({ start_date: "2024-05-01T10:00", end_date: "2024-05-01T10:00:00.250Z" })).toEqual([
      "2024-05-01T10:00:00.000Z",
      "2024-05-01T10:00:00.250Z",
    ]);
    expect(read({ start_date: "2024-05-01T01:30:00+02:00" })).toEqual(["2024-04-30T23:30:00.000Z", null]);
  });

  test.each([
    ["2024-05-02", "2024-05-01"],
    ["2024-05-02T00:00:00Z", "2024-05-01"],
    ["2024-05-01T00:00:00.001Z", "2024-05-01T00:00:00Z"],
    ["2024-05-01T00:00:00-01:00", "2024-05-01T00:30:00Z"],
  ])("that begins at %s and ends at %s is refused by its beginning", (start_date, end_date) => {
    expect(read({ start_date, end_date })).toEqual(["start_date"]);
  });

  test.each([
    ["2024-05-01T23:59:59.999Z", "2024-05-01"],
    ["2024-05-01", "2024-05-01T00:00:00Z"],
    ["2024-05-01T12:00:00Z", "2024-05-01T12:00:00Z"],
  ])("that begins at %s and ends at %s is in order", (start_date, end_date) => {
    expect(read({ start_date, end_date })).toHaveLength(2);
    expect(read({ start_date, end_date })).not.toContain("start_date");
  });

  test.each([
    ["20240501", "2024-05-01T00:00:00.000Z"],
    ["2024-02", "2024-02-01T00:00:00.000Z"],
    ["2024", "2024-01-01T00:00:00.000Z"],
    ["20240501T100000Z", "2024-05-01T10:00:00.000Z"],
    ["20240501T1000+0200", "2024-05-01T08:00:00.000Z"],
    ["2024-05-01T10:00:00+0200", "2024-05-01T08:00:00.000Z"],
    ["2024-05-01T10:00-02", "2024-05-01T12:00:00.000Z"],
    ["2024-05-01T10:00 02:00", "2024-05-01T08:00:00.000Z"],
    ["2024-05-01T10", "2024-05-01T10:00:00.000Z"],
    ["2024-05-01T10:00:00,250z", "2024-05-01T10:00:00.250Z"],
    ["2024-02-29T24:00Z", "2024-03-01T00:00:00.000Z"],
  ])("takes the ISO 8601 form %s", (start_date, from) => {
    expect(read({ start_date })).toEqual([from, null]);
  });

  test("takes a bare date in the basic form, a month and a year as a whole, as an end", () => {
    expect(read({ end_date: "20240228" })).toEqual([null, "2024-02-29T00:00:00.000Z"]);
    expect(read({ end_date: "2024-12" })).toEqual([null, "2025-01-01T00:00:00.000Z"]);
    expect(read({ end_date: "2024" })).toEqual([null, "2025-01-01T00:00:00.000Z"]);
    expect(read({ start_date: "2024-06", end_date: "2024-06" })).toHaveLength(2);
  });

  test.each([
    "2024-02-30",
    "20240230",
    "202405",
    "2024-0501",
    "2024-05T10:00",
    "2024-05-01T1:00",
    "2024-05-01T10:0000",
    "2024-05-01T10:00+25:00",
    "2024-05-01TT10:00",
    "2024-W18-3",
    "2024-122",
    "2024-13-01",
    "2024-02-30T10:00:00Z",
    "2024-05-01T25:00:00Z",
    "24-05-01",
    "yesterday",
    "",
    "1714521600",
  ])("%j is no date", (text) => {
    expect(read({ start_date: text })).toEqual(["start_date"]);
    expect(read({ end_date: text })).toEqual(["end_date"]);
  });
});
