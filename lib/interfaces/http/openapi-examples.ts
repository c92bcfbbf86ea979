type Json = Record<string, unknown>;

const MAX_DEPTH = 8;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Puts an example on every JSON body and every JSON answer of an OpenAPI document that shows none, made from the
 * examples of its schema's fields; an answer shows those that are always there. Changes the document in place.
 */
export function addExamples(document: object): void {
  const root = document as Json;
  for (const item of valuesOf(root.paths)) {
    for (const operation of valuesOf(item)) {
      addTo([operation.requestBody], { root, isWhole: true });
      addTo(valuesOf(operation.responses), { root, isWhole: false });
    }
  }
}

/** The target of references, and whether to include optional fields. */
type Source = { root: Json; isWhole: boolean };

function addTo(parts: unknown[], source: Source): void {
  for (const media of parts.filter(isObject).flatMap((part) => valuesOf(part.content))) {
    const isBare = media.example === undefined && media.examples === undefined;
    if (isBare && isObject(media.schema) && media.schema.format !== "binary")
      media.example = exampleOf(media.schema, source);
  }
}

function valuesOf(value: unknown): Json[] {
  return isObject(value) ? Object.values(value).filter(isObject) : [];
}

/** The value that a schema describes: its own example first, else one made from its parts. */
function exampleOf(schema: unknown, source: Source, depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  if (schema.example !== undefined) return schema.example;
  for (const key of ["const", "default"]) if (key in schema) return schema[key];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (typeof schema.$ref === "string") return exampleOf(resolve(schema.$ref, source.root), source, depth);
  if (Array.isArray(schema.allOf)) return mergedExample(schema.allOf, source, depth);
  const choice = [schema.anyOf, schema.oneOf].find((options) => Array.isArray(options));
  // A nullable field without an example is null.
  if (isNullable(schema.type) || choice?.some((option: unknown) => isObject(option) && option.type === "null"))
    return null;
  if (Array.isArray(choice)) return exampleOf(choice[0], source, depth + 1);
  return byType(schema, source, depth);
}

const isNullable = (type: unknown) => Array.isArray(type) && type.includes("null");

function mergedExample(parts: unknown[], source: Source, depth: number): unknown {
  return Object.assign({}, ...parts.map((part) => exampleOf(part, source, depth + 1)));
}

function byType(schema: Json, source: Source, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "string") return "text".padEnd(Number(schema.minLength ?? 0), ".");
  if (type === "number" || type === "integer") return Math.max(1, Number(schema.minimum ?? 1));
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "array") return [exampleOf(schema.items, source, depth + 1)];
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const shown = properties.filter(([name]) => source.isWhole || required.has(name));
  return Object.fromEntries(shown.map(([name, part]) => [name, exampleOf(part, source, depth + 1)]));
}

/** The part of the document that a reference names: `#/components/schemas/Skill`. */
function resolve(ref: string, root: Json): unknown {
  return ref
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), root);
}
