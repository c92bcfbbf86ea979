import { AppError, echo, invalid } from "@/lib/platform/core/errors";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { standaloneSchema } from "@/lib/supply/importing/openapi-schema";
import { parseYaml } from "@/lib/supply/importing/yaml";
import type { ContentName } from "@/lib/supply/skills/content-fields";
import { resolvePointer } from "@/lib/supply/skills/schema-pointer";

type Json = Record<string, unknown>;
/** What a source fills in, not validated yet, and what its owner should know. */
export type Draft = {
  content: Partial<Record<ContentName, unknown>>;
  version: string | null;
  notes: string[];
};

const METHODS = ["post", "get", "put", "patch", "delete"] as const;
const MAX_NAME_CHARS = 100;
const MAX_DESCRIPTION_CHARS = 1024;
const MAX_NAMED_OPERATIONS = 200;
const MAX_EXAMPLES = 5;

/** An operation of a document: its method and path, and what they hold. */
export type DocumentOperation = { method: string; path: string; id: string; item: Json; spec: Json };

/**
 * A skill from one operation of an OpenAPI 3 document. `url` is where the document is, for servers that it names
 * relatively.
 */
export function draftFromOpenApi(document: Json, wanted: string | null, url: string | null): Draft {
  const operation = chosen(operationsOf(document), wanted);
  const notes = new Set<string>();
  const info = recordOf(document.info);
  const { spec } = operation;
  const title = lineOf(spec.summary) ?? lineOf(operation.spec.operationId) ?? lineOf(info.title) ?? operation.id;
  const about = textOf(spec.description) ?? textOf(spec.summary) ?? textOf(info.description) ?? title;
  const body = bodyOf(document, operation);
  // Headers and cookies are for the transport.
  const parameters = parametersOf(document, operation).filter((one) => one.in === "path" || one.in === "query");
  const endpoint = endpointOf(document, operation, url);
  const isCallable = operation.method === "post" && parameters.length === 0 && endpoint !== null;
  if (!isCallable)
    notes.add(
      `The marketplace calls an endpoint by POST with all parameters as one JSON object. ${operation.id} does not fit that: enter an endpoint that does.`,
    );
  if (operation.spec.security ?? document.security)
    notes.add(
      "The operation asks for credentials. The marketplace signs its calls instead: let the endpoint check the signature.",
    );
  const response = responseOf(document, operation);
  return {
    content: {
      name: title.slice(0, MAX_NAME_CHARS),
      description: about
        .split(/\n\s*\n/)[0]
        ?.slice(0, MAX_DESCRIPTION_CHARS)
        .trim(),
      readme: readmeOf(title, [textOf(spec.description), textOf(info.description)]),
      ...(isCallable && { api_endpoint: endpoint }),
      api_schema: apiSchemaOf(document, { body: body?.schema, parameters }, notes),
      ...(response !== undefined && { response_schema: standaloneSchema(document, response, notes) }),
      ...(body && parameters.length === 0 && { examples: examplesOf(document, body) }),
    },
    version: typeof info.version === "string" ? info.version : null,
    notes: [...notes],
  };
}

/** An OpenAPI 3 document from its JSON or YAML, whose reading is charged to the account's processor time. */
export async function readDocument(text: string, accountId: string): Promise<Json> {
  const isJson = /^\s*\{/.test(text);
  const document = recordOf(isJson ? parseJson(text, accountId) : await parseYaml(text, accountId));
  if (typeof document.openapi === "string" && document.openapi.startsWith("3.")) return document;
  throw invalid([{ param: "document", message: "must be an OpenAPI 3 document: it has no openapi: 3.x" }]);
}

function parseJson(text: string, accountId: string): unknown {
  return ratelimit.withinCpuBudget("checking", accountId, () => {
    try {
      return JSON.parse(text);
    } catch {
      throw invalid([{ param: "document", message: "is neither JSON nor YAML" }]);
    }
  });
}

/** Every operation of a document. */
export function operationsOf(document: Json): DocumentOperation[] {
  return Object.entries(recordOf(document.paths)).flatMap(([path, value]) => {
    const item = referred(document, value);
    return METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => ({
      method,
      path,
      id: `${method.toUpperCase()} ${path}`,
      item,
      spec: recordOf(item[method]),
    }));
  });
}

function chosen(operations: DocumentOperation[], wanted: string | null): DocumentOperation {
  const [only, second] = operations;
  if (!only) throw invalid([{ param: "document", message: "has no operations" }]);
  if (wanted === null && !second) return only;
  const found = operations.find(({ id, spec }) => id === wanted || spec.operationId === wanted);
  if (found) return found;
  const message =
    wanted === null
      ? `The document has ${operations.length} operations. Choose one.`
      : `The document has no operation ${echo(wanted)}. Choose another.`;
  throw new AppError("invalid_request", message, {
    param: "operation",
    details: { operations: operations.slice(0, MAX_NAMED_OPERATIONS).map(({ id }) => id) },
  });
}

type Body = { schema: unknown; media: Json };

function bodyOf(document: Json, { spec }: DocumentOperation): Body | null {
  const media = jsonMedia(referred(document, spec.requestBody));
  return media && { schema: media.schema ?? {}, media };
}

/** The JSON of a body, response or parameter; null without one. */
export function jsonMedia(holder: Json): Json | null {
  const found = Object.entries(recordOf(holder.content)).find(([type]) => /[/+]json\b/.test(type));
  return found ? recordOf(found[1]) : null;
}

/** What an operation takes beside its body; its own parameters replace those of its path. */
export function parametersOf(document: Json, { item, spec }: Pick<DocumentOperation, "item" | "spec">): Json[] {
  const all = [item.parameters, spec.parameters]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((parameter) => referred(document, parameter))
    .filter(({ name }) => typeof name === "string");
  return [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()];
}

function apiSchemaOf(
  document: Json,
  { body, parameters }: { body: unknown; parameters: Json[] },
  notes: Set<string>,
): Json | null {
  if (body === undefined && parameters.length === 0) return null;
  const schema = body === undefined ? { type: "object" } : standaloneSchema(document, body, notes);
  if (parameters.length === 0)
    return schema.type === undefined && schema.properties ? { type: "object", ...schema } : schema;
  const extra = parameters.map((parameter) => {
    const own = standaloneSchema(document, parameter.schema ?? {}, notes);
    const description = textOf(parameter.description);
    return [String(parameter.name), { ...(description && { description }), ...own }] as const;
  });
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => String(name));
  return {
    ...schema,
    type: "object",
    properties: { ...Object.fromEntries(extra), ...recordOf(schema.properties) },
    required: [...new Set([...required, ...(Array.isArray(schema.required) ? schema.required : [])])],
  };
}

/** The schema of the first success that answers JSON. */
function responseOf(document: Json, { spec }: DocumentOperation): unknown {
  const statuses = Object.entries(recordOf(spec.responses)).filter(([status]) => /^2/.test(status));
  for (const [, response] of statuses) {
    const media = jsonMedia(referred(document, response));
    if (media?.schema) return media.schema;
  }
  return undefined;
}

function examplesOf(document: Json, { media, schema }: Body): unknown[] | null {
  const named = Object.entries(recordOf(media.examples)).map(([name, example]) => ({
    name: name.slice(0, MAX_NAME_CHARS),
    input: referred(document, example).value,
  }));
  const plain = media.example ?? referred(document, schema).example;
  const all = [...named, ...(plain === undefined ? [] : [{ input: plain }])];
  const usable = all.filter(({ input }) => typeof input === "object" && input !== null && !Array.isArray(input));
  return usable.length > 0 ? usable.slice(0, MAX_EXAMPLES) : null;
}

/** Where the operation is called; null when that is not known or has parameters in its path. */
function endpointOf(document: Json, { path, item, spec }: DocumentOperation, url: string | null): string | null {
  const root = serverOf([spec.servers, item.servers, document.servers], url);
  if (!root || path.includes("{")) return null;
  return `${root.origin}${root.pathname.replace(/\/$/, "")}${path}`;
}

/** The base of a document's paths; null when that is not known. */
export function baseOf(document: Json, url: string | null): string | null {
  const root = serverOf([document.servers], url);
  return root && `${root.origin}${root.pathname.replace(/\/$/, "")}`;
}

function serverOf(servers: unknown[], url: string | null): URL | null {
  const [server] = servers.flatMap((list) => (Array.isArray(list) ? list : []));
  const { url: base = url ? "/" : "", variables } = recordOf(server);
  const filled = String(base).replace(/\{(\w+)\}/g, (_, name) =>
    String(recordOf(recordOf(variables)[name]).default ?? ""),
  );
  return URL.parse(filled, url ?? undefined);
}

function readmeOf(title: string, texts: (string | null)[]): string {
  return [`# ${title}`, ...new Set(texts.filter((text) => text !== null))].join("\n\n");
}

/** A part of a document, or what it refers to. */
export function referred(document: Json, value: unknown): Json {
  const record = recordOf(value);
  return typeof record.$ref === "string" ? recordOf(resolvePointer(document, record.$ref)) : record;
}

/** An object, or an empty one for anything else. */
export function recordOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** A text that is not blank, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Its first line. */
export function lineOf(value: unknown): string | null {
  return textOf(value)?.split("\n")[0] ?? null;
}
