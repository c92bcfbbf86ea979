import { expect, test } from "vitest";
import { median } from "@/lib/supply/review/waiting-time";

test("a median is the middle value, the mean of the two middle ones, and null of nothing", () => {
  expect(median([])).toBeNull();
  expect(median([7])).toBe(7);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 4])).toBe(3);
});
