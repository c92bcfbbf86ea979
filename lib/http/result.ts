import type { z } from "zod";
import { jsonOf } from "@/lib/core/json";
import { JsonBody } from "@/lib/http/json-body";

type Schema = z.ZodType;

/** Bodies of results that requests share, by the schema that made them: another schema shows other columns. */
const bodies = new WeakMap<Schema, WeakMap<object, JsonBody>>();

/** The JSON of a result, of which only described columns are left. Throws what the schema throws. */
export function textOf(schema: Schema, result: unknown): string {
  return jsonOf(schema.parse(result));
}

/**
 * The body of a read's result. Requests that share a result share its body, and so its bytes, ETag and compressed forms:
 * encoding a page anew for each of them was a third of what a list cost.
 */
export function bodyOf(schema: Schema, result: unknown): JsonBody {
  if (typeof result !== "object" || result === null) return new JsonBody(textOf(schema, result));
  const known = bodies.get(schema) ?? new WeakMap<object, JsonBody>();
  bodies.set(schema, known);
  const body = known.get(result) ?? new JsonBody(textOf(schema, result));
  known.set(result, body);
  return body;
}
