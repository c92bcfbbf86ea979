import { describe, expect, test } from "vitest";
import { checkSchema, validateParameters } from "@/lib/supply/skills/parameters";
import { exampleFor } from "@/lib/supply/skills/schema-example";

/** Names that every object answers to; sellers may give them to formats and parameters. */
const INHERITED = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

describe.each(INHERITED)("%s", (inherited) => {
  test("as a format is an unknown one: it has an example, and every text passes", () => {
    const schema = {
      type: "object",
      required: ["text"],
      properties: { text: { type: "string", format: inherited } },
    };
    expect(checkSchema(schema)).toEqual([]);
    expect(exampleFor(schema)).toEqual({ text: "text" });
    expect(validateParameters(schema, `format ${inherited}`, { text: "any" })).toEqual([]);
  });

  test("as a parameter is missing until it is sent", () => {
    const optional = { type: "object", properties: { [inherited]: { type: "string" } } };
    const schema = { ...optional, required: [inherited] };
    expect(validateParameters(optional, `optional ${inherited}`, {})).toEqual([]);
    expect(validateParameters(schema, `required ${inherited}`, {})).toEqual([
      { param: inherited, message: "is required" },
    ]);
    expect(validateParameters(schema, `required ${inherited}`, { [inherited]: "sent" })).toEqual([]);
    expect(exampleFor(schema)).toEqual({ [inherited]: "text" });
  });
});
