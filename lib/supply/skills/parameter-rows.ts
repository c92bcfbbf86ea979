type Schema = Record<string, unknown>;

export type ParameterRow = { name: string; type: string; isRequired: boolean; description: string };

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parameters that a schema names at its first level; empty for a schema that names none. */
export function parameterRows(schema: Schema | null): ParameterRow[] {
  if (!schema || !isSchema(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, part]) => ({
    name,
    type: typeOf(part),
    isRequired: required.includes(name),
    description: isSchema(part) && typeof part.description === "string" ? part.description : "",
  }));
}

function typeOf(schema: unknown): string {
  if (!isSchema(schema)) return "any";
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "any"];
  return types
    .map((type) => (type === "array" && isSchema(schema.items) ? `${typeOf(schema.items)}[]` : String(type)))
    .join(" | ");
}
