import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dollars } from "@/lib/platform/core/dollars";
import { inDollars } from "@/lib/platform/core/money";
import { MAIL_KINDS } from "@/lib/platform/notifications/mail-kinds";

test("amounts show cents, and more decimals only where there are some", () => {
  expect([4, 12.5, 0.002, 0.000001, -1.5, 1234.5].map(dollars)).toEqual([
    "$4",
    "$12.50",
    "$0.002",
    "$0.000001",
    "-$1.50",
    "$1,234.50",
  ]);
  expect(["25", "11.9", "{{credits}}"].map(dollars)).toEqual(["$25", "$11.90", `$${"{{credits}}"}`]);
  expect([inDollars(1_000_000n), inDollars(250_000n)]).toEqual(["$1", "$0.25"]);
});

/** The word in a sentence or as a title; comments, declarations and credit notes are none. */
const SPOKEN = /(?<!\b(?:const|return|as|type)) credits?\b(?! notes?\b)(?!\s*[:=?])|\bCredits\b| \(credits\)/;
const COMMENT = /^\s*(?:\*|\/[/*]).*/;
/** Where the API's word is explained to people, and what only programs and agents read. */
const EXPLAINED = ["app/(account)/wallet/page.tsx", "app/llms.txt/route.tsx"];

test("people see dollars: no page, component or notification says credits", () => {
  const files = globSync("{app,components}/**/*.{ts,tsx}").filter((file) => !/^app\/(v1|docs)\//.test(file));
  const found = files
    .filter((file) => !EXPLAINED.includes(file))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => SPOKEN.test(line.replace(COMMENT, "")))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

test.each([...MAIL_KINDS])("the mail %s speaks of dollars", (_, { message, sample }) => {
  const { title, lines, action } = message(sample);
  expect([title, ...lines, action?.label].join(" ")).not.toMatch(/\bcredits?\b/i);
});
