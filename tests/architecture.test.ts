import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

/** The shelves of `lib`, from the ground up, and the modules of each: none imports one further down. */
const SHELVES: Record<string, string> = {
  platform: "core jobs site notifications ratelimit outbound",
  identity: "budgets keys accounts organizations connections",
  supply: "skills catalog packages publishing advisories releasing review importing",
  money: "ledger billing payments payouts",
  demand:
    "analytics usage approvals allowed-skills purchases credentials execution ratings distribution skill-requests",
  interfaces: "webhooks http mcp client",
  operator: "settings system overview safety directory exports",
};
const DIRECTION = Object.entries(SHELVES).flatMap(([shelf, modules]) =>
  modules.split(" ").map((module) => `${shelf}/${module}`),
);
const MAX_FILE_LINES = 300;
const MAX_SQL_CHARS = 120;

const files = globSync("{app,components,lib,host,dev,scripts,packages,prisma,tests}/**/*.{ts,tsx,mjs}").filter(
  (path) => !path.includes("/generated/") && !path.includes("/migrations/"),
);
const sources = new Map(files.map((path) => [path, readFileSync(path, "utf8")]));

/** The project's own files that a file imports; `withTypes` adds those of which it needs types only. */
function importsOf(path: string, { withTypes }: { withTypes: boolean }): string[] {
  const text = sources.get(path) ?? "";
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?([^"';]*?from\s+)?"([^"]+)"/gms);
  return [...statements]
    .filter(([, type]) => withTypes || !type)
    .map(([, , , specifier]) => resolve(path, specifier ?? ""))
    .filter((target) => target !== null);
}

function resolve(from: string, specifier: string): string | null {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? normalize(join(dirname(from), specifier))
      : null;
  if (base === null) return null;
  return [base, `${base}.ts`, `${base}.tsx`].find((path) => sources.has(path)) ?? base;
}

const moduleOf = (path: string) => /^lib\/([\w-]+\/[\w-]+)\//.exec(path)?.[1] ?? null;
/** The root layout's user: what it shows stands on every page. */
const EVERY_PAGE = "app";
const isEntry = (path: string) =>
  /^app\/(.*\/)?(page|layout|(global-)?error|not-found|route|sitemap|robots)\.tsx?$/.test(path);

/** Everything that a file loads, itself included; types are no use of a file. */
function reachedFrom(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !sources.has(path)) return seen;
  seen.add(path);
  const later = [...(sources.get(path) ?? "").matchAll(/\bimport\(\s*"([^"]+)"/g)];
  const targets = later.map(([, specifier]) => resolve(path, specifier ?? "") ?? "");
  for (const target of [...importsOf(path, { withTypes: false }), ...targets]) reachedFrom(target, seen);
  return seen;
}

/** The folder of the page that an entry belongs to: a route beside or below a page (its image, its export) is that page's. */
function pageOf(entry: string): string {
  const own = dirname(entry);
  if (!/\/(route|sitemap|robots)\.tsx?$/.test(entry)) return own;
  let folder = own;
  while (folder !== EVERY_PAGE && !sources.has(`${folder}/page.tsx`)) folder = dirname(folder);
  return folder === EVERY_PAGE ? entry : folder;
}

/** The pages that load each file. */
function usersOf(): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const entry of files.filter((path) => isEntry(path) && !path.startsWith("app/v1/")))
    for (const path of reachedFrom(entry))
      if (path !== entry) users.set(path, (users.get(path) ?? new Set()).add(pageOf(entry)));
  return users;
}

const inside = (folder: string) => files.filter((path) => path.startsWith(`${folder}/`));

describe("the house", () => {
  test("no module of lib imports one further down the list", () => {
    const wrong = inside("lib").flatMap((path) =>
      importsOf(path, { withTypes: true })
        .filter(
          (target) =>
            moduleOf(target) && DIRECTION.indexOf(moduleOf(target) ?? "") > DIRECTION.indexOf(moduleOf(path) ?? ""),
        )
        .map((target) => `${path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
    expect([...new Set(inside("lib").map(moduleOf))].filter((name) => !DIRECTION.includes(name ?? ""))).toEqual([]);
  });

  test("lib imports neither app nor components nor the process", () => {
    const wrong = inside("lib").filter((path) =>
      importsOf(path, { withTypes: true }).some((target) => /^(app|components|host|dev)\//.test(target)),
    );
    expect(wrong).toEqual([]);
  });

  test("a module of lib is one flat folder whose front door is service.ts", () => {
    const nested = inside("lib").filter((path) => path.split("/").length !== 4);
    expect(nested).toEqual([]);
  });

  test("no file imports itself by a detour, types included", () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      if (done.has(path) || trail.includes(path)) return;
      for (const target of importsOf(path, { withTypes: true }))
        if (sources.has(target)) visit(target, [...trail, path]);
      done.add(path);
    };
    for (const path of files) visit(path, []);
    expect(circles).toEqual([]);
  });

  test("only lib and the process touch the database; pages and components ask services", () => {
    const wrong = [...inside("app"), ...inside("components")].filter((path) => {
      const values = (sources.get(path) ?? "").match(/import \{([^}]*)\} from "@\/lib\/platform\/core\/db"/)?.[1] ?? "";
      return values.split(",").some((name) => name.trim() !== "" && !name.trim().startsWith("type "));
    });
    expect(wrong).toEqual([]);
  });

  test("what browsers run knows schemas, skills, money, counts of nouns, limits, caches and the format of ZIPs only", () => {
    const allowed =
      /^(components\/|lib\/interfaces\/client\/|lib\/supply\/skills\/|lib\/platform\/core\/(?:cache|counted|dollars|money|limits|zip-records)|lib\/(?:[\w-]+\/)+(?:[\w-]+-)?schemas)/;
    const isOurs = (path: string) => /^(app\/(?!v1\/)|components\/|lib\/interfaces\/client\/)/.test(path);
    const browsers = new Set([...inside("components"), ...inside("lib/interfaces/client")]);
    for (const path of inside("app"))
      if (/^"use client"/m.test(sources.get(path) ?? ""))
        for (const found of reachedFrom(path)) if (isOurs(found)) browsers.add(found);
    const wrong = [...browsers].flatMap((path) =>
      importsOf(path, { withTypes: true })
        .filter((target) => !allowed.test(target) && !(path.startsWith("app/") && isOurs(target)))
        .map((target) => `${path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("components of one page are in its _components; components/ is for two pages or more", () => {
    const wrong = [...usersOf()]
      .filter(([path]) => /^(app|components)\//.test(path) && !/^(app\/v1|components\/ui)\//.test(path))
      .filter(([, users]) => users.size === 1 && !users.has(EVERY_PAGE))
      .map(([path, users]) => [path, `${[...users][0]}/_components/`] as const)
      .filter(([path, room]) => !path.startsWith(room));
    expect(wrong).toEqual([]);
  });

  test("beside pages and routes, app has only _components and _lib, which only their own folder imports", () => {
    const loose = inside("app").filter((path) => !isEntry(path) && !/\/_(components|lib)\//.test(path));
    expect(loose).toEqual([]);
    const wrong = files
      .filter((path) => !path.startsWith("tests/"))
      .flatMap((path) =>
        importsOf(path, { withTypes: true })
          .filter((target) => {
            const owner = /^(app(?:\/.*)?)\/_(?:components|lib)\//.exec(target)?.[1];
            return owner !== undefined && !path.startsWith(`${owner}/`);
          })
          .map((target) => `${path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test("components/ui knows no word of the marketplace", () => {
    const words = /skill|credit|wallet|purchase|payout|review|developer/i;
    const wrong = inside("components/ui").filter((path) => words.test(sources.get(path) ?? ""));
    expect(wrong).toEqual([]);
  });

  test("forms that scripts send are the form of components/ui; the search is sent by the browser, too", () => {
    const own = [...inside("app"), ...inside("components")].filter((path) =>
      (sources.get(path) ?? "").includes("onSubmit="),
    );
    expect(own.toSorted()).toEqual([
      "components/shell/search-field.tsx",
      "components/ui/form.tsx",
      "components/ui/query-form.tsx",
    ]);
  });

  test("what is asked before an action is useConfirm, which keeps it open with what went wrong", () => {
    const users = files.filter((path) =>
      /ui\/alert-dialog"|base-ui\/react\/alert-dialog"/.test(sources.get(path) ?? ""),
    );
    expect(users.toSorted()).toEqual(["components/ui/alert-dialog.tsx", "components/ui/use-confirm.tsx"]);
  });

  test("lists have one pager, and one way to write their address", () => {
    const own = [...inside("app"), ...inside("components")].filter((path) =>
      /aria-label="Pages"|function hrefOf\(/.test(sources.get(path) ?? ""),
    );
    expect(own.toSorted()).toEqual(["components/ui/href.ts", "components/ui/pager.tsx"]);
  });

  test("links to pages of the product load no document; plain ones lead to files, anchors and other sites", () => {
    const isFile =
      /\bdownload\b|target="_blank"|rel="(?:external|nofollow)|href=(?:"|\{`)#|href="\/(?:v1\/|mail|llms\.txt)|\.md[`"]/;
    // The first stands in for a frame that failed, the second tells pages from files by the address.
    const own = ["app/global-error.tsx", "app/docs/_lib/article.tsx"];
    const wrong = [...inside("app"), ...inside("components")]
      .filter((path) => !own.includes(path))
      .flatMap((path) =>
        [...(sources.get(path) ?? "").matchAll(/<a\b(?:[^>]|=>)*>/g)]
          .filter(([tag]) => !isFile.test(tag))
          .map(([tag]) => `${path}: ${tag}`),
      );
    expect(wrong).toEqual([]);
  });

  test("scripts load a document only to become another viewer, to connect a client, to pay, or to drop an editor's own state", () => {
    const loading = [...inside("app"), ...inside("components")].filter((path) =>
      /location\.(?:assign|reload|replace)\(|location\.href = /.test(sources.get(path) ?? ""),
    );
    expect(loading.toSorted()).toEqual([
      "app/(account)/wallet/_components/alerts.tsx",
      "app/(account)/wallet/_components/top-up.tsx",
      "app/(auth)/connect/_components/consent-form.tsx",
      "app/(auth)/sign-in/code/_components/second-step-form.tsx",
      "app/console/[id]/_components/lifecycle.tsx",
      "app/console/[id]/_components/submit-panel.tsx",
      "app/console/[id]/_components/use-draft.ts",
      "app/console/earnings/_components/payout-panel.tsx",
      "components/account/other-ways.tsx",
      "components/account/sign-in-form.tsx",
      "components/admin/admin-action-dialog.tsx",
      "components/shell/acting.ts",
      "components/shell/impersonation-banner.tsx",
      "components/shell/sign-in-again.tsx",
      "components/shell/sign-out.ts",
    ]);
  });

  test("no file is longer than 300 lines", () => {
    const long = files.filter((path) => (sources.get(path) ?? "").split("\n").length - 1 > MAX_FILE_LINES);
    expect(long).toEqual([]);
  });

  test("no line of SQL is longer than 120 characters: the formatter sees to the lines of code", () => {
    const functions = globSync("prisma/sql/**/*.sql").map((path) => [path, readFileSync(path, "utf8")] as const);
    const ofTests = (path: string) => path.startsWith("tests/");
    const isSql =
      /^(?! *(?:\*|\/)).*(?:\b(?:SELECT|FROM|WHERE|JOIN|GROUP BY|ORDER BY|VALUES|RETURNING|ON CONFLICT|FILTER) |\bAS \w+,)/;
    const long = [...functions, ...sources].flatMap(([path, text]) =>
      text
        .split("\n")
        .filter((line) => line.length > MAX_SQL_CHARS && !ofTests(path) && (path.endsWith(".sql") || isSql.test(line)))
        .map((line) => `${path}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  test("each cache has a row with its size and what a miss costs", () => {
    const rows = [...readFileSync("docs/adr/0014-caches.md", "utf8").matchAll(/^\| `(\w+)` \|(?:[^|]+\|){4}$/gm)];
    const named = [...sources]
      .filter(([path]) => !path.startsWith("tests/"))
      .flatMap(([, text]) =>
        [...text.matchAll(/new (?:Versioned)?Cache<.*\(\{\s*name: "(\w+)"/g)].map(([, name]) => name),
      );
    expect(rows.map(([, name]) => name).toSorted()).toEqual(named.toSorted());
  });

  test("no file only hands on what others export", () => {
    const barrels = files.filter((path) => {
      const lines = (sources.get(path) ?? "").split("\n").filter((line) => line.trim() && !line.startsWith("//"));
      return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
    });
    expect(barrels).toEqual([]);
  });

  test("route modules end in .ts where our host serves them, and in .tsx where the build of pages must have them", () => {
    const served = /^app\/(v1|mcp|try)\//;
    const wrong = files.filter(
      (path) => /^app\/(.*\/)?(route|sitemap|robots)\.tsx?$/.test(path) && served.test(path) !== path.endsWith(".ts"),
    );
    expect(wrong).toEqual([]);
  });

  test("route modules export endpoints and nothing else", () => {
    const routes = files.filter((path) => /^app\/v1\/.*\/route\.ts$/.test(path) && !path.includes("[..."));
    const wrong = routes.flatMap((path) =>
      [...(sources.get(path) ?? "").matchAll(/^export (.*)$/gm)]
        .map(([, what]) => what ?? "")
        .filter((what) => !/^const (GET|POST|PUT|PATCH|DELETE) = (endpoint|payable)\($/.test(what))
        .map((what) => `${path}: ${what}`),
    );
    expect(wrong).toEqual([]);
    expect(routes.length).toBeGreaterThan(20);
  });
});
