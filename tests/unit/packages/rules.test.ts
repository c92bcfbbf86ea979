import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countRules, PACKAGE_RULES, RULES } from "@/lib/supply/packages/rules";

/** What makes findings that refuse nothing. */
const SOURCES = [
  ...globSync("lib/supply/packages/{check-*,static-checks,inspect,skill-md,skill-body}.ts"),
  ...globSync("lib/supply/publishing/{text-findings,imitated-names}.ts"),
];
const MADE = [
  /(?:patternCheck|phraseCheck|sequenceCheck)\(\s*"(\w+)"/g,
  /report\(\s*"low",\s*"(\w+)"/g,
  /\brule: "(\w+)"/g,
  /const (?:RULE|INJECTION|REMOTE) = "(\w+)"/g,
  /(?:brand|skill|publisher): "(brand_name|imitated_\w+)"/g,
];

test("the list of rules has every rule that makes findings, and no other", () => {
  const text = SOURCES.map((path) => readFileSync(path, "utf8")).join("\n");
  const made = new Set(MADE.flatMap((pattern) => [...text.matchAll(pattern)].map(([, rule]) => rule)));
  // The one warning among the problems of a frontmatter.
  made.add("frontmatter_dashes");
  expect([...made].sort()).toEqual(RULES);
});

test("rules are counted with those that found nothing, and a finding of another release's rule stays", () => {
  const found = [{ rule: "says_free" }, { rule: "says_free" }, { rule: "former" }];
  const counts = countRules(found, null);
  expect(counts).toMatchObject({ says_free: 2, former: 1, api_token: 0 });
  expect(counts.body_length).toBeUndefined();
  expect(countRules([], PACKAGE_RULES)).toMatchObject({ body_length: 0, api_token: 0, says_free: 0 });
});

test("a rule that did not inspect the package of a version is not listed, unless it found something", () => {
  const counts = countRules([{ rule: "api_token" }], ["executable", "of_then"]);
  expect(counts).toMatchObject({ api_token: 1, executable: 0, of_then: 0, outside_link: 0, brand_name: 0 });
  expect([counts.private_key, counts.body_length]).toEqual([undefined, undefined]);
});
