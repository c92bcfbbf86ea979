type Schema = Record<string, unknown>;

/** Deepest nesting that an example follows. */
const MAX_DEPTH = 8;
const FORMATS: Record<string, string> = {
  date: "2026-11-20",
  "date-time": "2026-11-20T10:00:00Z",
  time: "10:00:00Z",
  email: "ada@example.com",
  uri: "https://example.com",
  uuid: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
};

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The smallest value that shows what a JSON Schema wants: its own examples and defaults first, else by type. */
export function exampleFor(schema: unknown, root: unknown = schema, depth = 0): unknown {
  if (!isSchema(schema) || depth > MAX_DEPTH) return {};
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  for (const key of ["const", "default"]) if (key in schema) return schema[key];
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  if (typeof schema.$ref === "string") return exampleFor(resolve(root, schema.$ref), root, depth + 1);
  for (const key of ["oneOf", "anyOf", "allOf"]) {
    const options = schema[key];
    if (Array.isArray(options) && options.length > 0) return exampleFor(options[0], root, depth + 1);
  }
  return byType(schema, root, depth);
}

function byType(schema: Schema, root: unknown, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "string")
    return FORMATS[String(schema.format)] ?? "text".padEnd(Number(schema.minLength ?? 0), ".");
  if (type === "number" || type === "integer") return Number(schema.minimum ?? 1);
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "array")
    return "items" in schema
      ? Array.from({ length: Number(schema.minItems ?? 1) }, () => exampleFor(schema.items, root, depth + 1))
      : [];
  return exampleObject(schema, root, depth);
}

function exampleObject(schema: Schema, root: unknown, depth: number): Schema {
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const wanted = properties.filter(
    ([name, part]) => required.includes(name) || (isSchema(part) && "default" in part),
  );
  return Object.fromEntries(wanted.map(([name, part]) => [name, exampleFor(part, root, depth + 1)]));
}

function resolve(root: unknown, ref: string): unknown {
  return ref
    .slice(2)
    .split("/")
    .filter(Boolean)
    .reduce<unknown>(
      (at, part) =>
        isSchema(at) ? at[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")] : undefined,
      root,
    );
}
