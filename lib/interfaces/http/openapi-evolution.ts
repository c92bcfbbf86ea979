type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const valuesOf = (value: unknown): Json[] => (isObject(value) ? Object.values(value).filter(isObject) : []);

/**
 * Makes generated clients tolerate changes: responses allow additional fields, and optional body fields are optional in
 * every generator, some of which require fields with a `default`. The default moves to the description. Changes the
 * document in place.
 */
export function letEvolve(document: object): void {
  const operations = valuesOf((document as Json).paths).flatMap(valuesOf);
  visit(
    operations.map(({ responses }) => responses),
    document,
    (schema) => {
      if (schema.additionalProperties === false) delete schema.additionalProperties;
    },
  );
  visit(
    operations.map(({ requestBody }) => requestBody),
    document,
    (schema) => {
      if (!("default" in schema)) return;
      const { description } = schema;
      schema.description = `${description ? `${description} ` : ""}By default ${JSON.stringify(schema.default)}.`;
      delete schema.default;
    },
  );
}

/** Calls back for every schema below some parts of a document; each reference is followed once. */
function visit(parts: unknown[], document: object, change: (schema: Json) => void): void {
  const seen = new Set<unknown>();
  const schemas = (document as { components: { schemas: Json } }).components.schemas;
  const follow = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) follow(item);
    if (!isObject(node) || seen.has(node)) return;
    seen.add(node);
    change(node);
    if (typeof node.$ref === "string") follow(schemas[node.$ref.replace("#/components/schemas/", "")]);
    for (const [key, value] of Object.entries(node)) if (!/^(?:examples?|default)$/.test(key)) follow(value);
  };
  follow(parts);
}
