import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFECTS, withDefect } from "@/tests/year/defects";

test.each(Object.entries(DEFECTS))("the defect %s still has its place", (_, defect) => {
  const source = readFileSync(defect.file, "utf8");
  expect(withDefect(defect, defect.file, source)).not.toBe(source);
});
