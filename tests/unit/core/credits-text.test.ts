import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { creditsText as shown } from "@/lib/interfaces/client/format";
import { withCredits } from "@/lib/platform/core/counted";
import { creditsText } from "@/lib/platform/core/money";

test("one credit is one credit, and every other amount is credits", () => {
  expect(["1", 1, "0", "0.5", "1.5", "10", "-1"].map(withCredits)).toEqual([
    "1 credit",
    "1 credit",
    "0 credits",
    "0.5 credits",
    "1.5 credits",
    "10 credits",
    "-1 credits",
  ]);
  expect([creditsText(1_000_000n), creditsText(250_000n)]).toEqual(["1 credit", "0.25 credits"]);
  expect([shown(1), shown(1234.5)]).toEqual(["1 credit", "1,234.5 credits"]);
});

/** An amount, in a template or between tags, with the noun written out behind it. */
const SPELLED = /\}\s*(?:<\/\w+>)?\s*credits\b/g;
/** Constants that are never one, and an email before the noun. */
const OTHERS = [
  /MAX_GRANT_CREDITS_PER_DAY\} credits/,
  /MIN_PAYOUT_CREDITS\} credits/,
  /minimum\} credits/,
  /email\} credits/,
];

test("no text spells the noun behind an amount by itself", () => {
  const found = globSync("{app,components,lib,host,dev,packages/*/src}/**/*.{ts,tsx}").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.match(SPELLED) && !OTHERS.some((other) => other.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
