import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { usageError } from "./failure.ts";

type Json = Record<string, unknown>;

/** What an operation of an OpenAPI document says of a skill. */
export type Described = {
  slug: string;
  name: string;
  description: string;
  api_endpoint: string;
  api_schema: Json;
};

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const at = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

/** Whether a file is an OpenAPI document, by its name. */
export const isOpenApiFile = (path: string) => /\.(json|ya?ml)$/i.test(path);

/**
 * Reads one operation of an OpenAPI document, which must be a POST with a JSON body on an absolute server address, since
 * that is how the marketplace calls an endpoint. Throws a usage error that says what to change.
 */
export function readOperation(path: string, wanted: string | undefined): Described {
  const document: unknown = parse(readFileSync(path, "utf8"));
  const operations = Object.entries((at(document, "paths") ?? {}) as Json).flatMap(([route, item]) => {
    const operation = at(item, "post");
    return isObject(operation) ? [{ route, operation, id: String(operation.operationId ?? route) }] : [];
  });
  const found = wanted === undefined ? operations : operations.filter(({ id }) => id === wanted);
  const [first, second] = found;
  const names = operations.map(({ id }) => id).join(", ") || "none";
  if (!first) throw usageError(`${path} has no POST operation ${wanted ?? ""}. It has: ${names}.`);
  if (second) throw usageError(`${path} has several POST operations; choose with --operation: ${names}.`);
  return describe(document, path, first);
}

function describe(
  document: unknown,
  path: string,
  { route, operation, id }: { route: string; operation: Json; id: string },
): Described {
  const server = String(at((at(document, "servers") as unknown[] | undefined)?.[0], "url") ?? "");
  if (!/^https?:\/\//.test(server)) throw usageError(`${path} needs an absolute address in servers[0].url.`);
  if (route.includes("{")) throw usageError(`${route} has path parameters; an endpoint takes its input as JSON body.`);
  const schema = at(at(at(at(operation, "requestBody"), "content"), "application/json"), "schema");
  const name = String(operation.summary ?? id);
  return {
    slug: id
      .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .toLowerCase()
      .slice(0, 64),
    name: name.slice(0, 100),
    description: String(operation.description ?? name).slice(0, 1024),
    api_endpoint: server.replace(/\/+$/, "") + route,
    api_schema: isObject(schema) ? selfContained(document, schema) : { type: "object" },
  };
}

/** A schema whose references point into its own `$defs`, with the components of the document that it needs. */
function selfContained(document: unknown, schema: Json): Json {
  const components = (at(at(document, "components"), "schemas") ?? {}) as Json;
  const definitions: Json = {};
  const rewrite = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rewrite);
    if (!isObject(node)) return node;
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(node.$ref ?? ""))?.[1];
    if (name !== undefined && !(name in definitions)) {
      definitions[name] = {};
      definitions[name] = rewrite(components[name] ?? {});
    }
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) =>
        key === "$ref" && name !== undefined ? [key, `#/$defs/${name}`] : [key, rewrite(value)],
      ),
    );
  };
  const own = rewrite(schema) as Json;
  const name = /^#\/\$defs\/(.+)$/.exec(String(own.$ref ?? ""))?.[1];
  const top = name !== undefined && Object.keys(own).length === 1 ? { ...(definitions[name] as Json) } : own;
  return Object.keys(definitions).length > 0 ? { ...top, $defs: definitions } : top;
}
