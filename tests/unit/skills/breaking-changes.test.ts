import { describe, expect, test } from "vitest";
import { breakingChanges, breakingText } from "@/lib/supply/skills/breaking-changes";
import { Operation } from "@/lib/supply/skills/operation-schemas";

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});
const text = { type: "string" };
const number = { type: "number" };

const ofParameters = (before: object, after: object) =>
  breakingChanges(
    { api_schema: before as never, response_schema: null },
    { api_schema: after as never, response_schema: null },
  ).map(({ name, change }) => [name, change]);
const ofResult = (before: object | null, after: object | null) =>
  breakingChanges(
    { api_schema: null, response_schema: before as never },
    { api_schema: null, response_schema: after as never },
  ).map(({ name, change }) => [name, change]);

describe("parameters", () => {
  test("one that is removed, required now or admits less breaks callers", () => {
    const before = object({ text, size: { ...number, maximum: 100 }, unit: { enum: ["kg", "lb"] }, old: text }, [
      "text",
    ]);
    const after = object({ text, size: { ...number, maximum: 10 }, unit: { enum: ["kg"] }, language: text }, [
      "text",
      "size",
      "language",
    ]);
    expect(ofParameters(before, after)).toEqual([
      ["size", "made_required"],
      ["size", "narrowed"],
      ["unit", "narrowed"],
      ["language", "made_required"],
      ["old", "removed"],
    ]);
  });

  test("a new optional one, a wider one and another description break nobody", () => {
    const before = object({ text, size: { ...number, maximum: 10 } }, ["text", "size"]);
    const after = object({ text: { ...text, description: "New." }, size: number, extra: text }, ["text"]);
    expect(ofParameters(before, after)).toEqual([]);
  });

  test("those of objects inside lists are compared, too", () => {
    const list = (item: object) => object({ items: { type: "array", items: item } });
    expect(ofParameters(list(object({ a: text, b: text })), list(object({ a: text })))).toEqual([
      ["items[].b", "removed"],
    ]);
  });
});

describe("the result", () => {
  test("a field that is removed, may be missing or may hold more breaks callers", () => {
    const before = object({ words: number, language: text, note: text }, ["words", "language"]);
    const after = object({ words: { type: ["number", "null"] }, language: text }, ["words"]);
    expect(ofResult(before, after)).toEqual([
      ["result.words", "widened"],
      ["result.language", "made_optional"],
      ["result.note", "removed"],
    ]);
  });

  test("a new field and a narrower one break nobody, and neither does a first description", () => {
    const before = object({ words: { type: ["number", "null"] } });
    const after = object({ words: number, lines: number }, ["words", "lines"]);
    expect(ofResult(before, after)).toEqual([]);
    expect(ofResult(null, after)).toEqual([]);
  });

  test("a result that is no longer described may be anything", () => {
    expect(ofResult(object({ words: number }), null)).toEqual([["result", "widened"]]);
  });
});

test("a credential that is new, or goes to another endpoint or place, breaks callers; one that isn't asked for any more doesn't", () => {
  const token = { name: "token", description: "x", url: "https://x.example", in: "header" as const, as: "X-Token" };
  const key = { ...token, name: "key", in: "argument" as const, as: "key" };
  const skill = (credentials: (typeof token | typeof key)[] | null, more: object = {}) => ({
    ...{ api_schema: null, response_schema: null, api_endpoint: "https://a.example/run", credentials },
    ...more,
  });
  const mapped = (...parameters: object[]) => ({
    operations: [Operation.parse({ name: "one", http: { method: "GET", path: "/", parameters } })],
  });
  const inQuery = mapped({ name: "key", in: "query" });
  for (const [before, after, changes] of [
    [skill(null), skill([token]), ["Credential token is required now"]],
    [skill([token]), skill([{ ...token, as: "x-token", description: "y" }]), []],
    [skill([token]), skill(null), []],
    [
      skill([token]),
      skill([{ ...token, as: "Other" }]),
      ["Credential token goes elsewhere now, and must be stored again"],
    ],
    [skill([token, key]), skill([token, key], { api_endpoint: "https://a.example/run?to=b" }), ["token", "key"]],
    [skill([key], inQuery), skill([key], inQuery), []],
    [skill([token, key], inQuery), skill([token, key], mapped({ name: "key", in: "query", as: "q" })), ["key"]],
    [skill([key], inQuery), skill([key], mapped({ name: "key", in: "header", as: "X-Key" })), ["key"]],
    [skill([key], { api_endpoint: null }), skill([key], { api_endpoint: null }), []],
  ] as const) {
    const found = breakingChanges(before, after);
    expect(found.map((change, at) => (changes[at]?.includes(" ") ? breakingText(change) : change.name))).toEqual(
      changes,
    );
  }
});

test("changes are named in words", () => {
  const [first] = breakingChanges(
    { api_schema: object({ language: text }), response_schema: null },
    { api_schema: object({}), response_schema: null },
  );
  expect(first && breakingText(first)).toBe("Parameter language is removed");
});
