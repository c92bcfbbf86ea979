import { expect, test } from "vitest";
import { isSemver, nextPatch } from "@/lib/supply/packages/version";

test.each(["0.0.0", "1.2.3", "10.20.30", "1.0.0-alpha.1", "1.0.0-0A.is.legal", "1.0.0+build.5", "1.0.0-rc.1+x"])(
  "%s is a semantic version",
  (text) => expect(isSemver(text)).toBe(true),
);

test.each([
  "",
  "1",
  "1.0",
  "v1.0.0",
  "01.0.0",
  "1.0.0-",
  "1.0.0-01",
  "1.0.0+",
  " 1.0.0",
  "1.0.0 ",
  "=1.0.0",
  "1.0.9007199254740992",
  `1.0.0-${"1".repeat(70)}`,
])("`%s` is not a semantic version", (text) => expect(isSemver(text)).toBe(false));

test("the highest version is the one of the specification's precedence", () => {
  const ordered = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.9007199254740989",
    "1.0.9007199254740990",
    "1.2.0",
    "1.10.0",
    "2.0.0",
  ];
  for (const [index, highest] of ordered.entries())
    expect(nextPatch(ordered.slice(0, index + 1).toReversed())).toBe(nextPatch([highest]));
});

test.each<[string[], string]>([
  [[], "1.0.0"],
  [["nonsense"], "1.0.0"],
  [["1.0.0"], "1.0.1"],
  [["1.0.9", "1.0.10", "0.9.9"], "1.0.11"],
  [["2.0.0-rc.1", "1.9.9"], "2.0.0"],
  [["2.0.0", "2.0.0-rc.1"], "2.0.1"],
  [["1.0.0+build"], "1.0.1"],
  [["1.0.9007199254740989"], "1.0.9007199254740990"],
])("after %j comes %s", (versions, next) => {
  expect(nextPatch(versions)).toBe(next);
  expect(versions).not.toContain(next);
});
