type Json = Record<string, unknown>;

/** One field of a body or an answer as people read it; a field of a field has a dotted name. */
export type SchemaRow = { name: string; type: string; isRequired: boolean; description: string };

const MAX_DEPTH = 3;
const MAX_VALUES = 12;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A part of an OpenAPI document with its reference followed. */
export function resolved(part: unknown, root: Json): Json {
  let at: unknown = part;
  for (let hops = 0; isObject(at) && typeof at.$ref === "string" && hops < MAX_DEPTH; hops++)
    at = at.$ref
      .slice("#/".length)
      .split("/")
      .reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), root);
  return isObject(at) ? at : {};
}

/** The alternatives of a schema; one that has none is its own. */
function optionsOf(schema: Json, root: Json): Json[] {
  const options = [schema.anyOf, schema.oneOf].find((each) => Array.isArray(each)) ?? [schema];
  return options.map((option) => resolved(option, root));
}

/** The type of a value in a few characters: `string | null`, `object[]`. */
export function typeText(part: unknown, root: Json): string {
  const schema = resolved(part, root);
  const names = optionsOf(schema, root).flatMap((option) => {
    if (option !== schema && (option.anyOf || option.oneOf)) return [typeText(option, root)];
    if ("const" in option) return [JSON.stringify(option.const)];
    if (Array.isArray(option.enum)) return option.enum.slice(0, MAX_VALUES).map((each) => JSON.stringify(each));
    const types = Array.isArray(option.type) ? option.type : [option.type ?? "any"];
    return types.map((type) => (type === "array" ? `${typeText(option.items, root)}[]` : String(type)));
  });
  return [...new Set(names)].join(" | ");
}

/** The fields of an object, and those of the objects inside it, in the order of the document. */
export function schemaRows(part: unknown, root: Json, prefix = "", depth = 0): SchemaRow[] {
  const schema = resolved(part, root);
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  const own = [...optionsOf(schema, root), ...parts.map((each) => resolved(each, root))];
  return own.flatMap((option) => {
    if (!isObject(option.properties)) return [];
    const required = Array.isArray(option.required) ? option.required : [];
    return Object.entries(option.properties).flatMap(([name, field]) => {
      const value = resolved(field, root);
      const row = {
        name: `${prefix}${name}`,
        type: typeText(field, root),
        isRequired: required.includes(name),
        description: textOf(field) || textOf(value),
      };
      if (depth >= MAX_DEPTH) return [row];
      const inner = optionsOf(value, root).find((each) => each.type === "array")?.items ?? value;
      const mark = inner === value ? "" : "[]";
      return [row, ...schemaRows(inner, root, `${row.name}${mark}.`, depth + 1)];
    });
  });
}

function textOf(part: unknown): string {
  return isObject(part) && typeof part.description === "string" ? part.description : "";
}
