import { describe, expect, test } from "vitest";
import { dollars, priceText, thousandCallsText } from "@/lib/skills/price-text";

const TERMS = {
  pricing_type: "usage",
  price: null,
  price_per_call: 0.002,
  subscription_interval: null,
  free_calls: 25,
  execution_type: "api",
} as const;

describe("a price", () => {
  test.each([
    [TERMS, "$0.002 per call, first 25 free"],
    [{ ...TERMS, free_calls: 1 }, "$0.002 per call, first one free"],
    [{ ...TERMS, free_calls: 0 }, "$0.002 per call"],
    [{ ...TERMS, execution_type: "download", free_calls: 0, price_per_call: 1.5 }, "$1.50 per download"],
    [{ ...TERMS, price_per_call: 0 }, "Free"],
    [{ ...TERMS, pricing_type: "subscription", price: 4 }, "$4 per month"],
    [
      { ...TERMS, pricing_type: "subscription", price: 1200, subscription_interval: "year" },
      "$1,200 per year",
    ],
  ] as const)("has its unit and what is free: %#", (terms, text) => {
    expect(priceText(terms)).toBe(text);
  });

  test("in dollars shows cents, and more decimals only where there are some", () => {
    expect([4, 12.5, 0.002, 0.000001].map(dollars)).toEqual(["$4", "$12.50", "$0.002", "$0.000001"]);
  });

  test("of a call below a dollar is also said for 1,000 calls", () => {
    expect(thousandCallsText(TERMS)).toBe("$2");
    expect(thousandCallsText({ ...TERMS, price_per_call: 0.000001 })).toBe("$0.001");
    for (const terms of [
      { ...TERMS, price_per_call: 0 },
      { ...TERMS, price_per_call: 1 },
      { ...TERMS, execution_type: "download" },
      { ...TERMS, pricing_type: "subscription", price: 4 },
    ] as const)
      expect(thousandCallsText(terms)).toBeNull();
  });
});
