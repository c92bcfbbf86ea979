import { expect, test } from "vitest";
import { readAsked } from "@/app/(market)/compare/_components/asked";
import { readComparison } from "@/app/(market)/compare/_components/comparison";
import { GET } from "@/app/(market)/compare/md/route";
import { call } from "@/tests/support/api";
import { liveSkill, person } from "@/tests/support/people";

const schemaOf = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const compare = (query: string) => readComparison(null, readAsked(Object.fromEntries(new URLSearchParams(query))));
const markdown = async (query: string) => (await GET(new Request(`http://localhost/compare.md${query}`))).text();

async function two() {
  const developer = await person("Ada | Lovelace");
  const cheap = await liveSkill(developer, {
    name: "Cheap | one",
    price_per_call: 0.001,
    free_calls: 10,
    api_schema: schemaOf({ text: { type: "string" }, language: { type: "string" } }, ["text"]),
  });
  const dear = await liveSkill(developer, {
    price_per_call: 0.5,
    api_schema: schemaOf({ text: { type: "string" }, limit: { type: "integer" } }),
  });
  return { developer, cheap, dear };
}

test("skills stand side by side with the price of one's own calls, the lower one marked", async () => {
  const { cheap, dear } = await two();
  const { skills, missing, sections } = await compare(`skills=${dear.slug},${cheap.slug}&calls=100`);
  expect(skills.map(({ slug }) => slug)).toEqual([dear.slug, cheap.slug]);
  expect(missing).toEqual([]);
  const price = sections[0]?.rows.find(({ title }) => title === "100 calls a month");
  expect(price).toMatchObject({ cells: ["$50", "$0.10, $0.09 the first month"], best: [1] });
  expect(sections.flatMap(({ rows }) => rows).find(({ title }) => title === "Permissions")?.cells).toEqual([
    "Sends your input to its developer's endpoint.",
    "Sends your input to its developer's endpoint.",
  ]);
});

test("parameters that differ come first, each with what a skill makes of it", async () => {
  const { cheap, dear } = await two();
  const { sections } = await compare(`skills=${cheap.slug},${dear.slug}`);
  const parameters = sections.find(({ title }) => title === "Parameters");
  expect(parameters?.note).toBe("3 of 3 differ");
  expect(parameters?.rows.map(({ title, cells }) => [title, ...cells])).toEqual([
    ["text", "string, required", "string"],
    ["language", "string", "–"],
    ["limit", "–", "integer"],
  ]);
  expect(sections.some(({ title }) => title === "Result")).toBe(false);
});

test("a slug that names no skill, or one that has left, is listed; one skill has nothing to differ from", async () => {
  const { developer, cheap, dear } = await two();
  await call("POST", `/v1/developer/skills/${dear.id}/unlist`, { key: developer.key });
  const { skills, missing, sections } = await compare(`skills=${cheap.slug},no-such-skill,${dear.slug}`);
  expect([skills.length, missing]).toEqual([1, ["no-such-skill", dear.slug]]);
  expect(sections.flatMap(({ rows }) => rows).flatMap(({ best }) => best)).toEqual([]);
  expect(sections.every(({ note }) => note === undefined)).toBe(true);
  expect((await compare("skills=")).sections).toEqual([]);
});

test("agents read the same as Markdown tables, which no name can break", async () => {
  const { cheap, dear } = await two();
  const text = await markdown(`?skills=${cheap.slug},${dear.slug},none&calls=1000`);
  expect(text).toContain("No skill has this slug: none.");
  expect(text).toContain(`- ${cheap.slug}: [Cheap \\| one](`);
  expect(text).toContain(`| 1,000 calls a month | **$1, $0.99 the first month** | $500 |`);
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  expect(new Set(rows.map((row) => row.replaceAll("\\|", "").split("|").length))).toEqual(new Set([5]));
  expect(await markdown("")).toContain("/compare.md?skills=a,b&calls=5000");
  expect(await markdown("?skills=a,b,c,d,e")).toContain("Only the first 4 are compared.");
});
