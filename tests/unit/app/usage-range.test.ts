import { describe, expect, test } from "vitest";
import { readPeriod, readRange } from "@/app/(account)/usage/_components/range";

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 1, 3, 14, 20, 5);

describe("the range of the usage page", () => {
  test("24 hours are cut into the UTC hours that they touch", () => {
    const range = readRange({ range: "24h" }, NOW);
    expect(range.interval).toBe("hour");
    expect(range.periods).toHaveLength(25);
    expect(range.periods[0]).toBe("2026-02-02T14:00:00Z");
    expect(range.periods.at(-1)).toBe("2026-02-03T14:00:00Z");
    const even = readRange({ range: "24h" }, Math.floor(NOW / HOUR_MS) * HOUR_MS);
    expect(even.periods).toHaveLength(24);
  });

  test("an hour at the end of the range is cut where the range is, as its bar is", () => {
    const range = readRange({ range: "24h" }, NOW);
    const queryAt = (at: string) => readPeriod({ at }, range)?.query;
    expect(queryAt("2026-02-02T14:00:00Z")).toEqual({
      start_date: range.query.start_date,
      end_date: "2026-02-02T15:00:00.000Z",
    });
    expect(queryAt("2026-02-03T14:00:00Z")?.end_date).toBe(range.query.end_date);
    expect(queryAt("2026-02-03T00:00:00Z")).toEqual({
      start_date: "2026-02-03T00:00:00.000Z",
      end_date: "2026-02-03T01:00:00.000Z",
    });
  });

  test("longer ranges are cut into days, and a period outside of the range narrows nothing", () => {
    const range = readRange({ range: "7d" }, NOW);
    expect(range.interval).toBe("day");
    expect(range.periods).toHaveLength(7);
    expect(readPeriod({ at: "2026-02-01" }, range)?.query).toEqual({
      start_date: "2026-02-01",
      end_date: "2026-02-01",
    });
    for (const at of ["2026-01-01", "2026-02-01T10:00:00Z", "nonsense", ""])
      expect(readPeriod({ at }, range)).toBeNull();
  });
});
