import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contentText } from "@/app/docs/_lib/content-text";
import { LIMITS } from "@/lib/platform/core/limits";
import { CONTENT, CONTENT_NAMES, type ContentField, contentFacts, inputsOf } from "@/lib/supply/skills/content-fields";
import { CONTENT_FIELDS } from "@/lib/supply/skills/content-schemas";

const textOf = (pattern: string) =>
  globSync(pattern)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
const EDITOR = textOf("app/console/[[]id[]]/_components/*.{ts,tsx}");
const PAGE = textOf("app/(market)/skills/[[]slug[]]/{page.tsx,_components/*.tsx}");
const MARKDOWN = textOf("app/(market)/skills/[[]slug[]]/md/route.tsx");
const FIELDS: [string, ContentField][] = CONTENT_NAMES.map((name) => [name, CONTENT[name]]);

describe("the editor", () => {
  test.each(FIELDS)("has a control of %s", (name, { input, section }) => {
    if (input === "own")
      expect(
        EDITOR,
        `Add a control with bound(props, "${name}"), or give ${name} an \`input\` in content-fields.ts`,
      ).toMatch(new RegExp(`change\\(\\{ ${name}\\b|bound\\(\\w+, "${name}"\\)`));
    else expect(EDITOR, `The section ${section} shows its inputs`).toContain(`<ContentInputs section="${section}"`);
  });

  test.each(CONTENT_NAMES)("takes no longer %s than the API does", (name) => {
    const { input }: ContentField = CONTENT[name];
    if (input === "own") return;
    const { anyOf, ...own } = z.toJSONSchema(CONTENT_FIELDS[name], { io: "input" });
    const { maxLength } = anyOf?.[0] ?? own;
    const advice = `Give the input of ${name} the limit of its schema, in content-fields.ts`;
    expect(input.limit && LIMITS[input.limit].maxLength, advice).toBe(maxLength);
  });

  test("places each input that a section leaves out of its list", () => {
    for (const [, list = ""] of EDITOR.matchAll(/except=\{\[(.*?)\]\}/g))
      for (const [, name] of list.matchAll(/"(\w+)"/g)) expect(EDITOR).toContain(`<ContentInput name="${name}"`);
    expect(inputsOf("about")).toContain("name");
  });
});

// The preview of a package decides which of its files are shown, and is not shown itself.
const shown = FIELDS.filter(([name, { shownIn }]) => shownIn !== "nowhere" && name !== "package_preview");
test.each(CONTENT_NAMES)("the guide for developers says what %s is", (name) => {
  expect(contentText(), `Give ${name} a description in content-schemas.ts`).toMatch(
    new RegExp(`^\\| \`${name}\` \\| \\S.+ \\|$`, "m"),
  );
});

describe("consumers", () => {
  test.each(shown)("see %s on the page of a skill and in its Markdown", (name, field) => {
    if (field.shownIn !== "nowhere" && field.page === "fact") {
      const value = Object.keys(field.choices ?? {})[0] ?? "Value";
      expect(contentFacts({ [name]: value })).toEqual([{ label: field.label, text: field.choices?.[value] ?? value }]);
      for (const place of [PAGE, MARKDOWN]) expect(place).toContain("contentFacts(skill)");
      return;
    }
    const reads = new RegExp(`\\bskill\\.${name}\\b`);
    const advice = `Show skill.${name}, or make it \`page: "fact"\` in content-fields.ts`;
    expect(PAGE, advice).toMatch(new RegExp(`\\.${name}\\b`));
    expect(MARKDOWN, advice).toMatch(reads);
  });
});
