import { z } from "zod";

type JsonSchema = Record<string, unknown>;

/**
 * A tool's input as JSON Schema, with an object at its root, and no longer than it must be: agents read it with every request. Its dialect
 * is the protocol's default, 2020-12.
 */
export function toolSchema(schema: z.ZodType): JsonSchema & { type: "object" } {
  const {
    $schema: _,
    $ref,
    $defs,
    ...root
  } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema),
  }) as JsonSchema & { $ref?: string; $defs?: Record<string, JsonSchema> };
  // Some clients read the properties of the root and follow no reference there.
  const named = $ref === undefined ? undefined : $defs?.[$ref.replace("#/$defs/", "")];
  const whole = withEnums({ ...named, ...root }, $defs ?? {}) as JsonSchema;
  return { ...portable({ ...whole, ...ownDefinitions($defs ?? {}) }), type: "object" };
}

const isEnum = (schema: JsonSchema) => "enum" in schema;

/** The definitions besides those of enumerations, which are written where they are used: agents then need no reference to read them. */
function ownDefinitions($defs: Record<string, JsonSchema>): { $defs?: JsonSchema } {
  const own = Object.entries($defs).filter(([, schema]) => !isEnum(schema));
  return own.length === 0
    ? {}
    : { $defs: Object.fromEntries(own.map(([name, schema]) => [name, withEnums(schema, $defs)])) };
}

function withEnums(node: unknown, $defs: Record<string, JsonSchema>): unknown {
  if (Array.isArray(node)) return node.map((one) => withEnums(one, $defs));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...rest } = node as JsonSchema;
  const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withEnums(value, $defs)]));
  if (typeof $ref !== "string") return fields;
  const named = $defs[$ref.replace("#/$defs/", "")];
  return named && isEnum(named) ? { ...named, ...fields } : { $ref, ...fields };
}

/**
 * The same schema for clients that know one `type` at a time, as the dialects of some models do: a list of types becomes `anyOf`, and
 * an empty schema of further properties becomes `true`.
 */
function portable(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  const single = type === undefined ? {} : { type };
  const types = Array.isArray(type) ? { anyOf: type.map((one) => ({ type: one })) } : single;
  const fields = Object.entries({ ...types, ...rest }).map(([name, value]) => [
    name,
    name === "additionalProperties" && isEmpty(value) ? true : portableValue(value),
  ]);
  return Object.fromEntries(fields);
}

function portableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portableValue);
  return typeof value === "object" && value !== null ? portable(value as JsonSchema) : value;
}

const isEmpty = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Removes OpenAPI metadata that is not JSON Schema, and what says nothing. */
function tidy(schema: JsonSchema): void {
  const { override } = schema;
  delete schema.override;
  delete schema.id;
  delete schema.example;
  delete schema.propertyNames;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  Object.assign(schema, override);
}
