import type { z } from "zod";

type Schema = z.ZodType;
type Body = string | Uint8Array<ArrayBuffer>;

/** Bodies of results that requests share, by the schema that made them: another schema shows other columns. */
const bodies = new WeakMap<Schema, WeakMap<object, Body>>();
/** Shorter text costs less when it goes out in one part with its headers. */
const MIN_ENCODED_CHARACTERS = 2_048;

/** The JSON of a result, of which only described columns are left. Throws what the schema throws. */
export function textOf(schema: Schema, result: unknown): string {
  return JSON.stringify(schema.parse(result));
}

/**
 * The body of a read's result. Requests that share a result share its text, and from the second on its bytes: encoding a
 * page anew for each of them was a third of what a list cost.
 */
export function bodyOf(schema: Schema, result: unknown): Body {
  if (typeof result !== "object" || result === null) return textOf(schema, result);
  const known = bodies.get(schema) ?? new WeakMap<object, Body>();
  bodies.set(schema, known);
  const made = known.get(result);
  if (made === undefined) {
    const text = textOf(schema, result);
    known.set(result, text);
    return text;
  }
  if (typeof made !== "string" || made.length < MIN_ENCODED_CHARACTERS) return made;
  const bytes = Buffer.from(made);
  known.set(result, bytes);
  return bytes;
}
