import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOLS } from "@/dev/demo-provider/handler";
import { zipOf } from "@/lib/interfaces/client/zip";
import { inspectPackage } from "@/lib/supply/packages/inspect";
import { SkillInput } from "@/lib/supply/publishing/schemas";
import { MAX_README_BYTES } from "@/lib/supply/skills/content-schemas";
import { INTERVAL_NAMES } from "@/lib/supply/skills/intervals";
import { checkSchema, validateParameters } from "@/lib/supply/skills/parameters";
import { exampleFor } from "@/lib/supply/skills/schema-example";
import { PUBLISHERS } from "@/prisma/seed/people";
import { CATEGORY_SLUGS, type SeedSkill, SKILLS } from "@/prisma/seed/skills";
import { readmeOf, skillMdOf } from "@/prisma/seed/texts";

const live = SKILLS.filter((skill) => !skill.state);
const named = (skills: SeedSkill[]) => skills.map((skill) => [skill.slug, skill] as const);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "seed-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the demo as a whole", () => {
  test("no two skills share a slug or a name", () => {
    expect(new Set(SKILLS.map(({ slug }) => slug)).size).toBe(SKILLS.length);
    expect(new Set(SKILLS.map(({ name }) => name)).size).toBe(SKILLS.length);
  });

  test("every category has something to find", () => {
    expect(CATEGORY_SLUGS).toEqual(expect.arrayContaining(SKILLS.map(({ category }) => category)));
    for (const slug of CATEGORY_SLUGS)
      expect(live.filter(({ category }) => category === slug).length, slug).toBeGreaterThan(1);
  });

  test("every way to pay, to be billed and to use a skill occurs on the marketplace", () => {
    const intervals = live.map((s) => (s.pricing_type === "usage" ? "usage" : s.subscription_interval));
    expect(new Set(intervals), "prisma/seed/skills.json sells each").toEqual(new Set(["usage", ...INTERVAL_NAMES]));
    const uses = live.map(({ tool, guide }) => (tool && guide ? "both" : tool ? "api" : "download"));
    expect(new Set(uses)).toEqual(new Set(["api", "download", "both"]));
  });

  test("every publisher has skills, and every tool is to be had on the marketplace", () => {
    expect(new Set(SKILLS.map(({ publisher }) => publisher))).toEqual(new Set(Object.keys(PUBLISHERS)));
    expect(new Set(live.flatMap(({ tool }) => tool ?? []))).toEqual(new Set(Object.keys(TOOLS)));
  });

  test("every state of a skill occurs, and each rejection says why", () => {
    const states = new Set(SKILLS.map(({ state }) => state));
    expect(states).toEqual(new Set([undefined, "pending", "rejected", "draft"]));
    for (const { state, rejection_reason } of SKILLS)
      expect((rejection_reason ?? "").length > 20).toBe(state === "rejected");
  });

  test("people have addresses that can never be someone's", () => {
    for (const { email } of Object.values(PUBLISHERS)) expect(email).toMatch(/@([a-z]+\.)?example\.com$/);
  });
});

test.each(named(SKILLS))("the fields of %s are those that the marketplace accepts", (_, skill) => {
  const { publisher, about, tool, guide, state, rejection_reason, ...fields } = skill;
  const readme = readmeOf(skill);
  expect(SkillInput.safeParse({ ...fields, readme }).error).toBeUndefined();
  expect(Buffer.byteLength(readme)).toBeLessThan(MAX_README_BYTES);
  expect(about.length).toBeGreaterThan(10);
  expect(tool ?? guide, "can be executed or downloaded").toBeDefined();
});

test.each(named(SKILLS.filter(({ tool }) => tool)))("%s runs the example of its own schema", (slug, skill) => {
  const tool = TOOLS[skill.tool ?? ""];
  if (!tool) throw new Error(`${slug} names no tool`);
  expect(checkSchema(tool.schema)).toEqual([]);
  const example = exampleFor(tool.schema) as Record<string, unknown>;
  expect(validateParameters(tool.schema, slug, example)).toEqual([]);
  expect(Object.keys(tool.run(example) as object).length).toBeGreaterThan(0);
});

test.each(named(SKILLS.filter(({ guide }) => guide)))(
  "the package of %s is accepted under its name, and nothing in it needs a second look",
  async (slug, skill) => {
    const path = join(folder, `${slug}.zip`);
    const content = new TextEncoder().encode(skillMdOf(skill));
    const zip = zipOf([{ path: `${slug}/SKILL.md`, content }]);
    await writeFile(path, Buffer.from(await zip.arrayBuffer()));
    const inspection = await inspectPackage(path, join(folder, `${slug}.canonical.zip`));
    expect(inspection).toMatchObject({ name: slug, description: skill.description, version: "1.0.0" });
    expect(inspection.findings).toEqual([]);
  },
);

test("the answer in a readme is JSON, however long the tool's is", () => {
  for (const skill of SKILLS.filter(({ tool }) => tool)) {
    const blocks = [...readmeOf(skill).matchAll(/```json\n(.*?)\n```/gs)].map(([, json]) => json ?? "");
    expect(blocks).toHaveLength(2);
    for (const block of blocks) expect(() => JSON.parse(block)).not.toThrow();
  }
});
