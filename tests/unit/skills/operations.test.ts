import { describe, expect, test } from "vitest";
import { breakingChanges, breakingText } from "@/lib/supply/skills/breaking-changes";
import { definitionText, toolDigest } from "@/lib/supply/skills/mcp-tools";
import { operationRequest } from "@/lib/supply/skills/operation-request";
import { Operation } from "@/lib/supply/skills/operation-schemas";
import { mcpName, operationIssues } from "@/lib/supply/skills/operations";
import { riseOf, type Terms } from "@/lib/supply/skills/terms";

const http = (call: object) =>
  Operation.parse({ name: "run", http: { method: "GET", path: "/", ...call } }).http as never;
const get = (path: string, names: string[], parameters: object, base = "https://api.example.com/v1/") =>
  operationRequest(
    base,
    http({ path, parameters: names.map((name) => ({ name, in: "path" })) }),
    parameters as Record<string, unknown>,
  ).url;

describe("the request of an operation", () => {
  test("stays below its base, whatever the values of its path are", () => {
    expect(get("/a/{x}/b", ["x"], { x: "../../c?d#e" })).toBe("https://api.example.com/v1/a/..%2F..%2Fc%3Fd%23e/b");
    expect(get("/{x}", ["x"], { x: "%2e%2e" })).toBe("https://api.example.com/v1/%252e%252e");
    expect(get("/{x}", ["x"], { x: "//evil.example.com" })).toBe("https://api.example.com/v1/%2F%2Fevil.example.com");
    for (const [path, parameters] of [
      ["/{x}{y}/z", { x: ".", y: "." }],
      ["/{x}", { x: ".." }],
      ["/{x}", { x: null }],
      ["/{x}", {}],
    ] as const)
      expect(() => get(path, ["x", "y"], parameters)).toThrow(/goes into the path/);
  });

  test("has lists repeated, with commas or by key, as the mapping says", () => {
    const query = (style: string | undefined, value: unknown) =>
      new URL(
        operationRequest(
          "https://a.example",
          http({ parameters: [{ name: "q", in: "query", ...(style && { style }) }] }),
          {
            q: value,
          },
        ).url,
      ).search;
    expect(query(undefined, [1, 2])).toBe("?q=1&q=2");
    expect(query("comma", [1, 2])).toBe("?q=1%2C2");
    expect(query("deep", { a: { b: [true] } })).toBe("?q%5Ba%5D%5Bb%5D%5B0%5D=true");
    expect(query(undefined, "a&b=c")).toBe("?q=a%26b%3Dc");
    expect(query(undefined, null)).toBe("");
  });

  test("has no parameter twice: keys of an object set none that the request has besides", () => {
    const parameters = ["filter", "customer", "more"].map((name) => ({ name, in: "query" }));
    const run = (values: Record<string, unknown>) =>
      operationRequest("https://a.example/?version=2", http({ parameters }), values).url;
    expect(run({ filter: { a: 1, filter: 2 }, customer: "ada" })).toBe(
      "https://a.example/?version=2&a=1&filter=2&customer=ada",
    );
    for (const filter of [{ customer: "eve" }, { version: 1 }])
      expect(() => run({ filter })).toThrow(/filter: must not have the key/);
    expect(() => run({ filter: { a: 1 }, more: { a: 2 } })).toThrow(/more: must not have the key/);
  });
});

describe("names for agents", () => {
  test("are at most 64 characters, and a longer one differs from every other", () => {
    const slug = "a-skill-with-a-rather-long-name";
    const names = ["x".repeat(60), `${"x".repeat(59)}y`].map((name) => mcpName(slug, name));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(mcpName("billing", "list")).toBe("billing__list");
  });

  test("that differ in case only are refused", () => {
    const operations = ["list", "List"].map((name) => Operation.parse({ name, http: { method: "GET", path: "/" } }));
    expect(operationIssues({ slug: "billing", endpoint_type: "http", operations })).toMatchObject([
      { param: "operations[1].name" },
    ]);
  });
});

test("a definition has one digest in any order, and another one for any text of it", () => {
  const tool = { name: "a", description: "A.", inputSchema: { type: "object", properties: { x: {}, y: {} } } };
  const turned = { inputSchema: { properties: { y: {}, x: {} }, type: "object" }, description: "A.", name: "a" };
  expect(toolDigest(turned)).toBe(toolDigest(tool));
  expect(toolDigest({ ...tool, _meta: { seen: 1 } })).toBe(toolDigest(tool));
  expect(toolDigest({ ...tool, found: [1] })).toBe(toolDigest(tool));
  expect(toolDigest({ ...tool, description: "B." })).not.toBe(toolDigest(tool));
  expect(toolDigest({ ...tool, annotations: { readOnlyHint: true } })).not.toBe(toolDigest(tool));
});

test("a definition as text has what buyers see of it, in one order and without the name of the dialect", () => {
  const text = definitionText({
    title: "A",
    description: "Does a.",
    inputSchema: { type: "object", $schema: "x", properties: {} },
    annotations: { title: "unseen", readOnlyHint: true },
  });
  expect(text).toBe(
    'A\nDoes a.\nInput schema: {\n  "properties": {},\n  "type": "object"\n}\nHints: {\n  "readOnlyHint": true\n}',
  );
  expect(definitionText({ title: undefined, annotations: {}, outputSchema: null })).toBe("");
});

test("a tool that goes or takes more is a breaking change; a hidden one is not offered", () => {
  const one = (name: string, more: object = {}) =>
    Operation.parse({ name, http: { method: "GET", path: "/" }, ...more });
  const skill = (operations: Operation[] | null) => ({ api_schema: null, response_schema: null, operations });
  const required = { input_schema: { type: "object", properties: { x: {} }, required: ["x"] } };
  const changes = breakingChanges(
    skill([one("a"), one("b"), one("c")]),
    skill([one("a", required), one("c", { hidden: true })]),
  );
  expect(changes.map(breakingText)).toEqual([
    "Parameter a.x is required now",
    "Tool b is removed",
    "Tool c is removed",
  ]);
  expect(breakingChanges(skill(null), skill([one("a")])).map(breakingText)).toEqual(["Tool execute is removed"]);
});

test("a rise of one tool's price is a rise of the skill's, and so is a free one that costs", () => {
  const terms = (operationPrices: Record<string, string>, pricePerCallMicros = 100n): Terms => ({
    pricingType: "usage",
    priceMicros: null,
    subscriptionInterval: null,
    pricePerCallMicros,
    freeCalls: 0,
    operationPrices,
    units: [],
    operationUnits: {},
    trialDays: 0,
    plans: [],
  });
  expect(riseOf(terms({ a: "100" }), terms({ a: "105" }), 10)).toBe("small");
  expect(riseOf(terms({ a: "100" }), terms({ a: "200" }), 10)).toBe("large");
  expect(riseOf(terms({ a: "0" }), terms({}), 10)).toBe("large");
  expect(riseOf(terms({}), terms({ a: "50" }), 10)).toBe("none");
  expect(riseOf(terms({ a: "200" }), terms({}), 10)).toBe("none");
  expect(riseOf(terms({}, 0n), terms({ a: "1" }, 0n), 10)).toBe("large");
});
