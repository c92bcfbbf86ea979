import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONTENT_NAMES, DETAIL_FIELDS, LIST_FIELDS } from "@/lib/supply/skills/content-fields";

const textOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
const EDITOR = textOf("app/console/[[]id[]]/_components");
const PAGE = textOf("app/(market)/skills/[[]slug[]]");

test.each(CONTENT_NAMES)("developers can change %s in the editor", (name) => {
  expect(EDITOR).toMatch(new RegExp(`change\\(\\{ ${name}\\b`));
});

// The preview of a package decides which of its files are shown, and is not shown as a text.
const shown = [...LIST_FIELDS, ...DETAIL_FIELDS].filter((name) => name !== "package_preview");
test.each(shown)("consumers see %s on the page of a skill", (name) => {
  expect(PAGE).toMatch(new RegExp(`\\.${name}\\b`));
});
