import { z } from "zod";

type JsonSchema = Record<string, unknown>;

/**
 * A tool's input or result as JSON Schema, with an object at its root. Results allow additional fields, so that new
 * ones do not break clients that validate.
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

/** Removes OpenAPI metadata that is not JSON Schema. */
function tidy(schema: JsonSchema, io: "input" | "output"): void {
  const { override } = schema;
  delete schema.override;
  delete schema.id;
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  Object.assign(schema, override);
}
