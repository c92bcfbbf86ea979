import { expect, test } from "vitest";
import { parameterRows } from "@/lib/supply/skills/parameter-rows";

test("parameters are listed with name, type, whether required, and description", () => {
  const rows = parameterRows({
    type: "object",
    required: ["text"],
    properties: {
      text: { type: "string", description: "The text." },
      mode: { enum: ["fast", "good"] },
      tags: { type: "array", items: { type: "string" } },
      limit: { type: ["integer", "null"] },
      kind: { const: 1 },
      other: true,
    },
  });
  expect(rows.map(({ name, type }) => [name, type])).toEqual([
    ["text", "string"],
    ["mode", '"fast" | "good"'],
    ["tags", "string[]"],
    ["limit", "integer | null"],
    ["kind", "1"],
    ["other", "any"],
  ]);
  expect(rows.map(({ isRequired }) => isRequired)).toEqual([true, false, false, false, false, false]);
  expect(rows[0]?.description).toBe("The text.");
  expect([parameterRows(null), parameterRows({ type: "object", properties: [] })]).toEqual([[], []]);
});
