import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";
import { violationOf } from "@/tests/support/answer-check";

type Schema = { [field: string]: unknown };
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { $ref: string }> };
type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema?: Schema };
type Operation = {
  operationId: string;
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media>; headers?: object }>;
};
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    examples: Record<string, { value: unknown }>;
  };
};
const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";
const parametersOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.flatMap((one) => (one.$ref ? (document.components.parameters[nameOf(one.$ref)] ?? []) : one));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

/** What is wrong with a value by the schema at a place of the document. */
function problems(place: string[], value: unknown): string[] {
  const violation = violationOf(place, value);
  return violation ? [`${place.join(" ")}: ${violation} ${JSON.stringify(value)}`] : [];
}

/** Every example that media types carry, with the place of the schema that it must fit. */
function examplesOf(at: string[], content: Record<string, Media> = {}) {
  return Object.entries(content).flatMap(([type, media]) =>
    [
      ...(media.example === undefined ? [] : [media.example]),
      ...Object.values(media.examples ?? {}).map(({ $ref }) => document.components.examples[nameOf($ref)]?.value),
    ].map((value) => ({ place: [...at, "content", type, "schema"], value })),
  );
}

describe("the OpenAPI document", () => {
  test("every operation has an id of its own, a verb and what it is about", () => {
    const unnamed = operations.filter(({ operation }) => !operation.operationId).map(({ name }) => name);
    expect(unnamed, "give each of these an operationId").toEqual([]);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids).toEqual(expect.arrayContaining(["listSkills", "getSkill", "executeSkill", "createKey"]));
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z0-9]*)*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(20);
  });

  test("every parameter shows an example", () => {
    const bare = operations.flatMap(({ name, operation }) =>
      parametersOf(operation)
        .filter(({ example, schema = {} }) => {
          const named = document.components.schemas[nameOf(String(schema.$ref))];
          return [example, schema.example, named?.example].every((one) => one === undefined);
        })
        .map((parameter) => `${name} ${parameter.name}`),
    );
    expect(bare).toEqual([]);
  });

  test("every JSON body and every JSON answer, errors included, shows an example", () => {
    const bare = operations.flatMap(({ name, operation }) => {
      const parts: [string, Record<string, Media> | undefined][] = [
        ["body", operation.requestBody?.content],
        ...Object.entries(operation.responses).map(
          ([status, response]) => [status, response.content] as [string, Record<string, Media> | undefined],
        ),
      ];
      return parts
        .filter(([, content]) => {
          const media = content?.["application/json"];
          return media && media.example === undefined && Object.keys(media.examples ?? {}).length === 0;
        })
        .map(([part]) => `${name} ${part}`);
    });
    expect(bare).toEqual([]);
  });

  test("every example is valid against its own schema", () => {
    const wrong = operations.flatMap(({ path, method, operation }) => {
      const at = ["paths", path, method];
      return [
        ...examplesOf([...at, "requestBody"], operation.requestBody?.content),
        ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
          examplesOf([...at, "responses", status], content),
        ),
      ].flatMap(({ place, value }) => problems(place, value));
    });
    expect(wrong).toEqual([]);
  });

  test("a body has one media type: generated clients would send either of two in the same way", () => {
    const bodies = operations.flatMap(({ name, operation: { requestBody } }) =>
      requestBody ? [[name, Object.keys(requestBody.content).length]] : [],
    );
    expect(bodies.filter(([, count]) => count !== 1)).toEqual([]);
  });

  test("every example of a body is one that its endpoint takes", () => {
    const wrong = operations.flatMap(({ name, path, method, operation }) => {
      const parser = ROUTES[path]?.[method.toUpperCase() as "POST"]?.spec.body as z.ZodType | undefined;
      if (!parser) return [];
      const parsed = parser.safeParse(operation.requestBody?.content["application/json"]?.example);
      return parsed.success ? [] : [`${name}: ${parsed.error.message}`];
    });
    expect(wrong).toEqual([]);
  });

  test("every operation says how it fails, and names the request id of every answer", () => {
    for (const { name, operation } of operations) {
      expect([name, Object.keys(operation.responses)]).toEqual([name, expect.arrayContaining(["200", "500"])]);
      for (const response of Object.values(operation.responses))
        expect([name, response.headers]).toEqual([name, expect.objectContaining({ "Request-Id": expect.anything() })]);
    }
  });

  test("whatever says when to try again names the header, and a download its answers without all of the bytes", () => {
    for (const { name, operation } of operations)
      if (operation.responses["429"])
        expect([name, Object.keys(operation.responses["429"].headers ?? {})]).toEqual([
          name,
          expect.arrayContaining(["Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy"]),
        ]);
    const download = document.paths["/v1/skills/{slug}/download"]?.get;
    expect(Object.keys(download?.responses ?? {})).toEqual(expect.arrayContaining(["200", "206", "304", "416", "504"]));
  });
});
