import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A statement that answers whatever columns there are; inside another one that names its own, it may. */
const ALL_COLUMNS = /RETURNING \*|["`]SELECT (?:\w+\.)?\* FROM (?!listing l )/;

test("statements name their columns, so that a process outlives a migration that adds one", () => {
  const files = globSync("lib/**/*.ts").filter((file) => !file.includes("generated"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => ALL_COLUMNS.test(readFileSync(file, "utf8")))).toEqual([]);
});
