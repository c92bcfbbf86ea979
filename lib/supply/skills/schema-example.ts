import { resolvePointer } from "@/lib/supply/skills/schema-pointer";

type Schema = Record<string, unknown>;

const MAX_DEPTH = 8;
const MAX_VISITS = 500;
/** Most items of an array, and characters of a text, that an example is padded to. */
const MAX_ITEMS = 20;
const MAX_TEXT_CHARS = 1_000;
const FORMATS: Record<string, string> = {
  date: "2026-11-20",
  "date-time": "2026-11-20T10:00:00Z",
  time: "10:00:00Z",
  duration: "PT1H",
  email: "ada@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com",
  uuid: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
};

/** Where an example is: the whole schema, how deep, and how much it has visited. */
type At = { root: unknown; depth: number; work: { visits: number } };

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The smallest value that shows what a JSON Schema wants: its own examples and defaults first, else by type. */
export function exampleFor(schema: unknown): unknown {
  return exampleAt(schema, { root: schema, depth: 0, work: { visits: 0 } });
}

function exampleAt(schema: unknown, at: At): unknown {
  if (!isSchema(schema) || at.depth > MAX_DEPTH || ++at.work.visits > MAX_VISITS) return {};
  for (const key of ["examples", "const", "default", "enum"]) {
    const isList = key === "examples" || key === "enum";
    if (isList && listOf(schema[key]).length > 0) return listOf(schema[key])[0];
    if (!isList && key in schema) return schema[key];
  }
  const next = { ...at, depth: at.depth + 1 };
  if (typeof schema.$ref === "string") return exampleAt(resolvePointer(at.root, schema.$ref), next);
  const { allOf, anyOf, oneOf, ...own } = schema;
  const parts = [...listOf(allOf), ...listOf(anyOf).slice(0, 1), ...listOf(oneOf).slice(0, 1)].filter(isSchema);
  return parts.length > 0 ? exampleAt(merge(own, parts, at.root), next) : byType(schema, next);
}

function merge(own: Schema, parts: Schema[], root: unknown): Schema {
  const merged = { ...own };
  for (const reference of parts) {
    const target = typeof reference.$ref === "string" ? resolvePointer(root, reference.$ref) : reference;
    if (!isSchema(target)) continue;
    const properties = [merged.properties, target.properties].filter(isSchema);
    const required = [...listOf(merged.required), ...listOf(target.required)];
    Object.assign(merged, target, { properties: Object.assign({}, ...properties), required });
  }
  return merged;
}

function byType(schema: Schema, next: At): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "string") return exampleText(schema);
  if (type === "number" || type === "integer") return exampleNumber(schema);
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "array") return exampleArray(schema, next);
  return exampleObject(schema, next);
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

function exampleText(schema: Schema): string {
  const wanted = Math.min(numberOf(schema.minLength, 0), MAX_TEXT_CHARS);
  const format = String(schema.format);
  const text = (Object.hasOwn(FORMATS, format) && FORMATS[format]) || "text".padEnd(wanted, ".");
  return text.slice(0, Math.max(0, numberOf(schema.maxLength, text.length)));
}

function exampleNumber(schema: Schema): number {
  const above = numberOf(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY) + 1;
  const least = Math.max(numberOf(schema.minimum, Number.NEGATIVE_INFINITY), above);
  const number = Number.isFinite(least) ? least : Math.min(1, numberOf(schema.maximum, 1));
  const step = numberOf(schema.multipleOf, 0);
  if (step > 0) return Math.ceil(number / step) * step;
  return schema.type === "integer" ? Math.ceil(number) : number;
}

function exampleArray(schema: Schema, next: At): unknown[] {
  if (!("items" in schema)) return [];
  const length = Math.max(0, Math.min(numberOf(schema.minItems, 1), numberOf(schema.maxItems, MAX_ITEMS), MAX_ITEMS));
  return Array.from({ length: Math.floor(length) }, () => exampleAt(schema.items, next));
}

function exampleObject(schema: Schema, next: At): Schema {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = listOf(schema.required).map(String);
  const withDefault = Object.keys(properties).filter((name) => {
    const part = properties[name];
    return isSchema(part) && "default" in part;
  });
  const wanted = Object.keys(properties).filter((name) => required.includes(name) || withDefault.includes(name));
  const unnamed = required.filter((name) => !Object.hasOwn(properties, name));
  return Object.fromEntries([...wanted, ...unnamed].map((name) => [name, exampleAt(properties[name], next)]));
}
