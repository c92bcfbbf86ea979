import { describe, expect, test } from "vitest";
import { TOOLS } from "@/dev/demo-provider/handler";
import { checkSchema, validateParameters } from "@/lib/supply/skills/parameters";
import { exampleFor } from "@/lib/supply/skills/schema-example";

const nested = (depth: number): object => (depth === 0 ? {} : { properties: { a: nested(depth - 1) } });
/** References that double with each step: 2^20 schemas when unfolded. */
const doubling = {
  $defs: Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `d${i}`,
      { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  ),
  $ref: "#/$defs/d0",
};

describe("untrusted schemas", () => {
  test.each([
    ["too deep", nested(9)],
    ["doubling references", { ...doubling, $defs: { ...doubling.$defs, d20: {} } }],
    ["a remote reference", { $ref: "http://example.com" }],
    ["an id", { $id: "https://json-schema.org/draft/2020-12/schema" }],
    ["a dynamic reference", { $dynamicRef: "#a" }],
    ["$data", { properties: { a: { const: 1 }, b: { minimum: { $data: "1/a" } } } }],
    ["a back-reference", { properties: { a: { pattern: "(a)\\1" } } }],
    ["unlimited uniqueItems", { properties: { a: { type: "array", uniqueItems: true } } }],
    ["another dialect", { $schema: "http://json-schema.org/draft-07/schema#" }],
    ["a reference to nowhere", { $ref: "#/$defs/none" }],
  ])("%s is refused", (_, schema) => {
    expect(checkSchema(schema as Record<string, unknown>).length).toBeGreaterThan(0);
  });

  test("a property may be called like a keyword", () => {
    const schema = { type: "object", properties: { $id: { type: "string" }, pattern: { type: "string" } } };
    expect(checkSchema(schema)).toEqual([]);
  });

  test("patterns match as JavaScript's do: anywhere, unless anchored", () => {
    const schema = { type: "object", properties: { text: { type: "string", pattern: "b" } } };
    expect(validateParameters(schema, "anywhere", { text: "abc" })).toEqual([]);
    expect(validateParameters(schema, "anywhere", { text: "xyz" })).toMatchObject([{ param: "text" }]);
  });

  test("an absent schema accepts any object", () => {
    expect(validateParameters(null, "none", { anything: [1] })).toEqual([]);
  });
});

describe("the demo provider's tools", () => {
  test.each(Object.entries(TOOLS))("the schema of %s is sound, and its example works", (name, { schema, run }) => {
    expect(checkSchema(schema)).toEqual([]);
    const example = exampleFor(schema) as Record<string, unknown>;
    expect(validateParameters(schema, name, example)).toEqual([]);
    expect(run(example)).toBeTypeOf("object");
  });

  const run = (tool: string, input: Record<string, unknown>) => TOOLS[tool]?.run(input) as Record<string, unknown>;

  test("they do real work", () => {
    expect(run("unit-conversion", { value: 26.21875, from: "mile", to: "km" })).toMatchObject({
      value: 42.194988,
      quantity: "length",
    });
    expect(run("unit-conversion", { value: -40, from: "celsius", to: "fahrenheit" })).toMatchObject({
      value: -40,
    });
    expect(run("colour-contrast", { foreground: "#777", background: "#fff" })).toMatchObject({
      ratio: 4.48,
      aa_text: false,
      aa_large_text: true,
    });
    expect(run("csv-to-json", { csv: 'a,b\r\n"x ""y""\nz",007\r\n' })).toEqual({
      columns: ["a", "b"],
      count: 1,
      records: [{ a: 'x "y"\nz', b: "007" }],
    });
    expect(
      run("json-diff", { before: { a: 1, "b/c": [1, 2] }, after: { a: 1, "b/c": [1, 3], d: null } }),
    ).toMatchObject({
      equal: false,
      changes: [
        { op: "replace", path: "/b~1c/1", old: 2, value: 3 },
        { op: "add", path: "/d", value: null },
      ],
    });
    expect(run("cron-explanation", { expression: "30 6 * * 1-5", from: "2026-11-20T07:00:00Z" })).toMatchObject({
      next_runs: expect.arrayContaining(["2026-11-23T06:30:00.000Z"]),
    });
    expect(run("cron-explanation", { expression: "0 0 29 2 *", from: "2026-11-20T00:00:00Z" })).toMatchObject({
      next_runs: expect.arrayContaining(["2028-02-29T00:00:00.000Z", "2032-02-29T00:00:00.000Z"]),
    });
    expect(run("slugify", { text: "Über den Dächern: Crème brûlée!" })).toEqual({
      slug: "ueber-den-daechern-creme-brulee",
    });
    expect(run("summary-statistics", { values: [2, 4, 4, 4, 5, 5, 7, 9] })).toMatchObject({
      mean: 5,
      median: 4.5,
      p25: 4,
      p75: 5.5,
    });
    expect(run("text-statistics", { text: "One two. Two three!\n\nFour" })).toMatchObject({
      words: 5,
      unique_words: 4,
      sentences: 3,
      paragraphs: 2,
    });
    expect(String(run("qr-svg", { text: "https://example.com" }).svg)).toContain("<svg");
  });

  test("bad input is refused with a sentence", () => {
    expect(() => run("unit-conversion", { value: 1, from: "km", to: "kg" })).toThrow("do not measure the same");
    expect(() => run("cron-explanation", { expression: "61 * * * *" })).toThrow("minute");
    expect(() => run("csv-to-json", { csv: 'a\n"open' })).toThrow("not closed");
  });
});
