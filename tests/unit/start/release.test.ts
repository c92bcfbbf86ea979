import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const scripts = (name: string) => import(pathToFileURL(resolve(`scripts/lib/${name}.mjs`)).href);
const { changelogProblems, release } = (await scripts("release")) as {
  changelogProblems: (root: string) => string[];
  release: (root: string, version: string, today?: Date) => void;
};
type Package = { name: string; license: string | null };
const { isAllowed, notices, refusedPackages } = (await scripts("licenses")) as {
  isAllowed: (expression: string | null) => boolean;
  notices: (root: string) => string;
  refusedPackages: (root: string) => Package[];
};

let root: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const read = (path: string) => readFileSync(join(root, path), "utf8");
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "marketplace-release-"));
  git("init", "-q");
  git("config", "user.name", "Somebody");
  git("config", "user.email", "somebody@example.com");
  write("package.json", '{\n  "name": "shop",\n  "version": "0.1.0"\n}\n');
  write("package-lock.json", '{\n  "version": "0.1.0",\n  "packages": {\n    "": { "version": "0.1.0" }\n  }\n}\n');
  write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- Keys expire.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n");
  git("add", ".");
  git("commit", "-qm", "First");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("npm run release", () => {
  test("sets the version, dates the changelog, commits and tags", () => {
    release(root, "0.2.0", new Date("2026-03-04T00:00:00Z"));
    expect(read("CHANGELOG.md")).toBe(
      "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-03-04\n\n- Keys expire.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n",
    );
    expect(JSON.parse(read("package.json")).version).toBe("0.2.0");
    expect(JSON.parse(read("package-lock.json"))).toEqual({
      version: "0.2.0",
      packages: { "": { version: "0.2.0" } },
    });
    expect([git("status", "--porcelain"), git("describe"), git("log", "-1", "--format=%s")]).toEqual([
      "",
      "v0.2.0",
      "Release 0.2.0",
    ]);
  });

  test("folds the file of each change into the changelog, in the order of their names, and removes them", () => {
    mkdirSync(join(root, "changes"));
    write("changes/b-keys.md", "- Keys rotate.\n");
    write("changes/a-plans.md", "- Plans by the quarter.\n  They renew.\n");
    git("add", ".");
    git("commit", "-qm", "Two branches");
    release(root, "0.2.0", new Date("2026-03-04T00:00:00Z"));
    expect(read("CHANGELOG.md")).toBe(
      "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-03-04\n\n- Keys expire.\n- Plans by the quarter.\n  They renew.\n- Keys rotate.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n",
    );
    expect([git("ls-files", "changes"), git("status", "--porcelain")]).toEqual(["", ""]);
  });

  test("refuses a tree with changes, a version that is not later, and a release of nothing", () => {
    const before = git("rev-parse", "HEAD");
    for (const version of ["0.1.0", "0.0.9", "next"])
      expect(() => release(root, version)).toThrow("Name a version after 0.1.0: npm run release -- 0.2.0");
    write("other.txt", "changed");
    expect(() => release(root, "0.2.0")).toThrow("The working tree has changes");
    rmSync(join(root, "other.txt"));
    release(root, "0.2.0");
    expect(() => release(root, "0.3.0")).toThrow("Nothing is unreleased");
    expect([git("rev-parse", "HEAD~1"), git("tag", "--list")]).toEqual([before, "v0.2.0"]);
  });
});

describe("the changelog", () => {
  const FORM = 'write entries that start with "- ", further lines with two spaces.';
  test.each([
    ["changes/keys.md", "Keys rotate.\n", `changes/keys.md: ${FORM}`],
    ["changes/keys.md", "- Keys rotate.", `changes/keys.md: ${FORM}`],
    ["changes/keys.md", "", `changes/keys.md: ${FORM}`],
    ["changes/keys.md", "- Keys rotate.\nAlways.\n", `changes/keys.md: ${FORM}`],
    ["changes/keys.md", "## 0.2.0\n\n- Keys rotate.\n", `changes/keys.md: ${FORM}`],
    ["changes/keys.md", "- Keys expire.\n", 'changes/keys.md: the entry "Keys expire." is listed twice.'],
    ["changes/Keys.txt", "- Keys rotate.\n", "changes/Keys.txt: notes are called what-changed.md."],
    ["CHANGELOG.md", "# Changelog\n\n- Keys.\n", 'CHANGELOG.md: the first section is "## Unreleased".'],
    [
      "CHANGELOG.md",
      "# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- A.\n\n## 0.2.0 - 2026-02-01\n\n- B.\n",
      'CHANGELOG.md: sections are "## <version> - <date>", the latest first.',
    ],
  ])("%s that says %j fails the check and the release", (path, text, problem) => {
    mkdirSync(join(root, "changes"), { recursive: true });
    write("changes/plans.md", "- Plans by the quarter.\n  They renew.\n- Plans end.\n");
    expect(changelogProblems(root)).toEqual([]);
    write(path, text);
    expect(changelogProblems(root)).toEqual([problem]);
    git("add", ".");
    git("commit", "-qm", "A note");
    expect(() => release(root, "0.2.0")).toThrow(problem);
  });

  test("of this branch can be released", () => {
    expect(changelogProblems(resolve("."))).toEqual([]);
  });
});

describe("licenses", () => {
  test.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0-only)", true],
    ["Apache-2.0 AND LGPL-3.0-or-later", true],
    ["MIT AND GPL-3.0-only", false],
    ["AGPL-3.0-only", false],
    ["UNLICENSED", false],
    [null, false],
  ])("%s may be used: %s", (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected);
  });

  test("every package of the lockfile has a license of the list", () => {
    expect(refusedPackages(resolve("."))).toEqual([]);
  });

  test("the notices have the license text of what is shipped, and nothing of what only development needs", () => {
    const packages = {
      "node_modules/shipped": { version: "1.0.0", license: "MIT" },
      "node_modules/tool": { version: "1.0.0", license: "MIT", dev: true },
    };
    write("package-lock.json", JSON.stringify({ packages }));
    for (const name of ["shipped", "tool"]) {
      mkdirSync(join(root, "node_modules", name), { recursive: true });
      write(`node_modules/${name}/LICENSE.md`, `You may use ${name}.\n`);
    }
    expect(notices(root)).toBe("shipped 1.0.0: MIT\n\nYou may use shipped.\n");
  });
});
