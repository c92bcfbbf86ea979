import { expect, test } from "vitest";
import { bySeverity, isSerious, toneOf } from "@/components/review/finding-rank";

const notice = (rule: string) => ({ rule, severity: "notice" });

test("what harms buyers comes first and in red, what nobody could read next, mistakes of form last", () => {
  const findings = [
    { rule: "version_format", severity: "warning" },
    notice("encoded_blob"),
    notice("api_token"),
    notice("hidden_unicode"),
    notice("prompt_injection"),
  ];
  const sorted = bySeverity(findings);
  expect(sorted.map(({ rule }) => rule)).toEqual([
    "api_token",
    "hidden_unicode",
    "prompt_injection",
    "encoded_blob",
    "version_format",
  ]);
  expect(sorted.map(toneOf)).toEqual(["bad", "bad", "bad", "warn", "plain"]);
});

test("an error that refuses a package is serious, whatever its rule", () => {
  expect(isSerious({ rule: "version_format", severity: "error" })).toBe(true);
  expect(isSerious(notice("version_format"))).toBe(false);
});
