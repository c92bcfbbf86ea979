import { expect, test } from "vitest";
import { parameterChanges } from "@/lib/supply/skills/parameter-changes";

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});
const of = (before: object | null, after: object | null) =>
  parameterChanges(before as Record<string, unknown> | null, after as Record<string, unknown> | null).map(
    ({ name, change, breaking }) => `${name} ${change}${breaking ? "!" : ""}`,
  );
const text = { type: "string" };

test("parameters that were added, removed, or became required or optional are named, breaking ones apart", () => {
  const before = object({ a: text, b: text, c: text }, ["b"]);
  const after = object({ a: text, b: text, d: text, e: text }, ["a", "e"]);
  expect(of(before, after)).toEqual(["a made_required!", "b made_optional", "d added", "e added!", "c removed!"]);
  expect(of(before, before)).toEqual([]);
  expect(of(null, object({ a: text }, ["a"]))).toEqual(["a added!"]);
  expect(of(object({ a: text }), null)).toEqual(["a removed!"]);
});

test.each([
  [{ enum: ["a", "b"] }, { enum: ["a"] }, true],
  [{ enum: ["a"] }, { enum: ["a", "b"] }, false],
  [{ type: ["string", "null"] }, { type: "string" }, true],
  [{ type: "integer" }, { type: "number" }, false],
  [{ type: "number" }, { type: "integer" }, true],
  [{ maxLength: 10 }, { maxLength: 5 }, true],
  [{ maxLength: 5 }, { maxLength: 10 }, false],
  [{}, { minimum: 1 }, true],
  [{ minimum: 1 }, {}, false],
  [{ pattern: "a" }, { pattern: "b" }, true],
  [{ pattern: "a" }, {}, false],
  [{ type: "array", items: {} }, { type: "array", items: text }, true],
  [{ description: "Old" }, { description: "New" }, false],
  [true, false, true],
])("%j to %j is %s a narrower parameter", (before, after, isNarrower) => {
  expect(of(object({ p: before }), object({ p: after }))).toEqual([isNarrower ? "p narrowed!" : "p changed"]);
});

test("a parameter inside of an object is named with the object", () => {
  const inner = (names: string[]) => object({ options: object(Object.fromEntries(names.map((name) => [name, text]))) });
  expect(of(inner(["a"]), inner(["a", "b"]))).toEqual(["options.b added"]);
});
