import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Words that docs/glossary.md has replaced, alone or as a part of a name. */
const FORMER =
  /^(kept|told|tells?|noted|noting|dossiers?|strangers?|gathered|remembered|unhurried|lanes?|witness|stumble|borrow)$/;
/** What is declared, and names of several words, which no comment or text has. */
const NAMES = /\b(?:const|let|function|type|class|FUNCTION|TRIGGER) (\w+)|\b(\w+(?:[a-z][A-Z]|_)\w*)/g;

const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");

test("identifiers of the product use the glossary's words", () => {
  const sources = globSync("{app,components,lib,host,dev,scripts,packages,prisma}/**/*.{ts,tsx,mjs,sql}");
  const wrong = sources
    .filter((path) => !/\/(generated|node_modules)\//.test(path))
    .flatMap((path) => {
      const code = readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*|--.*/g, "");
      return [...code.matchAll(NAMES)]
        .map(([, declared, used]) => declared ?? used ?? "")
        .filter((name) => wordsOf(name).some((word) => FORMER.test(word)))
        .map((name) => `${path}: ${name}`);
    });
  expect([...new Set(wrong)]).toEqual([]);
});
