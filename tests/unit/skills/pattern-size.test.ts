import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { checkSchema, validateParameters } from "@/lib/supply/skills/parameters";
import { patternSize } from "@/lib/supply/skills/pattern-size";
import { threadMs } from "@/tests/support/processor-time";

const compiledSize = (pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)).programSize();
const schemaOf = (...patterns: string[]) => ({
  type: "object",
  properties: Object.fromEntries(patterns.map((pattern, i) => [`p${i}`, { type: "string", pattern }])),
});

describe("the size of a pattern", () => {
  test.each([
    "abc",
    "^[a-z ]+$",
    "^[^\\]\\\\]{3,20}$",
    "(a?){1000}",
    "(?:[ab]{1,20}){1,40}",
    "a{1000}",
    "(((a{1,10}){1,10}){1,10})",
    "^(?:a|b)*a(?:a|b){30}$",
    "x{2,}y{,3}{",
    "\\{3\\}\\p{Lu}{30}\\u{41}",
    "^\\S+@\\S+\\.\\S+$",
    "[{3}(]{5}",
    "(?<year>\\d{4})-(?<month>\\d\\d)",
    "a{1000}".repeat(15),
  ])("%s is known before it is compiled, by a factor of three", (pattern) => {
    const compiled = compiledSize(pattern);
    expect(patternSize(pattern)).toBeGreaterThanOrEqual((compiled - 4) / 3);
    expect(patternSize(pattern)).toBeLessThanOrEqual(compiled * 3 + 4);
  });

  test("what repeats what repeats is refused without being compiled", () => {
    const large = "a{1000}".repeat(1_000);
    const honestMs = threadMs(() => expect(checkSchema(schemaOf("a{1000}".repeat(15)))).toEqual([]));
    const refusedMs = threadMs(() => expect(checkSchema(schemaOf(large))[0]?.message).toMatch(/too large together/));
    // Compiling it takes some hundred times as long as the honest one. Some kernels count in steps of 10 ms.
    expect(refusedMs / Math.max(honestMs, 20)).toBeLessThan(3);
  });

  test("many characters of patterns are refused, whatever they compile to", () => {
    expect(checkSchema(schemaOf("[^\\p{L}\\p{M}]".repeat(400)))).toEqual([]);
    expect(
      checkSchema(schemaOf(...Array.from({ length: 4 }, () => "[^\\p{L}\\p{M}]".repeat(200))))[0]?.message,
    ).toMatch(/too large together/);
  });
});

test("one validation matches a hundred thousand characters against a simple pattern, and not a million", () => {
  const schema = schemaOf("^[a-z ]+$");
  expect(validateParameters(schema, "words", { p0: "word ".repeat(20_000) })).toEqual([]);
  expect(validateParameters(schema, "words", { p0: "word ".repeat(200_000) })[0]?.message).toContain("more text");
});
