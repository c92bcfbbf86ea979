import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCredits, parseCredits, toCredits } from "@/lib/platform/core/money";

describe("credits", () => {
  test.each([
    ["12.5", 12_500_000n],
    ["0.0025", 2_500n],
    ["0.000001", 1n],
    ["-3", -3_000_000n],
    [0.1, 100_000n],
    [0.3, 300_000n],
    [10_000, 10_000_000_000n],
  ])("%s is read exactly", (text, micros) => {
    expect(parseCredits(text)).toBe(micros);
  });

  test.each([
    "1.0000001",
    "1e3",
    "0x10",
    "",
    ".5",
    "1.",
    "1,5",
    " 1",
    "NaN",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e-7,
    0.1 + 0.2,
  ])("%s is refused", (text) => {
    expect(parseCredits(text)).toBeNull();
  });

  test("whatever is written reads back the same, as text and as a JSON number", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), (micros) => {
        expect(parseCredits(formatCredits(micros))).toBe(micros);
        expect(parseCredits(toCredits(micros))).toBe(micros);
      }),
      { numRuns: 5_000 },
    );
  });
});
