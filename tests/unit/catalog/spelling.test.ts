import { expect, test } from "vitest";
import { otherSpelling } from "@/lib/supply/catalog/spelling";

test.each([
  ["optimise", "optimize"],
  ["organizing", "organising"],
  ["colours", "colors"],
  ["behavioral", "behavioural"],
  ["analyse", "analyze"],
  ["catalogue", "catalog"],
  ["centre", "center"],
  ["modelling", "modeling"],
  ["licence", "license"],
])("%s is also spelled %s", (word, other) => {
  expect(otherSpelling(word)).toBe(other);
});

test.each(["wise", "four", "validators", "code", "révision", "123our"])("%s has one spelling", (word) => {
  expect(otherSpelling(word)).toBeNull();
});
