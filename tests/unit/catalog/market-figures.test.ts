import { expect, test } from "vitest";
import { toFigures } from "@/lib/supply/catalog/market-figures";

const sums = (more: Partial<Parameters<typeof toFigures>[0]>) =>
  toFigures({ skills: "40", calls: "990", failures: "10", latency: [], purchases: "200", refunds: "3", ...more });

test("the figures of a marketplace count failed calls, too, and take the median of successful ones", () => {
  const latency = ["0", "0", "0", "1", "7", "1"];
  expect(sums({ latency })).toEqual({ skills: 40, calls: 1_000, success_rate: 0.99, p50_ms: 3, refund_rate: 0.015 });
});

test("figures of too few uses are hidden, each by itself", () => {
  expect(sums({ skills: "9", calls: "99", failures: "0", purchases: "19" })).toEqual({
    skills: null,
    calls: null,
    success_rate: null,
    p50_ms: null,
    refund_rate: null,
  });
  expect(sums({ purchases: "0" })).toMatchObject({ skills: 40, calls: 1_000, refund_rate: null });
});
