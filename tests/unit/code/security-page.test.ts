import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| (API|V)\d/.test(line))
  .map((line) => {
    const [name = "", threat = "", defense = "", tests = ""] = line
      .split(" | ")
      .map((cell) => cell.replace(/^\| | \|$/g, ""));
    return { name, threat, defense, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path) };
  });

describe("the security page", () => {
  test("has every row of OWASP's API Top 10, and every chapter of ASVS 5 that applies", () => {
    const numbers = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);
    expect(rows.map(({ name }) => name.split(" ")[0])).toEqual([...numbers("API", 10), ...numbers("V", 16)]);
  });

  test.each(rows)("$name has a threat, a defense, and tests that exist", ({ threat, defense, tests }) => {
    expect([threat.length > 10, defense.length > 10, tests.length > 0]).toEqual([true, true, true]);
    expect(tests.filter((path) => !existsSync(path) || !/\.test\.ts$/.test(path))).toEqual([]);
  });
});
