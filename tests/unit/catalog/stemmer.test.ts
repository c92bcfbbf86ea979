import { expect, test } from "vitest";
import { stemmer } from "@/lib/supply/catalog/stemmer";

test.each([
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["cats", "cat"],
  ["agreed", "agre"],
  ["plastered", "plaster"],
  ["motoring", "motor"],
  ["conflated", "conflat"],
  ["hopping", "hop"],
  ["falling", "fall"],
  ["filing", "file"],
  ["happy", "happi"],
  ["sky", "sky"],
  ["relational", "relat"],
  ["digitizer", "digit"],
  ["triplicate", "triplic"],
  ["goodness", "good"],
  ["adoption", "adopt"],
  ["controller", "control"],
  ["validators", "valid"],
  ["validation", "valid"],
  ["as", "as"],
])("the stem of %s is %s", (word, stem) => {
  expect(stemmer(word)).toBe(stem);
});
