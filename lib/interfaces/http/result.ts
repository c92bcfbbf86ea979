import type { z } from "zod";
import { JsonBody } from "@/lib/interfaces/http/json-body";
import { jsonOf } from "@/lib/platform/core/json";

type Schema = z.ZodType;

/** Bodies of shared results, by schema, because schemas select columns. */
const bodies = new WeakMap<Schema, WeakMap<object, JsonBody>>();

/** The JSON of a result, with only the columns of the schema. Throws the schema's error. */
export function textOf(schema: Schema, result: unknown): string {
  return jsonOf(schema.parse(result));
}

/**
 * The body of a read's result. Requests that share a result share its body with its bytes, ETag and compressed forms:
 * encoding a page each time was a third of the cost of a list.
 */
export function bodyOf(schema: Schema, result: unknown): JsonBody {
  if (typeof result !== "object" || result === null) return new JsonBody(textOf(schema, result));
  const known = bodies.get(schema) ?? new WeakMap<object, JsonBody>();
  bodies.set(schema, known);
  const body = known.get(result) ?? new JsonBody(textOf(schema, result));
  known.set(result, body);
  return body;
}
