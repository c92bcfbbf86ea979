import { describe, expect, test } from "vitest";
import { slimRow } from "@/lib/interfaces/mcp/slim";
import { durationOf } from "@/lib/supply/skills/intervals";
import {
  chargeTerms,
  mostOf,
  nextRunText,
  priceText,
  shownPrice,
  thousandCallsText,
} from "@/lib/supply/skills/price-text";
import { estimateText, planEstimateText } from "@/lib/supply/skills/unit-estimate";
import { oneOf } from "@/lib/supply/skills/unit-names";

const TERMS = {
  pricing_type: "usage",
  price: null,
  price_per_call: 0.002,
  subscription_interval: null,
  free_calls: 25,
  units: [],
  trial_days: 0,
  execution_type: "api",
} as const;

const PAGES = { name: "pages", price: 0.01, most: 100, free: 20 };
const TOKENS = { name: "tokens", price: 0.0000025, most: 1_000_000, free: 0 };

describe("a price", () => {
  test.each([
    [TERMS, "$0.002 per call, first 25 free"],
    [{ ...TERMS, free_calls: 1 }, "$0.002 per call, first one free"],
    [{ ...TERMS, free_calls: 0 }, "$0.002 per call"],
    [{ ...TERMS, execution_type: "download", free_calls: 0, price_per_call: 1.5 }, "$1.50 per download"],
    [{ ...TERMS, price_per_call: 0 }, "Free"],
    [{ ...TERMS, free_calls: 0, units: [PAGES] }, "$0.002 per call + $0.01 per page, first 20 free"],
    [
      { ...TERMS, price_per_call: 0, units: [{ ...PAGES, free: 0 }, TOKENS] },
      "$0.01 per page + $2.50 per million tokens, first 25 calls free",
    ],
    [{ ...TERMS, pricing_type: "subscription", price: 4 }, "$4 per month"],
    [{ ...TERMS, pricing_type: "subscription", price: 1200, subscription_interval: "year" }, "$1,200 per year"],
  ] as const)("has its unit and what is free: %#", (terms, text) => {
    expect(priceText(terms)).toBe(text);
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

describe("what the next run costs", () => {
  const seen = (access: object, terms: object = {}) => ({
    ...TERMS,
    ...terms,
    access: {
      reason: "pay_per_call",
      free_calls_left: null,
      included_calls_left: null,
      included_units_left: null,
      max_cost: 0.002,
      trial: null,
      ...access,
    },
  });
  const MONTHLY = { pricing_type: "subscription", price: 3, price_per_call: null };
  test.each([
    ["a visitor", seen({}), "25 free calls, then $0.002 each"],
    ["one free call", seen({}, { free_calls: 1 }), "1 free call, then $0.002 each"],
    ["no free calls", seen({}, { free_calls: 0 }), "Costs $0.002 per call"],
    ["free calls left", seen({ reason: "free_calls", free_calls_left: 4 }), "4 free calls left, then $0.002 each"],
    ["free calls used up", seen({ free_calls_left: 0 }), "Costs $0.002 per call"],
    ["a subscription", seen({ reason: "none", max_cost: null }, MONTHLY), "Subscribe to run this: $3 per month"],
    [
      "one with a trial",
      seen({ reason: "none", max_cost: null, trial: "available" }, { ...MONTHLY, trial_days: 7 }),
      "Subscribe to run this: 7 days free, then $3 per month",
    ],
    [
      "one whose trial is used",
      seen({ reason: "none", max_cost: null, trial: "used" }, { ...MONTHLY, trial_days: 1 }),
      "Subscribe to run this: $3 per month",
    ],
    ["one that is due", seen({ reason: "purchase", max_cost: 3 }, MONTHLY), "Renews your subscription: $3"],
    ["one that runs", seen({ reason: "purchase", max_cost: 0 }, MONTHLY), "No charge"],
    [
      "a call beyond the plan's",
      seen({ reason: "purchase", included_calls_left: 0, max_cost: 0.5 }, MONTHLY),
      "Costs $0.50: your plan's calls are used",
    ],
    [
      "units beyond the plan's",
      seen({ reason: "purchase", included_units_left: { pages: 0 }, max_cost: 0.5 }, MONTHLY),
      "Costs at most $0.50",
    ],
    [
      "a call that renews a plan with units",
      seen(
        {
          reason: "purchase",
          included_units_left: { pages: 9 },
          max_cost: 3,
          purchase: { current_period_end: "2026-01-01T00:00:00.000Z" },
        },
        MONTHLY,
      ),
      "Renews your subscription: $3",
    ],
    [
      "none of the plan's calls left",
      seen({ reason: "used_up" }, MONTHLY),
      "Your plan is used up until its next term.",
    ],
    ["a free skill", seen({ reason: "free" }, { price_per_call: 0 }), "No charge"],
    ["the owner", seen({ reason: "owner", free_calls_left: 25 }), "No charge"],
  ] as const)("is one sentence: %s", (_, skill, text) => {
    expect(nextRunText(skill)).toBe(text);
  });

  test("never contradicts the price beside it: free calls are named by both or by neither", () => {
    for (const free_calls_left of [null, 0])
      expect(shownPrice(seen({ free_calls_left })).includes("free")).toBe(
        nextRunText(seen({ free_calls_left })).includes("free"),
      );
  });
});

test("a call with units costs its least up to its most, and the name of one is made from that of many", () => {
  expect(mostOf({ price_per_call: 0.002, units: [PAGES, TOKENS] })).toBe(3.302);
  const names = ["pages", "queries", "matches", "classes", "input_tokens", "data", "keys"];
  expect(names.map(oneOf)).toEqual(["page", "query", "match", "class", "input token", "data", "key"]);
});

test("a yearly price is said by the month, too", () => {
  const yearly = {
    ...TERMS,
    pricing_type: "subscription",
    price: 50,
    price_per_call: null,
    subscription_interval: "year",
  } as const;
  expect(chargeTerms(yearly, 0)).toBe("That is $4.17 per month. Renews every year until you cancel.");
  expect((["day", "week", "month", "year"] as const).map(durationOf)).toEqual(["P1D", "P1W", "P1M", "P1Y"]);
});

test.each([
  [{ pages: 3 }, "With 3 pages, this call costs about $0.51."],
  [{ pages: ["a", "b", "c", "d"] }, "With 4 pages, this call costs about $0.52."],
  [{ pages: 1000 }, "With 1,000 pages, this call costs about $1.48."],
  [{ pages: 2 }, "With 2 pages, this call costs about $0.50."],
  [{ pages: "all" }, ""],
  [{}, ""],
  [null, ""],
])("with the parameters %j a call is estimated: %s", (parameters, text) => {
  expect(estimateText([{ name: "pages", price: 0.01, most: 100, free: 2 }], 0.5, parameters)).toBe(text);
});

test.each([
  [{ pages: 3 }, { pages: 900 }, "With 3 pages, this call costs nothing: your plan has 900 pages left."],
  [
    { pages: 30 },
    { pages: 20 },
    "With 30 pages, this call costs about $0.10: your plan has 20 pages left, then $0.01 per page.",
  ],
  [
    { pages: 300 },
    { pages: 0 },
    "With 300 pages, this call costs about $1: your plan has 0 pages left, then $0.01 per page.",
  ],
  [
    { files: 9 },
    { pages: 999, files: 5 },
    "With 9 files, this call costs nothing: it uses the last 5 files of your plan.",
  ],
  [{ files: 2 }, { pages: 20, files: 5 }, "With 2 files, this call costs at most $0.80: your plan has 5 files left."],
  [
    { files: 2, pages: ["a"] },
    { pages: 20, files: 5 },
    "With 1 page and 2 files, this call costs nothing: your plan has 20 pages and 5 files left.",
  ],
  [{ pages: "all" }, { pages: 20 }, ""],
])("with the parameters %j and %j left in a plan, a call is estimated: %s", (parameters, left, text) => {
  const pages = { name: "pages", most: 100, price_beyond: 0.01 };
  const units = "files" in left ? [pages, { name: "files", most: 10, price_beyond: null }] : [pages];
  expect(planEstimateText({ units, left }, parameters)).toBe(text);
});

test.each([
  [
    [
      ["year", 40],
      ["month", 4],
    ],
    "from $3.33 per month, billed yearly",
  ],
  [
    [
      ["year", 50],
      ["month", 4],
    ],
    "from $4 per month",
  ],
  [
    [
      ["month", 4],
      ["week", 0.9],
    ],
    "from $0.90 per week",
  ],
  [
    [
      ["year", 0.01],
      ["month", 4],
    ],
    "from $0.000833 per month, billed yearly",
  ],
  [
    [
      ["month", 5],
      ["month", 0],
    ],
    "Free or $5 per month",
  ],
  [
    [
      ["month", 0],
      ["month", 5],
      ["year", 48],
    ],
    "Free or from $4 per month, billed yearly",
  ],
  [
    [
      ["month", 0],
      ["year", 0],
    ],
    "Free",
  ],
] as const)("of several plans %j that of the cheapest month is said: %s", (prices, text) => {
  const plans = prices.map(([interval, price]) => ({ interval, price }));
  expect(priceText({ ...TERMS, pricing_type: "subscription", price: 40, plans })).toBe(text);
});

test("agents read of several plans the price of a term of the cheapest, and its name, by which it can be bought", () => {
  const rowOf = (...plans: object[]) =>
    slimRow({
      ...{ slug: "a", name: "a", description: "", rating: { average: null }, units: [], trial_days: 0 },
      ...{ price: 40, price_per_call: null, subscription_interval: "year", plans },
    } as unknown as Parameters<typeof slimRow>[0]);
  const [yearly, monthly] = [
    { name: "Yearly", price: 40, interval: "year" },
    { name: "Monthly", price: 9, interval: "month" },
  ];
  expect(rowOf(monthly, yearly)).toMatchObject({ price: 40, per: 'year by plan "Yearly", cheapest of 2' });
  const free = { ...monthly, price: 0 };
  expect(rowOf(yearly, free)).toMatchObject({ price: 0, per: 'month by plan "Monthly", cheapest of 2' });
  expect(rowOf(yearly)).toMatchObject({ price: 40, per: "year" });
});
