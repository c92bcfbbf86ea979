import { AppError, echo } from "@/lib/platform/core/errors";
import {
  baseOf,
  type DocumentOperation,
  type Draft,
  jsonMedia,
  lineOf,
  operationsOf,
  parametersOf,
  recordOf,
  referred,
  textOf,
} from "@/lib/supply/importing/openapi";
import { fitted, standaloneSchema } from "@/lib/supply/importing/openapi-schema";
import { headerProblem } from "@/lib/supply/skills/operation-request";
import { MAX_OPERATIONS, type MappedParameter, Operation } from "@/lib/supply/skills/operation-schemas";
import { checkResponseSchema, checkSchema } from "@/lib/supply/skills/parameters";

type Json = Record<string, unknown>;

const MAX_NAMED_OPERATIONS = 200;
const MAX_NAME_CHARS = 64;
/** Headers that OpenAPI says are none of an operation's parameters. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/**
 * A skill from several operations of an OpenAPI 3 document: each is a tool, with the mapping from its parameters to the request. What
 * can't be taken over is left out, and a note says so.
 */
export function draftFromOperations(document: Json, wanted: readonly string[], url: string | null): Draft {
  const known = operationsOf(document);
  const notes = new Set<string>();
  const base = baseOf(document, url);
  if (base === null) notes.add("The document names no server with an absolute URL: enter the endpoint.");
  const chosen = wanted.slice(0, MAX_OPERATIONS).map((name) => {
    const found = known.find(({ id, spec }) => id === name || spec.operationId === name);
    if (found) return found;
    throw new AppError("invalid_request", `The document has no operation ${echo(name)}. Choose others.`, {
      param: "operations",
      details: { operations: known.slice(0, MAX_NAMED_OPERATIONS).map(({ id }) => id) },
    });
  });
  const operations = chosen.flatMap((one) => {
    const read = operationFrom(document, one, notes);
    if ("problem" in read) notes.add(`${one.id} was left out: ${read.problem}.`);
    return "problem" in read ? [] : [read.operation];
  });
  if (document.security || chosen.some(({ spec }) => spec.security))
    notes.add(
      "The API requires credentials: set them on the skill's page in the console, or with PUT /v1/developer/skills/{id}/endpoint-auth.",
    );
  const info = recordOf(document.info);
  const title = lineOf(info.title) ?? "API";
  const about = textOf(info.description) ?? `${operations.length} operations of ${title}.`;
  return {
    content: {
      name: title.slice(0, 100),
      description: about
        .split(/\n\s*\n/)[0]
        ?.slice(0, 1024)
        .trim(),
      endpoint_type: "http",
      ...(base !== null && { api_endpoint: base }),
      ...(operations.length > 0 && { operations }),
    },
    version: typeof info.version === "string" ? info.version : null,
    notes: [...notes],
  };
}

function operationFrom(
  document: Json,
  { method, path: template, spec, item, id }: DocumentOperation,
  notes: Set<string>,
): { operation: Operation } | { problem: string } {
  const { path, inQuery } = partsOf(template);
  const mapped = mappedOf(parametersOf(document, { item, spec }), inQuery);
  const cookie = mapped.find(({ place, isRequired }) => place === "cookie" && isRequired);
  if (cookie) return { problem: `it needs the cookie ${cookie.name.slice(0, 100)}` };
  const parameters = mapped.filter(({ place }) => place !== "cookie");
  const body = bodyOf(document, spec, new Set(parameters.map(({ name }) => name)));
  if (body === null) return { problem: "its body is neither JSON nor a form" };
  const input = {
    type: "object",
    properties: { ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])), ...body.properties },
    required: [...parameters.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])), ...body.required],
  };
  const response = responseOf(document, spec);
  const { data, error } = Operation.safeParse({
    name: nameOf(spec.operationId, method, path),
    ...(lineOf(spec.summary) && { title: lineOf(spec.summary)?.slice(0, 100) }),
    description: (textOf(spec.description) ?? textOf(spec.summary) ?? id).slice(0, 4096),
    input_schema: fitted(standaloneSchema(document, input, notes)),
    output_schema: response === undefined ? null : fitted(standaloneSchema(document, response, notes)),
    annotations: annotationsOf(method),
    http: {
      method: method.toUpperCase(),
      path,
      parameters: parameters.map(({ mapping }) => mapping),
      body: body.kind,
      ...(body.whole && { body_property: body.whole }),
    },
  });
  if (error) return { problem: `${error.issues[0]?.path.join(".")} ${error.issues[0]?.message}` };
  const [problem] = checkSchema(data.input_schema);
  if (problem) return { problem: `its parameters ${problem.message}` };
  const isSound = data.output_schema === null || checkResponseSchema(data.output_schema).length === 0;
  if (!isSound) notes.add(`The result of ${id} is not described: its schema can't be taken over.`);
  return { operation: isSound ? data : { ...data, output_schema: null } };
}

type Mapped = {
  name: string;
  place: "path" | "query" | "header" | "cookie";
  isRequired: boolean;
  schema: Json;
  mapping: MappedParameter;
};

/** The path, and which of its parameters go into the query by which names: some documents write `/export?app_id={app}`. */
function partsOf(template: string): { path: string; inQuery: ReadonlyMap<string, string> } {
  const [path = "", ...queries] = template.split("?");
  const pairs = [...new URLSearchParams(queries.join("?"))].map(
    ([name, value]) => [value.match(/^\{([^{}]+)\}$/)?.[1], name] as const,
  );
  const filled = pairs.flatMap(([hole, name]) => (hole === undefined ? [] : [[hole, name] as const]));
  return filled.length < pairs.length ? { path: template, inQuery: new Map() } : { path, inQuery: new Map(filled) };
}

/** The parameters of an operation; one of the same name at another place gets the place before its name. */
function mappedOf(parameters: Json[], inQuery: ReadonlyMap<string, string>): Mapped[] {
  const names = new Set<string>();
  return parameters.flatMap((parameter): Mapped[] => {
    const named = String(parameter.name);
    const queried = parameter.in === "path" ? inQuery.get(named) : undefined;
    const place = queried === undefined ? (parameter.in as Mapped["place"]) : "query";
    const wire = queried ?? named;
    if (place === "header" && (IGNORED_HEADERS.has(wire.toLowerCase()) || headerProblem(wire))) return [];
    const name = names.has(wire) ? `${place}_${wire}` : wire;
    names.add(name);
    const media = jsonMedia(parameter);
    const described = textOf(parameter.description);
    const schema = recordOf(parameter.schema ?? media?.schema);
    const style = parameter.style === "deepObject" ? "deep" : parameter.explode === false ? "comma" : undefined;
    const mapping = {
      name,
      in: place as MappedParameter["in"],
      ...(name !== wire && { as: wire }),
      ...(style && { style: style as "deep" | "comma" }),
    };
    const isRequired = parameter.required === true || parameter.in === "path";
    return [{ name, place, isRequired, schema: { ...(described && { description: described }), ...schema }, mapping }];
  });
}

type Body = {
  kind: "json" | "form" | "none";
  properties: Json;
  required: string[];
  /** The property that is the whole body, when the body is no plain object, or one whose names collide. */
  whole?: string;
};

function bodyOf(document: Json, spec: Json, taken: ReadonlySet<string>): Body | null {
  const holder = referred(document, spec.requestBody);
  const types = Object.keys(recordOf(holder.content));
  if (types.length === 0) return { kind: "none", properties: {}, required: [] };
  const json = jsonMedia(holder);
  const form = recordOf(recordOf(holder.content)["application/x-www-form-urlencoded"]);
  const isForm = json === null && types.includes("application/x-www-form-urlencoded");
  if (json === null && !isForm) return null;
  const schema = referred(document, (json ?? form).schema ?? {});
  const properties = recordOf(schema.properties);
  const names = Object.keys(properties);
  const isPlain = names.length > 0 && !schema.allOf && !schema.anyOf && !schema.oneOf;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  if (isPlain && !names.some((name) => taken.has(name)))
    return { kind: isForm ? "form" : "json", properties, required: holder.required === false ? [] : required };
  if (isForm) return null;
  const whole = taken.has("body") ? "request_body" : "body";
  return {
    kind: "json",
    properties: { [whole]: json?.schema ?? {} },
    required: holder.required === true ? [whole] : [],
    whole,
  };
}

/** The schema of the first successful response that is JSON. */
function responseOf(document: Json, spec: Json): unknown {
  const successes = Object.entries(recordOf(spec.responses)).filter(([status]) => /^2/.test(status));
  for (const [, response] of successes) {
    const media = jsonMedia(referred(document, response));
    if (media?.schema) return media.schema;
  }
  return undefined;
}

/** A name for agents: that of the document, or method and path. */
function nameOf(operationId: unknown, method: string, path: string): string {
  const text = typeof operationId === "string" && operationId !== "" ? operationId : `${method}_${path}`;
  return text
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/_{2,}/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, MAX_NAME_CHARS);
}

function annotationsOf(method: string): Operation["annotations"] {
  if (method === "get") return { read_only: true };
  if (method === "delete") return { destructive: true };
  return method === "put" ? { idempotent: true } : {};
}
