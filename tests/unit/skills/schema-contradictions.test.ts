import { describe, expect, test } from "vitest";
import { contractIssues } from "@/lib/supply/skills/contract";

const object = (fields: object) => ({ type: "object", ...fields });
const taking = (text: object | boolean) => object({ properties: { text }, required: ["text"] });
const issuesOf = (api_schema: Record<string, unknown>) =>
  contractIssues({ api_schema, response_schema: null, examples: null });

describe("a schema that no input satisfies is refused", () => {
  test.each([
    [
      object({ required: ["text"], additionalProperties: false }),
      "api_schema.required",
      "text is required but not allowed",
    ],
    [taking(false), "api_schema.required", "text is required but not allowed"],
    [
      object({ allOf: [{ required: ["b"] }, { properties: { a: {} }, additionalProperties: false }] }),
      "api_schema.allOf[0].required",
      "b is required but not allowed",
    ],
    [
      taking({ type: "string", minLength: 5, maxLength: 3 }),
      "api_schema.properties.text.minLength",
      "minLength 5 is above maxLength 3",
    ],
    [
      taking({ type: "number", minimum: 2, maximum: 1 }),
      "api_schema.properties.text",
      "no number lies between its bounds 2 and 1",
    ],
    [taking({ type: "number", minimum: 1, exclusiveMaximum: 1 }), "api_schema.properties.text", "no number lies"],
    [
      taking({ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }),
      "api_schema.properties.text",
      "no integer lies",
    ],
    [taking({ type: "integer", minimum: 1.2, maximum: 1.8 }), "api_schema.properties.text", "no integer lies"],
    [taking({ type: "string", enum: [1, 2] }), "api_schema.properties.text.enum", "none of its values is allowed"],
    [taking({ enum: ["a", "b"], const: "c" }), "api_schema.properties.text.const", "none of its values is allowed"],
    [taking({ type: "string", enum: ["long"], maxLength: 3 }), "api_schema.properties.text.enum", "none of its values"],
    [taking({ type: "integer", const: 1.5 }), "api_schema.properties.text.const", "none of its values"],
    [
      taking({ allOf: [{ type: "string" }, { type: "number" }] }),
      "api_schema.properties.text.allOf[1].type",
      "exclude each other",
    ],
    [
      taking({ type: "array", minItems: 3, maxItems: 2 }),
      "api_schema.properties.text.minItems",
      "minItems 3 is above maxItems 2",
    ],
    [taking({ type: "array", minItems: 1, items: false }), "api_schema.properties.text.items", "false allows nothing"],
    [
      object({ required: ["a", "b"], maxProperties: 1 }),
      "api_schema.maxProperties",
      "2 properties are required, and at most 1 allowed",
    ],
    [
      taking({ anyOf: [{ type: "string", enum: [1] }, false] }),
      "api_schema.properties.text.anyOf",
      "every alternative",
    ],
    [
      object({
        properties: { text: { $ref: "#/$defs/never" } },
        required: ["text"],
        $defs: { never: { type: "string", minLength: 2, maxLength: 1 } },
      }),
      "api_schema.properties.text.minLength",
      "minLength 2 is above maxLength 1",
    ],
  ])("%j", (schema, param, reason) => {
    const [issue, ...more] = issuesOf(schema);
    expect([issue?.param, more]).toEqual([param, []]);
    expect(issue?.message).toMatch(/^no input can satisfy this: /);
    expect(issue?.message).toContain(reason);
  });

  test("and one that its own example does not satisfy, by the example's place", () => {
    const schema = { ...taking({ type: "string" }), examples: [{ text: "a" }, { text: 1 }] };
    expect(issuesOf(schema)).toEqual([{ param: "api_schema.examples[1].text", message: "must be string" }]);
  });

  test("a response that no answer satisfies is named as such", () => {
    const response_schema = { type: "string", minLength: 2, maxLength: 1 };
    const [issue] = contractIssues({ api_schema: null, response_schema, examples: null });
    expect(issue?.param).toBe("response_schema.minLength");
  });
});

describe("what may be satisfied is accepted", () => {
  test.each([
    [object({ required: ["text"], patternProperties: { "^t": {} }, additionalProperties: false })],
    [object({ properties: { text: false } })],
    [object({ required: ["text"], properties: { text: {} }, additionalProperties: false })],
    [taking({ minLength: 5, maxLength: 3 })],
    [taking({ type: ["string", "null"], minLength: 5, maxLength: 3 })],
    [taking({ type: "array", items: false })],
    [taking({ type: "array", prefixItems: [{}], items: false, minItems: 1 })],
    [taking({ type: "integer", minimum: 1, maximum: 1 })],
    [taking({ type: "number", exclusiveMinimum: 1, exclusiveMaximum: 2 })],
    [taking({ type: ["integer", "number"], minimum: 1.2, maximum: 1.8 })],
    [taking({ type: "integer", enum: [1, "a"] })],
    [taking({ enum: [{ a: 1, b: 2 }], const: { b: 2, a: 1 } })],
    [taking({ enum: ["👍"], maxLength: 1 })],
    [taking({ anyOf: [{ type: "string", enum: [1] }, { type: "string" }] })],
    [taking({ not: { type: "string" } })],
    [object(JSON.parse('{"if":{"required":["a"]},"then":false}'))],
    [
      object({
        allOf: [
          { required: ["a"], properties: { a: {} } },
          { properties: { a: {} }, additionalProperties: false },
        ],
      }),
    ],
    [{}],
  ])("%j", (schema) => {
    expect(issuesOf(schema)).toEqual([]);
  });
});
