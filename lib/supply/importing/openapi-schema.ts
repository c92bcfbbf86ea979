import { MAX_SCHEMA_BYTES, MAX_UNIQUE_ITEMS } from "@/lib/supply/skills/schema-limits";
import { resolvePointer } from "@/lib/supply/skills/schema-pointer";

type Json = Record<string, unknown>;

/** Keywords that OpenAPI adds, or that a skill's schema may not have. */
const DROPPED = new Set(
  "$schema $id $anchor $dynamicRef $dynamicAnchor $comment nullable discriminator xml externalDocs example".split(" "),
);
/** Keywords whose value is data. */
const DATA = new Set(["enum", "const", "default", "required", "examples", "type"]);
/** Keywords whose value maps names to schemas. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
const MAX_DEPTH = 32;
/** Most objects of one schema: what is more could not be a skill's schema either. */
const MAX_OBJECTS = 5_000;

/**
 * A schema of an OpenAPI document as self-contained JSON Schema 2020-12: what it refers to is in its `$defs`, and
 * keywords of OpenAPI 3.0 are those of JSON Schema. A reference to itself, or to another document, accepts anything; a
 * note says so.
 */
export function standaloneSchema(document: Json, schema: unknown, notes: Set<string>): Json {
  const defs = new Map<string, unknown>();
  const open = new Set<string>();
  let count = 0;
  const refer = (ref: string, depth: number): Json => {
    const name = ref
      .slice(2)
      .replace(/^components\/schemas\//, "")
      .replace(/[^\w.-]/g, "_");
    const target = ref.startsWith("#/") ? resolvePointer(document, ref) : undefined;
    if (target === undefined || open.has(ref)) {
      notes.add(`The schema's reference ${ref.slice(0, 100)} can't be taken over: that part accepts anything.`);
      return {};
    }
    if (!defs.has(name)) {
      open.add(ref);
      defs.set(name, convert(target, depth + 1));
      open.delete(ref);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const convert = (value: unknown, depth: number): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (depth > MAX_DEPTH || ++count > MAX_OBJECTS) {
      notes.add("The schema is too large to take over whole.");
      return {};
    }
    if (Array.isArray(value)) return value.map((item) => convert(item, depth + 1));
    const from = value as Json;
    if (typeof from.$ref === "string") return refer(from.$ref, depth);
    const entries = Object.entries(from)
      .filter(([key]) => !DROPPED.has(key) && !key.startsWith("x-"))
      .map(([key, part]) => [
        key,
        DATA.has(key) ? part : NAMED.has(key) ? named(part, depth) : convert(part, depth + 1),
      ]);
    return fromOpenApi30(from, Object.fromEntries(entries));
  };
  const named = (value: unknown, depth: number) =>
    Object.fromEntries(Object.entries((value ?? {}) as Json).map(([name, part]) => [name, convert(part, depth + 1)]));
  const root = convert(schema, 0) as Json;
  const whole = typeof root.$ref === "string" ? unwrapped(root.$ref, defs) : root;
  return defs.size > 0 ? { ...whole, $defs: Object.fromEntries(defs) } : whole;
}

/** Keywords that describe and don't validate. */
const WORDS = new Set(["title", "description", "examples", "default", "deprecated", "readOnly", "writeOnly"]);

/** How many levels of a schema that is too large keep their descriptions: that of its fields, or none. */
const WORDED_LEVELS = [2, 0];

const isTooLarge = (schema: Json) => Buffer.byteLength(JSON.stringify(schema)) > MAX_SCHEMA_BYTES;

/** A schema within the size limit: a larger one loses the descriptions inside its fields, then all of them. */
export const fitted = (schema: Json): Json =>
  WORDED_LEVELS.reduce((smaller, levels) => (isTooLarge(smaller) ? withoutWords(schema, levels) : smaller), schema);

function withoutWords(schema: Json, worded: number): Json {
  const shorten = (value: unknown, levels: number): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => shorten(item, levels - 1));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => levels > 0 || !WORDS.has(key))
        .map(([key, part]) => [key, DATA.has(key) ? part : shortenPart(key, part, levels - 1)]),
    );
  };
  const shortenPart = (key: string, part: unknown, levels: number): unknown => {
    if (!NAMED.has(key)) return shorten(part, levels);
    const left = key === "$defs" ? 0 : levels;
    return Object.fromEntries(Object.entries((part ?? {}) as Json).map(([name, one]) => [name, shorten(one, left)]));
  };
  return shorten(schema, worded) as Json;
}

/** A schema that is nothing but a reference says its type itself: parameters must be an object. */
function unwrapped(ref: string, defs: Map<string, unknown>): Json {
  const name = ref.slice("#/$defs/".length);
  const whole = defs.get(name) as Json;
  const isUsedAgain = JSON.stringify([...defs.values()]).includes(JSON.stringify(ref));
  if (!isUsedAgain) defs.delete(name);
  return whole;
}

/** `nullable`, and limits that are exclusive by a flag, as JSON Schema says them. */
function fromOpenApi30(from: Json, to: Json): Json {
  if (from.nullable === true && typeof from.type === "string") to.type = [from.type, "null"];
  if (from.nullable === true && Array.isArray(from.enum)) to.enum = [...new Set([...from.enum, null])];
  if (from.example !== undefined && to.examples === undefined) to.examples = [from.example];
  // Lists without a small limit are not compared here; the API itself still refuses duplicates.
  if (to.uniqueItems && !(Number(to.maxItems) <= MAX_UNIQUE_ITEMS)) delete to.uniqueItems;
  for (const [flag, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof to[flag] !== "boolean") continue;
    if (to[flag]) {
      to[flag] = to[limit];
      delete to[limit];
    } else delete to[flag];
  }
  return to;
}
