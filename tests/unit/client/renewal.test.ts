import { describe, expect, test } from "vitest";
import { dayText, firstRenewal } from "@/lib/interfaces/client/renewal";

describe("a renewal", () => {
  test("first renews on the same day of the next period, or on the last one of a shorter month", () => {
    const renewal = (interval: string, from: string) =>
      firstRenewal(interval, new Date(from)).toISOString().slice(0, 10);
    expect(renewal("month", "2026-11-22T10:00:00Z")).toBe("2026-12-22");
    expect(renewal("month", "2026-01-31T10:00:00Z")).toBe("2026-02-28");
    expect(renewal("year", "2028-02-29T10:00:00Z")).toBe("2029-02-28");
    expect(renewal("week", "2026-12-30T10:00:00Z")).toBe("2027-01-06");
  });

  test("names the year of a day only when it is another one", () => {
    const now = new Date("2026-11-22T10:00:00Z");
    expect(dayText("2026-12-22T10:00:00Z", now)).toBe("Dec 22");
    expect(dayText("2027-01-06T10:00:00Z", now)).toBe("Jan 6, 2027");
  });
});
