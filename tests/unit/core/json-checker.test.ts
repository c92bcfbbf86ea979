import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonChecker } from "@/lib/platform/core/json-checker";

const MAX_DEPTH = 50;
const problemOf = (text: string, partBytes = Number.POSITIVE_INFINITY) => {
  const checker = new JsonChecker(MAX_DEPTH);
  const bytes = Buffer.from(text);
  const size = Math.min(partBytes, Math.max(1, bytes.length));
  for (let at = 0; at < bytes.length; at += size) {
    const problem = checker.push(bytes.subarray(at, at + size));
    if (problem) return problem;
  }
  return checker.end();
};
const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
/** Values that make structure more often than random text does. */
const FRAGMENTS = [
  ...['{"a":', "}", "[", "]", ",", ":", '"', "\\", '"x"', "1", "-", "0", ".5", "e", "E+2", "true", "nul"],
  ...["null", " ", "\n", "\u0001", "\\u00e9", "\\u12", "\\x", "é", "[]", "{}", '{"a":1}', "1.5e-3", "01"],
];

test("what JSON.parse reads, and nothing else, is JSON, in parts of any size", () => {
  const text = fc.oneof(
    fc.json(),
    fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 8 }).map((parts) => parts.join("")),
    fc.json().chain((json) => fc.nat(json.length).map((at) => json.slice(0, at) + json.slice(at + 1))),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (json, partBytes) => {
      const expected = isJson(json) ? null : "invalid";
      expect(problemOf(json)).toBe(expected);
      expect(problemOf(json, partBytes)).toBe(expected);
    }),
    { numRuns: 5_000 },
  );
});

test("nesting is allowed up to its limit and refused beyond", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(problemOf(nested(MAX_DEPTH))).toBeNull();
  expect(problemOf(nested(MAX_DEPTH + 1))).toBe("too_deep");
  expect(problemOf(`"${"[".repeat(1_000)}"`)).toBeNull();
});
