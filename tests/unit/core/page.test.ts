import { expect, test } from "vitest";
import { MAX_TOTAL, toPage } from "@/lib/platform/core/page";

const rows = (count: number) => Array.from({ length: count }, (_, i) => i);

test("a total is exact up to 10,000, and says when there is more than it counts", () => {
  expect(toPage(rows(20), MAX_TOTAL, { limit: 20, offset: 0 })).toMatchObject({
    total: 10_000,
    has_more: true,
  });
  expect(toPage(rows(20), MAX_TOTAL, { limit: 20, offset: 0 })).not.toHaveProperty("total_capped");
  expect(toPage(rows(20), MAX_TOTAL + 1, { limit: 20, offset: 0 })).toMatchObject({
    total: 10_000,
    total_capped: true,
    has_more: true,
  });
});

test.each([
  [50, 50, 0, 50, false],
  [50, 51, 0, 50, true],
  [1, 51, 50, 50, false],
  [0, 51, 100, 50, false],
  [50, MAX_TOTAL, MAX_TOTAL - 50, 50, false],
  [50, MAX_TOTAL + 1, MAX_TOTAL - 50, 50, true],
  [49, MAX_TOTAL + 1, MAX_TOTAL, 50, false],
])("%i rows of %i at offset %i, %i a page: has_more is %s", (count, counted, offset, limit, hasMore) => {
  expect(toPage(rows(count), counted, { limit, offset }).has_more).toBe(hasMore);
});
