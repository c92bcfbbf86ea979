import { describe, expect, test } from "vitest";
import { checkSchema, validateParameters } from "@/lib/supply/skills/parameters";
import { exampleFor } from "@/lib/supply/skills/schema-example";
import { threadMs } from "@/tests/support/processor-time";

const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
describe("schemas that attack", () => {
  test.each([
    ["a reference that cannot be decoded", { $ref: "#/%E0%A4%A" }],
    ["keywords hidden in a default", object({ a: { $ref: "#/default" } }, { default: { $dynamicRef: "#x" } })],
    ["a pattern hidden in an example", object({ a: { $ref: "#/examples/0" } }, { examples: [{ pattern: "(?=a)" }] })],
    ["a reference to itself", object({ a: { $ref: "#" } })],
    ["references in a ring", { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }],
    [
      "many large patterns",
      object({}, { allOf: Array.from({ length: 600 }, (_, i) => ({ pattern: `(a?){1000}${i}` })) }),
    ],
    ["forty kilobytes", object({ a: { description: "x".repeat(40_000) } })],
    ["a type that does not exist", object({ a: { type: "text" } })],
  ])("%s is refused, by an issue and not by a crash", (_, schema) => {
    const [issue] = checkSchema(schema);
    expect(issue?.param).toMatch(/^api_schema/);
  });

  test("the issue names the keyword at fault", () => {
    expect(checkSchema(object({ x: { pattern: "(a)\\1" } }))[0]?.param).toBe("api_schema.properties.x.pattern");
  });

  test("the 2020-12 dialect may be named, and dependentRequired may name any property", () => {
    const $schema = "https://json-schema.org/draft/2020-12/schema";
    expect(checkSchema(object({}, { $schema, dependentRequired: { pattern: ["a"] } }))).toEqual([]);
  });
});

describe("parameters that attack", () => {
  test("each issue carries the path of its parameter", () => {
    const schema = object(
      {
        text: {},
        options: object({ unit: { enum: ["km"] } }),
        items: { type: "array", items: object({ name: { type: "string" } }) },
      },
      { required: ["text"], additionalProperties: false },
    );
    const paramOf = (parameters: Record<string, unknown>) => validateParameters(schema, "paths", parameters)[0]?.param;
    expect(paramOf({})).toBe("text");
    expect(paramOf({ text: 1, options: { unit: "m" } })).toBe("options.unit");
    expect(paramOf({ text: 1, items: [{ name: 1 }] })).toBe("items[0].name");
    expect(paramOf({ text: 1, more: 1 })).toBe("more");
  });

  test("very deep parameters are refused", () => {
    const deep = JSON.parse(`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`);
    expect(validateParameters(object({}), "deep-2", deep)[0]?.param).toBe("body");
  });

  test("text that would keep a pattern busy is refused, and the next call is not", () => {
    const schema = object({ a: { type: "string", pattern: "^(a?){1000}$" } });
    const [issue] = validateParameters(schema, "busy", { a: "a".repeat(500_000) });
    expect(issue?.message).toContain("more text");
    expect(validateParameters(schema, "busy", { a: "aaa" })).toEqual([]);
  });

  test("many values times many checks are refused before they are made", () => {
    const schema = object({
      a: { type: "array", items: { allOf: Array.from({ length: 900 }, (_, i) => ({ maximum: 1e6 + i })) } },
    });
    expect(checkSchema(schema)).toEqual([]);
    const values = Array.from({ length: 400_000 }, () => 1);
    validateParameters(schema, "many", { a: [1] });
    // Eighty times the values, and the work of a few: comparing all would take thousands of times as long.
    const ratios = Array.from({ length: 3 }, () => {
      const few = threadMs(() => validateParameters(schema, "many", { a: values.slice(0, 5_000) }));
      const many = threadMs(() =>
        expect(validateParameters(schema, "many", { a: values })[0]?.message).toContain("more values"),
      );
      return many / Math.max(few, 1);
    });
    expect(Math.min(...ratios)).toBeLessThan(40);
  });

  test("a nested quantifier does not block the event loop longer than a harmless pattern", () => {
    const ms = (pattern: string) => {
      const schema = object({ a: { type: "string", pattern } });
      return threadMs(() => {
        for (let i = 0; i < 20; i++)
          expect(validateParameters(schema, pattern, { a: `${"a".repeat(28)}!` })).toHaveLength(1);
      });
    };
    expect(ms("^(a+)+$") / Math.max(5, ms("^a+$"))).toBeLessThan(30);
  });
});

describe("examples", () => {
  test.each([
    ["a huge array", object({ a: { type: "array", minItems: 1e9, items: {} } }, { required: ["a"] })],
    ["a huge text", object({ a: { type: "string", minLength: 1e9 } }, { required: ["a"] })],
    ["a negative length", object({ a: { type: "array", maxItems: -1, items: {} } }, { required: ["a"] })],
    ["a reference that cannot be decoded", object({ a: { $ref: "#/%E0%A4%A" } }, { required: ["a"] })],
    ["a ring", object({ a: { $ref: "#" } }, { required: ["a"] })],
  ])("%s yields a small example", (_, schema) => {
    expect(JSON.stringify(exampleFor(schema)).length).toBeLessThan(10_000);
  });

  test.each([
    object({ a: { type: "integer", exclusiveMinimum: 3, multipleOf: 5 } }, { required: ["a"] }),
    object({ a: { type: "number", maximum: -2 } }, { required: ["a"] }),
    object({ a: { type: "string", maxLength: 2 } }, { required: ["a"] }),
    object({ a: { type: "string" }, b: { type: "string" } }, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
    object({}, { required: ["anything"] }),
    {
      allOf: [object({ a: { type: "string" } }, { required: ["a"] }), { $ref: "#/$defs/b" }],
      $defs: { b: object({ b: { type: "boolean" } }, { required: ["b"] }) },
    },
  ])("%j accepts its own example", (schema) => {
    expect(validateParameters(schema, JSON.stringify(schema), exampleFor(schema) as Record<string, unknown>)).toEqual(
      [],
    );
  });
});
