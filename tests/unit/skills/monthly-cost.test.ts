import { describe, expect, test } from "vitest";
import { compareHref, readAsked } from "@/app/(market)/compare/_components/asked";
import { monthlyCost } from "@/lib/supply/skills/monthly-cost";

const PER_CALL = {
  pricing_type: "usage" as const,
  price: null,
  price_per_call: 0.002,
  subscription_interval: null,
  free_calls: 0,
  units: [],
  execution_type: "api",
  plans: [],
};
const SUBSCRIBED = { ...PER_CALL, pricing_type: "subscription" as const, price_per_call: null, price: 1.5 };

describe("a month of use costs", () => {
  test("each call its price, without the errors of fractions", () => {
    expect(monthlyCost(PER_CALL, 1_000)).toEqual({ amount: 2, text: "$2" });
    expect(monthlyCost({ ...PER_CALL, price_per_call: 0.1 }, 3)).toEqual({ amount: 0.3, text: "$0.30" });
    expect(monthlyCost({ ...PER_CALL, price_per_call: 0.000001 }, 1).amount).toBe(0.000001);
  });

  test("less in the first month, where there are free calls", () => {
    expect(monthlyCost({ ...PER_CALL, free_calls: 250 }, 1_000)).toEqual({
      amount: 2,
      text: "$2, $1.50 the first month",
    });
    expect(monthlyCost({ ...PER_CALL, free_calls: 5_000 }, 1_000).text).toBe("$2, $0 the first month");
  });

  test("a subscription's price, however many calls there are, whatever its term", () => {
    expect(monthlyCost({ ...SUBSCRIBED, subscription_interval: "month" }, 9)).toEqual({ amount: 1.5, text: "$1.50" });
    expect(monthlyCost({ ...SUBSCRIBED, subscription_interval: "week" }, 9).text).toBe("about $6.43");
    expect(monthlyCost({ ...SUBSCRIBED, price: 365, subscription_interval: "year" }, 9).text).toBe("about $30");
  });

  test("of several plans, that of the one where so many calls cost least", () => {
    const plan = { name: "Basic", interval: "month" as const, price: 5, price_beyond: null, included_units: [] };
    const basic = { ...plan, included_calls: 100 };
    const flat = { ...plan, name: "Flat", price: 20, included_calls: null };
    const yearly = { ...plan, name: "Yearly", interval: "year" as const, price: 36.5, included_calls: 3_650 };
    const cost = (calls: number, ...plans: (typeof basic | typeof flat)[]) =>
      monthlyCost({ ...SUBSCRIBED, plans }, calls);
    expect(cost(100, basic, flat)).toEqual({ amount: 5, text: "$5 (Basic)" });
    expect(cost(101, basic, flat)).toEqual({ amount: 20, text: "$20 (Flat)" });
    expect(cost(101, basic)).toEqual({ amount: null, text: "More calls than its plans include" });
    expect(monthlyCost({ ...SUBSCRIBED, plans: [basic, yearly] }, 300).text).toBe("about $3 (Yearly)");
    expect(monthlyCost({ ...SUBSCRIBED, plans: [{ ...basic, price: 0, price_beyond: 0.5 }] }, 104).amount).toBe(2);
    expect(monthlyCost({ ...SUBSCRIBED, plans: [{ ...plan, included_calls: null, included_units: [{}] }] }, 1)).toEqual(
      {
        amount: null,
        text: "By units",
      },
    );
  });

  test("nothing for what is free, and no comparable amount for downloads", () => {
    expect(monthlyCost({ ...PER_CALL, price_per_call: 0 }, 5)).toEqual({ amount: 0, text: "Free" });
    expect(monthlyCost({ ...SUBSCRIBED, price: 0 }, 5)).toEqual({ amount: 0, text: "Free" });
    const download = { ...PER_CALL, price_per_call: 2, execution_type: "download" };
    expect(monthlyCost(download, 5)).toEqual({ amount: null, text: "$2 per download" });
  });
});

describe("an address of the comparison", () => {
  test("names up to four skills, each once, and a number of calls", () => {
    expect(readAsked({ skills: "a, B,a", calls: "5000" })).toEqual({ slugs: ["a", "b"], calls: 5_000, ignored: 0 });
    expect(readAsked({ skills: ["a,b", "c,d,e"] })).toEqual({
      slugs: ["a", "b", "c", "d"],
      calls: 1_000,
      ignored: 1,
    });
  });

  test("is read as far as it makes sense", () => {
    expect(readAsked({})).toEqual({ slugs: [], calls: 1_000, ignored: 0 });
    expect(readAsked({ skills: `<b>,\0,../x,${"a".repeat(65)},ok` }).slugs).toEqual(["ok"]);
    for (const calls of ["", "0", "-5", "1.5", "many", "100000001"])
      expect(readAsked({ skills: "a", calls }).calls).toBe(1_000);
  });

  test("is short, and comes back as it was", () => {
    expect(compareHref(["a", "b"], 1_000)).toBe("/compare?skills=a,b");
    expect(compareHref(["a", "b"], 50, "/compare.md")).toBe("/compare.md?skills=a,b&calls=50");
    expect(compareHref([], 50)).toBe("/compare?skills=");
  });
});
