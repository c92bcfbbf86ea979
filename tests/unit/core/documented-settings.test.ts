import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Settings } from "@/lib/platform/core/env";
import { SETTINGS, SITE_SETTINGS } from "@/lib/platform/site/setting-schemas";

const DOCS = "docs/configuration.md";
const text = readFileSync(DOCS, "utf8");
/** The rows of its tables: the names of the first column, and the default. */
const rows = [...text.matchAll(/^\| (`.+?) \| (.+?) \| .+ \|$/gm)].map(([, names = "", initial = ""]) => ({
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => String(name)),
  initial: initial.replaceAll("`", "").replace(/:.* .*/, ""),
}));

/** Everything but the lists of settings and the form of all. */
const READERS = globSync("{app,components,dev,host,lib,scripts}/**/*.{ts,tsx,mjs}")
  .filter((path) => !/generated|core\/env\.ts$|lib\/platform\/site\/|app\/admin\/settings\//.test(path))
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

/** Read by the build, not by the process. */
const OF_THE_BUILD = ["BUILD_CACHE"];

describe(DOCS, () => {
  test("has a row for every setting of the environment, and for no other", () => {
    const documented = rows.flatMap(({ names }) => names).filter((name) => /^[A-Z]/.test(name));
    expect(documented.toSorted()).toEqual([...Object.keys(Settings.shape), ...OF_THE_BUILD].toSorted());
  });

  test.each(Object.keys(Settings.shape))("%s is read somewhere", (name) => {
    expect(READERS).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test.each(Object.entries(Settings.shape))("says the default of %s", (name, schema) => {
    const { data } = schema.safeParse(undefined) as { data?: unknown };
    const own = rows.find(({ names }) => names.length === 1 && names[0] === name);
    if (!own || data === undefined || typeof data === "object") return;
    expect(own.initial).toBe(typeof data === "boolean" ? (data ? "on" : "off") : String(data));
  });

  test.each(SITE_SETTINGS)("has the row of %s, a setting of the product, which is read somewhere", (name) => {
    const { schema, initial } = SETTINGS[name];
    const first = initial === null || (Array.isArray(initial) && initial.length === 0) ? "none" : initial;
    const shown = Array.isArray(first) ? `${first.length} to begin with` : String(first);
    const row = `| \`${name}\` | ${shown} | ${schema.description} |`;
    expect(READERS, `Nothing reads ${name}`).toMatch(new RegExp(`[."]${name}\\b`));
    expect(text.split("\n"), `Add this row to ${DOCS}: ${row}`).toContain(row);
  });
});
