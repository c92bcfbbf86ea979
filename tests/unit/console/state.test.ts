import { parser } from "@lezer/json";
import { describe, expect, test } from "vitest";
import { spanOf } from "@/app/console/[id]/_components/json-path";
import { changeOf, checklistOf, type EditorState, termsOf } from "@/app/console/[id]/_components/state";
import { ApiError } from "@/lib/interfaces/client/api";
import { errorAt } from "@/lib/interfaces/client/issues";
import { everyField } from "@/tests/support/content";

const base: EditorState = {
  ...everyField(""),
  name: "Counter",
  description: "Counts.",
  category: "writing",
  execution_type: "api",
  api_endpoint: "https://api.example.com/count",
  package_preview: "skill_md",
  response_mode: "flag",
  pricing_type: "usage",
  price: "",
  subscription_interval: "month",
  price_per_call: "0.01",
  free_calls: "0",
  operation_prices: "",
  units: "",
  operation_units: "",
  trial_days: "0",
};
const change = (edit: Partial<EditorState>, withTerms = true) => changeOf(base, { ...base, ...edit }, { withTerms });

describe("what the editor saves", () => {
  test("is what was changed, and nothing else", () => {
    expect(change({})).toEqual({ body: {}, problems: {} });
    expect(change({ readme: "# Counter", api_schema: '{"type":"object"}' }).body).toEqual({
      readme: "# Counter",
      api_schema: { type: "object" },
    });
    expect(change({ api_endpoint: " " }).body).toEqual({ api_endpoint: null });
    expect(change({ sample_queries: " Count my words\n\nIs it long? " }).body).toEqual({
      sample_queries: ["Count my words", "Is it long?"],
    });
  });

  test("leaves out what cannot be sent yet, and says why, while the rest is saved", () => {
    const { body, problems } = change({
      name: " ",
      description: "New.",
      api_schema: "{",
      price_per_call: "-1",
    });
    expect(body).toEqual({ description: "New." });
    expect(Object.keys(problems).toSorted()).toEqual(["api_schema", "name", "price_per_call"]);
    expect(change({ api_schema: "[]" }).problems.api_schema).toContain("object");
  });

  test("of a published skill leaves the price to its own button", () => {
    expect(change({ name: "New", price_per_call: "5" }, false).body).toEqual({ name: "New" });
    expect(termsOf(base, { ...base, name: "New", price_per_call: "5" }).body).toEqual({ price_per_call: 5 });
  });
});

describe("readiness", () => {
  const missing = (edit: Partial<EditorState>, hasPackage = false) =>
    checklistOf({ ...base, ...edit }, hasPackage, () => undefined)
      .filter(({ isDone, isRequired }) => isRequired && !isDone)
      .map(({ field }) => field);

  test("names the field of each missing thing, by kind and pricing", () => {
    expect(missing({})).toEqual([]);
    expect(missing({ api_endpoint: "", price_per_call: "" })).toEqual(["api_endpoint", "price_per_call"]);
    expect(missing({ execution_type: "download", pricing_type: "subscription" })).toEqual(["package", "price"]);
    expect(missing({ execution_type: "both" }, true)).toEqual([]);
    expect(missing({ api_schema: "{" })).toEqual(["api_schema"]);
  });

  test("a field with an error is not done: neither a price of letters nor an endpoint that the API refuses", () => {
    const wrong = { api_endpoint: "http://api.example.com/count", price_per_call: "abc" };
    const { problems } = termsOf(base, { ...base, ...wrong });
    const refusal = new ApiError(400, {
      code: "invalid_request",
      message: "api_endpoint: must begin with https",
      param: "api_endpoint",
      details: {},
      request_id: "",
    });
    const found = checklistOf({ ...base, ...wrong }, false, (field) => errorAt(field, problems, refusal));
    expect(found.filter(({ isDone, isRequired }) => isRequired && !isDone).map(({ field }) => field)).toEqual([
      "api_endpoint",
      "price_per_call",
    ]);
  });
});

describe("the place of a fault in a schema", () => {
  const text = '{\n "properties": { "text": { "pattern": "(?=x)" } },\n "required": ["a", 5]\n}';
  const at = (path: string) => {
    const { from, to } = spanOf(parser.parse(text), text, path);
    return text.slice(from, to);
  };

  test("is its value, an item of a list, or the deepest part that there is", () => {
    expect(at("properties.text.pattern")).toBe('"(?=x)"');
    expect(at("required[1]")).toBe("5");
    expect(at("properties.text.missing")).toBe('{ "pattern": "(?=x)" }');
    expect(at("")).toBe(text);
  });
});
