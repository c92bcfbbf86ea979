import type { Issue } from "@/lib/platform/core/errors";
import type { Example } from "@/lib/supply/skills/contract-schemas";
import { checkResponseSchema, checkSchema, checkValue } from "@/lib/supply/skills/parameters";

type Schema = Record<string, unknown>;

/** What a skill takes and answers: the part of its content that callers build on. */
export type Contract = {
  api_schema: Schema | null;
  response_schema: Schema | null;
  examples: Example[] | null;
};

/** What is wrong with a contract: its schemas, or else examples that they do not accept. */
export function contractIssues({ api_schema, response_schema, examples }: Contract): Issue[] {
  const schemaIssues = [
    ...(api_schema ? checkSchema(api_schema) : []),
    ...(response_schema ? checkResponseSchema(response_schema) : []),
  ];
  if (schemaIssues.length > 0) return schemaIssues;
  return (examples ?? []).flatMap(({ input, output }, at) => [
    ...valueIssues(api_schema, input, `examples[${at}].input`),
    ...(output === undefined ? [] : valueIssues(response_schema, output, `examples[${at}].output`)),
  ]);
}

function valueIssues(schema: Schema | null, value: unknown, at: string): Issue[] {
  if (schema === null) return [];
  return checkValue(schema, JSON.stringify(schema), value).map(({ param, message }) => ({
    param: param === "body" ? at : `${at}.${param}`,
    message,
  }));
}

type Promised = { response_schema: Schema | null; response_mode: "flag" | "strict" };

/**
 * The schema of a skill's result for a place at `pointer` inside another schema. Answers that only get a flag may break it, so
 * that they are allowed beside it: clients refuse what their tool's output schema does not allow.
 */
export function resultSchema({ response_schema: schema, response_mode: mode }: Promised, pointer: string): Schema {
  const description = "The skill's result.";
  if (schema === null) return { description };
  if (mode === "strict") return movedTo(pointer, schema);
  return { description, anyOf: [movedTo(`${pointer}/anyOf/0`, schema), {}] };
}

/** A schema for a place inside another one: its references, which count from its root, lead to `pointer` there. */
function movedTo(pointer: string, schema: Schema): Schema {
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        name === "$ref" && typeof part === "string" ? part.replace(/^#/, `#${pointer}`) : moved(part),
      ]),
    );
  };
  return moved(schema) as Schema;
}
