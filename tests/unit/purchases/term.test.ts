import { expect, test } from "vitest";
import { termEnd } from "@/lib/purchases/term";

const at = (text: string) => new Date(`${text}T10:00:00Z`);

/** Anchor, interval, and the ends of its first terms. */
const CALENDAR = [
  ["2027-01-31", "month", ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]],
  ["2028-01-31", "month", ["2028-02-29", "2028-03-31"]],
  ["2026-12-31", "month", ["2027-01-31", "2027-02-28"]],
  ["2028-02-29", "year", ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
  ["2026-12-28", "week", ["2027-01-04", "2027-01-11"]],
  ["2028-02-28", "day", ["2028-02-29", "2028-03-01"]],
] as const;

test.each(CALENDAR)("terms from %s by the %s follow the calendar", (anchor, interval, ends) => {
  expect(ends.map((_, index) => termEnd(at(anchor), interval, index + 1))).toEqual(
    ends.map((end) => at(end)),
  );
});
