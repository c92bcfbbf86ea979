import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSkillMd, type SkillMd } from "@/lib/supply/packages/skill-md";
import { skillMd } from "../../support/zips";
import { adversarialFragments } from "./adversarial";

/** Rule and line of every finding. */
function rules(result: SkillMd): [string, number | null][] {
  return result.findings.map(({ rule, line }) => [rule, line]);
}

/** A SKILL.md with these lines as its frontmatter. */
function withLines(...lines: string[]): string {
  return `---\n${lines.join("\n")}\n---\nDo it.\n`;
}

const NAMED = ["name: a", "description: b"];

test("a plain skill passes without a finding and gives its fields", () => {
  const text = withLines(
    "name: pdf-tools",
    "description: >",
    "  Reads PDF files.",
    "  Use for forms.",
    "license: MIT",
    "compatibility: Needs Python 3",
    "metadata:",
    "  author: someone",
    '  version: "1.2.0"',
    "allowed-tools: Read Bash(git log, git diff) Write",
  );
  const { frontmatter, body, findings } = parseSkillMd(text);
  expect(findings).toEqual([]);
  expect(body).toBe("Do it.\n");
  expect(frontmatter).toEqual({
    name: "pdf-tools",
    description: "Reads PDF files. Use for forms.",
    license: "MIT",
    compatibility: "Needs Python 3",
    metadata: { author: "someone", version: "1.2.0" },
    allowedTools: ["Read", "Bash(git log, git diff)", "Write"],
    version: "1.2.0",
  });
});

test("Windows line ends change neither fields nor lines", () => {
  const text = withLines(...NAMED, "model: x").replaceAll("\n", "\r\n");
  expect(rules(parseSkillMd(text))).toEqual([["unknown_field", 4]]);
});

test.each<[string, string, string, number]>([
  ["no frontmatter", "# Title\n", "frontmatter_missing", 1],
  ["an empty file", "", "frontmatter_missing", 1],
  ["a blank line first", `\n${withLines(...NAMED)}`, "frontmatter_missing", 1],
  ["a byte order mark", `\ufeff${withLines(...NAMED)}`, "frontmatter_missing", 1],
  ["no closing dashes", "---\nname: a\n", "frontmatter_unclosed", 1],
  ["too long a frontmatter", withLines(...NAMED, `x: ${"y".repeat(17_000)}`), "frontmatter_size", 1],
  ["a list as frontmatter", withLines("- a"), "frontmatter_not_map", 2],
  ["no frontmatter fields", "---\n---\nText", "frontmatter_not_map", 2],
  ["no name", withLines("description: b"), "name_missing", 1],
  ["an empty name", withLines("name:", "description: b"), "name_missing", 2],
  ["a name in capitals", withLines("name: Pdf", "description: b"), "name_format", 2],
  ["a name with two hyphens", withLines("name: a--b", "description: b"), "name_format", 2],
  ["a name of 65 characters", withLines(`name: ${"a".repeat(65)}`, "description: b"), "name_length", 2],
  ["a list as name", withLines("name: [a]", "description: b"), "field_type", 2],
  ["no description", withLines("name: a"), "description_missing", 1],
  ["a blank description", withLines("name: a", 'description: "  "'), "description_missing", 3],
  [
    "a description of 1,025 characters",
    withLines("name: a", `description: ${"é".repeat(1025)}`),
    "description_length",
    3,
  ],
  ["a map as license", withLines(...NAMED, "license: { a: b }"), "field_type", 4],
  ["an empty compatibility", withLines(...NAMED, 'compatibility: ""'), "compatibility_length", 4],
  ["a long compatibility", withLines(...NAMED, `compatibility: ${"x".repeat(501)}`), "compatibility_length", 4],
  ["text as metadata", withLines(...NAMED, "metadata: x"), "metadata_type", 4],
  ["an alias", withLines(...NAMED, "license: *x"), "yaml_alias", 4],
  ["an anchor", withLines(...NAMED, "license: &x MIT"), "yaml_alias", 4],
  ["a tag", withLines(...NAMED, "license: !!js/function x"), "yaml_tag", 4],
  ["a field twice", withLines(...NAMED, "name: c"), "yaml_syntax", 4],
  ["a tab", withLines(...NAMED, "metadata:", "\tauthor: x"), "yaml_syntax", 5],
  ["an unclosed bracket", withLines(...NAMED, "allowed-tools: [a", "license: x"), "yaml_syntax", 5],
])("%s is an error with its line", (_what, text, rule, line) => {
  const { findings } = parseSkillMd(text);
  const errors = findings.filter(({ severity }) => severity === "error");
  expect(errors).toContainEqual(expect.objectContaining({ rule, line, file: "SKILL.md" }));
});

test.each<[string, string]>([
  ["description: Use when asked: never otherwise", 'has a colon, at "Use when asked: never othe"'],
  ["description: | Use it", "start the text in the next line"],
  ["description: [Git] Commit", "starts with a bracket"],
  ["description: {{x}} Commit", "starts with a bracket"],
  ['description: "Say" it', "goes on after its closing quote"],
  ["description: @all of you", "character that YAML reserves"],
  ['description: "Say it', "no closing quote"],
])("the mistake in `%s` is explained on its line", (line, message) => {
  const { frontmatter, findings } = parseSkillMd(withLines("name: a", "license: b", line));
  expect(frontmatter).toBeNull();
  expect(findings).toHaveLength(1);
  expect(findings[0]?.message).toContain(message);
  expect(findings[0]?.line).toBe(4);
});

test.each<[string, string, string, number]>([
  ["a version at the top", withLines(...NAMED, 'version: "1.0.0"'), "version_place", 4],
  ["an unknown field", withLines(...NAMED, "model: x"), "unknown_field", 4],
  ["nested metadata", withLines(...NAMED, "metadata:", "  a: b", "  c: { d: e }"), "metadata_nested", 6],
  ["a version that is none", withLines(...NAMED, "metadata:", "  version: 1.0"), "version_format", 5],
  ["tools as a list", withLines(...NAMED, "allowed-tools:", "  - Read"), "allowed_tools_form", 4],
  ["tools with commas", withLines(...NAMED, "allowed-tools: Read, Write"), "allowed_tools_form", 4],
  ["a number as license", withLines(...NAMED, "license: 3"), "field_not_text", 4],
  ["a license without value", withLines(...NAMED, "license:"), "field_empty", 4],
  ["dashes in a value", withLines(...NAMED, "license: a --- b"), "frontmatter_dashes", 4],
  ["no body", "---\nname: a\ndescription: b\n---\n", "body_empty", 5],
  ["a body of 501 lines", `${withLines(...NAMED)}${"x\n".repeat(500)}`, "body_length", 5],
])("%s is a warning with its line, and the skill is still read", (_what, text, rule, line) => {
  const { frontmatter, findings } = parseSkillMd(text);
  expect(findings).toMatchObject([{ rule, line, severity: "low" }]);
  expect(frontmatter?.name).toBe("a");
});

test("a body of 500 lines and fields at their longest pass", () => {
  const text = withLines(
    `name: ${"a".repeat(64)}`,
    `description: ${"😀".repeat(1024)}`,
    `compatibility: ${"x".repeat(500)}`,
  );
  expect(parseSkillMd(`${text}${"x\n".repeat(499)}`).findings).toEqual([]);
});

test("scripts and assets in folders are run and copied from any depth; only documents are warned about", () => {
  const paths = [
    "scripts/office/unpack.py",
    "scripts/office/rules.txt",
    "assets/mails/hello.md",
    "ooxml/scripts/pack.py",
    "docs/a/b.md",
  ];
  const body = paths.map((path) => `See [it](${path}).`).join("\n");
  const { findings } = parseSkillMd(skillMd({ slug: "a", body }), { files: new Set(paths) });
  expect(findings.map(({ rule, message }) => [rule, message.split("`")[1]])).toEqual([
    ["reference_depth", "docs/a/b.md"],
  ]);
});

test("references to files that are missing, outside or deep are of low severity, others are not", () => {
  const body = [
    "See [one](references/one.md#part), [gone](references/gone.md), [web](https://example.com/x.md), [top](#top),",
    "[folder](references/), [other](../other/SKILL.md), [home](~/notes.md), [deep](references/a/deep.md), `scripts/run.py` and <x>.",
    "```",
    "python scripts/missing.py && cat [no](link.md) ~/x/scripts/elsewhere.py {dir}/scripts/any.py scripts/*.sh",
    "```",
    "![image](./assets/logo.png) and [again](references/gone.md).",
  ].join("\n");
  const files = new Set(["SKILL.md", "references/one.md", "references/a/deep.md", "scripts/run.py"]);
  const { findings } = parseSkillMd(skillMd({ slug: "a", body }), { files });
  expect(findings.map(({ rule, line, message }) => [rule, line, message.split("`")[1]])).toEqual([
    ["reference_missing", 6, "references/gone.md"],
    ["reference_outside", 7, "../other/SKILL.md"],
    ["reference_outside", 7, "~/notes.md"],
    ["reference_depth", 7, "references/a/deep.md"],
    ["reference_missing", 9, "scripts/missing.py"],
    ["reference_missing", 11, "assets/logo.png"],
  ]);
  expect(findings.every(({ severity }) => severity === "low")).toBe(true);
});

test("errors come first, and at most a hundred findings are returned", () => {
  const unknown = Array.from({ length: 300 }, (_, index) => `k${index}: 1`);
  const { findings } = parseSkillMd(withLines("description: b", ...unknown));
  expect(findings).toHaveLength(100);
  expect(findings[0]).toMatchObject({ rule: "name_missing", severity: "error" });
});

test("no text at all makes the reader throw", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "---\n",
      "name: ",
      "description: ",
      "\n",
      "  ",
      "- ",
      "[",
      "{",
      "|",
      ">",
      "&a ",
      "*a ",
      "!x ",
      '"',
      "'",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => `---\n${pieces.join("")}`);
  fc.assert(
    fc.property(text, (sample) => {
      const { findings } = parseSkillMd(sample, { files: new Set() });
      const lineCount = sample.split("\n").length;
      for (const { line } of findings) expect(line).toBeLessThanOrEqual(lineCount + 1);
    }),
    { numRuns: 3000, seed: 11 },
  );
});

test("deep nesting and endless repetition inside the frontmatter are errors, not crashes", () => {
  for (const fragment of [...adversarialFragments, "[", "{a: ", "- ", "&a ", "? ", "k: *a\n", "a: {", "!x "]) {
    const text = withLines(fragment.repeat(Math.floor(16_000 / fragment.length)));
    expect(parseSkillMd(text).frontmatter).toBeNull();
  }
});
