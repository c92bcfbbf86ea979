import { describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";

type Json = Record<string, unknown>;
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; parameters: Record<string, { name: string }> };
};
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation: operation as Json & { operationId: string; responses: Record<string, Json> },
  })),
);

/** Every schema under a part of the document, references followed, with the way to it. */
function* schemasUnder(node: unknown, way: string, seen = new Set<unknown>()): Generator<[string, Json]> {
  if (Array.isArray(node)) for (const [i, item] of node.entries()) yield* schemasUnder(item, `${way}/${i}`, seen);
  if (!isObject(node) || seen.has(node)) return;
  seen.add(node);
  yield [way, node];
  if (typeof node.$ref === "string") {
    const name = node.$ref.split("/").at(-1) ?? "";
    yield* schemasUnder(document.components.schemas[name], name, seen);
  }
  for (const [key, value] of Object.entries(node))
    if (!/^(?:examples?|default)$/.test(key)) yield* schemasUnder(value, `${way}/${key}`, seen);
}

describe("a client that is generated from the document", () => {
  test("goes on working when an answer has a new field", () => {
    const closed = operations.flatMap(({ name, operation }) =>
      [...schemasUnder(operation.responses, name)].filter(([, schema]) => schema.additionalProperties === false),
    );
    expect(closed.map(([way]) => way)).toEqual([]);
  });

  test("need not send what has a default: no field of a body has one that generators take for required", () => {
    const bodies = operations.flatMap(({ name, operation }) => [...schemasUnder(operation.requestBody, name)]);
    expect(bodies.filter(([, schema]) => "default" in schema).map(([way]) => way)).toEqual([]);
    const input = document.components.schemas.SkillInput as { properties: Record<string, Json> };
    expect(input.properties.execution_type?.description).toContain('By default "api".');
  });

  test("has one named type for each enumeration", () => {
    const inline = [...schemasUnder(document.paths, "paths")].filter(
      ([way, { enum: values }]) =>
        Array.isArray(values) && way in document.components.schemas === false && !/true|false/.test(values.join()),
    );
    expect(
      inline.map(([way]) => way),
      "give its schema a name: .meta({ id })",
    ).toEqual([]);
    for (const name of ["PricingType", "ExecutionType", "Scope", "SkillStatus", "PurchaseStatus"])
      expect([name, document.components.schemas[name]?.type]).toEqual([name, "string"]);
  });

  test("knows what each error says, by its code", () => {
    const { error } = (document.components.schemas.InsufficientCreditsError as { properties: { error: Json } })
      .properties;
    expect(error).toMatchObject({
      properties: {
        code: { const: "insufficient_credits" },
        details: { required: ["required", "available", "shortfall", "topup_url"] },
      },
    });
    for (const { name, operation } of operations)
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400 || status === "416") continue;
        const media = (response.content as Record<string, { schema: Json; examples: Json }>)["application/json"];
        const options = (media?.schema.anyOf ?? [media?.schema]) as { $ref: string }[];
        expect([name, status, options.length]).toEqual([name, status, Object.keys(media?.examples ?? {}).length]);
        for (const { $ref } of options) expect($ref).toMatch(/Error$/);
      }
  });

  test("knows the headers that it may send", () => {
    const sent = (id: string) => {
      const parameters = operations.find(({ operation }) => operation.operationId === id)?.operation.parameters;
      return (parameters as { $ref?: string; name?: string }[]).flatMap(({ $ref }) =>
        $ref ? (document.components.parameters[$ref.split("/").at(-1) ?? ""]?.name ?? []) : [],
      );
    };
    expect(sent("executeSkill")).toEqual(["Idempotency-Key", "Approval", "Prefer"]);
    expect(sent("listSkills")).toEqual(["If-None-Match"]);
    expect(sent("downloadSkill")).toEqual(["Approval", "If-None-Match", "Range", "If-Range"]);
  });
});

describe("every example of an answer agrees with itself", () => {
  const examples = operations.flatMap(({ name, operation }) => {
    const content = operation.responses["200"]?.content as Record<string, { example?: unknown }> | undefined;
    const example = content?.["application/json"]?.example;
    return example === undefined ? [] : [...schemasUnder(example, name)];
  });

  test.each<[string, (value: Json) => boolean, (value: Json) => boolean]>([
    [
      "a page has as many rows as it says",
      (value) => Array.isArray(value.data) && "has_more" in value,
      ({ data, total, limit, has_more }) =>
        (data as []).length === total && total <= Number(limit) && has_more === false,
    ],
    [
      "what is paid per call has no price of a term",
      ({ pricing_type, price_per_call }) => pricing_type === "usage" && price_per_call !== undefined,
      ({ price, subscription_interval }) => (price ?? subscription_interval ?? null) === null,
    ],
    [
      "a balance is what is available and what is held",
      (value) => "available" in value && "held" in value && !("in_payout" in value),
      ({ balance, available, held }) => balance === Number(available) + Number(held),
    ],
    [
      "what succeeded has no error, and what was free no cost",
      ({ status }) => status === "succeeded",
      ({ error_code, free, cost }) => error_code === null && (free === false || cost === 0),
    ],
    [
      "a term ends after it began",
      (value) => "current_period_end" in value,
      ({ started_at, current_period_end }) => String(current_period_end) > String(started_at),
    ],
    ["a key that works is not revoked", ({ active }) => active === true, (value) => !("revoked" in value)],
    [
      "a dollar is a credit",
      (value) => typeof value.credits === "number" && typeof value.amount === "number",
      ({ credits, amount }) => credits === amount,
    ],
  ])("%s", (_, isAbout, holds) => {
    const about = examples.filter(([, value]) => isAbout(value));
    expect(about.length).toBeGreaterThan(0);
    expect(about.filter(([, value]) => !holds(value))).toEqual([]);
  });
});
