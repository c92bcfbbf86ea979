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

const plan = (name: string, credits: number, more: object = {}) => ({
  name,
  interval: "month" as const,
  price_micros: String(credits * 1_000_000),
  trial_days: 0,
  included_calls: null,
  beyond_micros: null,
  ...more,
});
const plans = (...all: ReturnType<typeof plan>[]): Terms => ({
  ...term(BigInt(all[0]?.price_micros ?? 0), all[0]?.interval ?? "month"),
  plans: all,
});
const CALLS = { included_calls: 10, beyond_micros: "10000" };

test.each([
  ["a single price that is named", term(5_000_000n), plans(plan("Basic", 5)), "none"],
  ["a dearer one in the place of the only plan", plans(plan("Basic", 5)), plans(plan("New", 50)), "large"],
  ["a dearer one beside it", plans(plan("Basic", 5)), plans(plan("Basic", 5), plan("New", 50)), "none"],
  [
    "another order, the dearer first",
    plans(plan("Basic", 5), plan("Pro", 50)),
    plans(plan("Pro", 50), plan("Basic", 5)),
    "large",
  ],
  [
    "a later one, the first being free",
    plans(plan("Free", 0), plan("Pro", 10)),
    plans(plan("Free", 0), plan("Pro", 100)),
    "large",
  ],
  ["10 % of a later one", plans(plan("Free", 0), plan("Pro", 10)), plans(plan("Free", 0), plan("Pro", 11)), "small"],
  [
    "calls beyond those of a free one",
    plans(plan("Free", 0, CALLS)),
    plans(plan("Free", 0, { ...CALLS, beyond_micros: "5000000" })),
    "large",
  ],
  ["calls beyond in the place of any number", term(5_000_000n), plans(plan("Basic", 5, CALLS)), "large"],
  ["a single price that is dearer than the plan was", plans(plan("Basic", 5)), term(50_000_000n), "large"],
  ["the Standard plan", term(5_000_000n), plans(plan("Mini", 1), plan("Standard", 50)), "large"],
  ["fewer calls", plans(plan("Basic", 5, CALLS)), plans(plan("Basic", 5, { ...CALLS, included_calls: 9 })), "large"],
  ["more calls", plans(plan("Basic", 5, CALLS)), plans(plan("Basic", 5, { ...CALLS, included_calls: 11 })), "none"],
] as const)("plans rise by each of them and by what a request without one pays: %s", (_, before, after, rise) =>
  expect(riseOf(before, after, 10)).toBe(rise),
);

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
