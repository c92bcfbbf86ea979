import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const PAGES = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md"), ...globSync("prisma/**/*.md")];
const PATH = /^(?:app|components|docs|lib|ops|packages|prisma|scripts|host|dev|tests)\//;

/** Paths in backticks, with `{a,b}` written out; names with placeholders are left out. */
function pathsOf(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = ""]) => path);
  return quoted
    .filter((path) => PATH.test(path) && !/[<…*]/.test(path))
    .flatMap((path) => {
      const [all, choices] = /\{([^}]+)\}/.exec(path) ?? [];
      return all && choices ? choices.split(",").map((choice) => path.replace(all, choice)) : [path];
    });
}

describe.each(PAGES)("%s", (page) => {
  const text = readFileSync(page, "utf8");

  test("names only paths that exist", () => {
    const exists = (path: string) => ["", ".ts", ".tsx"].some((ending) => existsSync(path + ending));
    expect(pathsOf(text).filter((path) => !exists(path))).toEqual([]);
  });

  test("links only to files that exist", () => {
    const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path);
    expect(links.filter((path) => !existsSync(join(dirname(page), path)))).toEqual([]);
  });
});

test("the map in the README names every module of every shelf, and none that is gone", () => {
  const rows = [...readFileSync("README.md", "utf8").matchAll(/^\| `lib\/(\w+)\/` \| (.*) \|$/gm)];
  const named = rows.flatMap(([, shelf, text = ""]) =>
    [...text.matchAll(/`([\w-]+)`/g)].map(([, name]) => `lib/${shelf}/${name}`),
  );
  const modules = globSync("lib/*/*/").map((path) => path.replace(/\/$/, ""));
  expect(named.toSorted()).toEqual(modules.toSorted());
});
