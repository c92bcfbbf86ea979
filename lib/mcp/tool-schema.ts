import { z } from "zod";

type JsonSchema = Record<string, unknown>;

/**
 * A tool's input or result as JSON Schema, with an object at its root. Results are open: a new field must not break a
 * client that checks them.
 */
export function toolSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema & { type: "object" } {
  const { $schema, $ref, $defs, ...root } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema, io),
  }) as JsonSchema & { $ref?: string; $defs?: Record<string, JsonSchema> };
  // Some clients read the properties of the root and follow no reference there.
  const named = $ref === undefined ? undefined : $defs?.[$ref.replace("#/$defs/", "")];
  return { $schema, ...named, ...root, ...($defs && { $defs }), type: "object" };
}

/** Leaves out what our own metadata adds for OpenAPI, which is no JSON Schema. */
function tidy(schema: JsonSchema, io: "input" | "output"): void {
  const { override } = schema;
  delete schema.override;
  delete schema.id;
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  Object.assign(schema, override);
}
