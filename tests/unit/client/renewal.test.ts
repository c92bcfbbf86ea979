import { describe, expect, test } from "vitest";
import { dayText } from "@/lib/interfaces/client/renewal";

describe("a renewal", () => {
  test("names the year of a day only when it is another one", () => {
    const now = new Date("2026-11-22T10:00:00Z");
    expect(dayText("2026-12-22T10:00:00Z", now)).toBe("Dec 22");
    expect(dayText("2027-01-06T10:00:00Z", now)).toBe("Jan 6, 2027");
  });
});
