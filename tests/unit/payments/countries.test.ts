import { describe, expect, test } from "vitest";
import { COUNTRIES } from "@/app/console/earnings/_components/countries";
import { agreementFor, payableCountries } from "@/lib/money/payouts/countries";
import { payableOf, unitsOf } from "@/lib/money/payouts/currencies";

describe("where developers can be paid", () => {
  test("a marketplace in the region pays all of the region, one elsewhere its own country only", () => {
    for (const platform of ["US", "GB", "DE", "CH", "CA"]) {
      const countries = payableCountries(platform);
      expect(countries).toEqual(expect.arrayContaining(["US", "GB", "CA", "CH", "DE", "NO"]));
      expect(countries).not.toContain("IS");
    }
    expect(payableCountries("AU")).toEqual(["AU"]);
  });

  test("the console has a name for each of them", () => {
    const named = COUNTRIES.map(({ code }) => code);
    expect(payableCountries("US").filter((code) => !named.includes(code))).toEqual([]);
  });

  test.each([
    ["US", "US", undefined, null],
    ["US", "DE", undefined, "recipient"],
    ["US", "DE", "full", "full"],
    ["US", "US", "full", null],
    ["DE", "US", undefined, "full"],
    ["DE", "FR", "recipient", "full"],
    ["DE", "DE", undefined, null],
  ] as const)(
    "a marketplace in %s asks a developer in %s, set to %s, for %s",
    (platform, country, wanted, agreement) => {
      expect(agreementFor(country, { platform, wanted })).toBe(agreement);
    },
  );
});

test("amounts for banks are in whole forints, and yen have no cents", () => {
  expect([payableOf(3_071_050, "huf"), payableOf(7_821, "eur")]).toEqual([3_071_000, 7_821]);
  expect([unitsOf("huf"), unitsOf("jpy"), unitsOf("eur")]).toEqual([100, 1, 100]);
});
