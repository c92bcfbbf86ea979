import { describe, expect, test } from "vitest";
import { riseOf, type Terms } from "@/lib/supply/skills/terms";

const usage = (pricePerCallMicros: bigint | null, freeCalls = 0): Terms => ({
  pricingType: "usage",
  priceMicros: null,
  subscriptionInterval: null,
  pricePerCallMicros,
  freeCalls,
  operationPrices: {},
  units: [],
  trialDays: 0,
  plans: [],
  operationUnits: {},
});
const tools = (operationPrices: Record<string, string>, freeCalls = 0): Terms => ({
  ...usage(0n, freeCalls),
  operationPrices,
});
const term = (priceMicros: bigint | null, subscriptionInterval: Terms["subscriptionInterval"] = "month"): Terms => ({
  pricingType: "subscription",
  priceMicros,
  subscriptionInterval,
  pricePerCallMicros: null,
  freeCalls: 0,
  operationPrices: {},
  units: [],
  trialDays: 0,
  plans: [],
  operationUnits: {},
});

describe("how much more terms cost", () => {
  test.each([
    ["the same price", usage(100n), usage(100n), "none"],
    ["a fall", usage(100n), usage(99n), "none"],
    ["10 %", usage(100n), usage(110n), "small"],
    ["a little over 10 %", usage(1_000_000n), usage(1_100_001n), "large"],
    ["a price of what was free", usage(0n), usage(1n), "large"],
    ["a price of what had none", usage(null), usage(1n), "large"],
    ["fewer free calls", usage(100n, 10), usage(100n, 9), "large"],
    ["fewer free calls at a lower price", usage(100n, 10), usage(50n, 9), "large"],
    ["more free calls", usage(100n, 10), usage(100n, 11), "none"],
    ["fewer free calls of what is free", usage(0n, 10), usage(0n, 0), "none"],
    ["10 % a term", term(100n), term(110n), "small"],
    ["a shorter term at the same price", term(100n), term(100n, "week"), "large"],
    ["a shorter term at the same price a day", term(300n), term(70n, "week"), "none"],
    ["a longer term at the same price a day", term(300n), term(3650n, "year"), "large"],
    ["a month in the place of no interval", term(100n, null), term(100n), "none"],
    ["calls in the place of terms", term(100n), usage(1n), "large"],
    ["terms in the place of calls", usage(100n), term(1n), "large"],
    ["tools with a price in the place of terms", term(100n), tools({ a: "5000000" }), "large"],
    ["fewer free calls of tools with a price", tools({ a: "100" }, 1000), tools({ a: "100" }), "large"],
    ["the same price of a tool", tools({ a: "100" }, 1000), tools({ a: "100" }, 1000), "none"],
    ["fewer free calls of tools without a price", tools({ a: "0" }, 1000), tools({ a: "0" }), "none"],
    ["terms without a price in the place of calls", usage(100n), term(0n), "none"],
  ] as const)("%s", (_, before, after, expected) => expect(riseOf(before, after, 10)).toBe(expected));
});

test.each([
  [{ price_nanos: "10000000" }, "none"],
  [{ price_nanos: "9000000" }, "none"],
  [{ price_nanos: "11000000" }, "small"],
  [{ price_nanos: "11000001" }, "large"],
  [{ most: 110 }, "small"],
  [{ most: 111 }, "large"],
  [{ free: 19 }, "large"],
  [{ free: 21 }, "none"],
  [{ name: "words" }, "large"],
] as const)("a unit rises as a price does: %j is %s", (change, rise) => {
  const unit = { name: "pages", price_nanos: "10000000", most: 100, free: 20 };
  const terms = (units: Terms["units"]) => ({ ...usage(0n), units });
  expect(riseOf(terms([unit]), terms([{ ...unit, ...change }]), 10)).toBe(rise);
  expect(riseOf(terms([]), terms([unit]), 10)).toBe("large");
  expect(riseOf(terms([unit]), terms([]), 10)).toBe("none");
});
