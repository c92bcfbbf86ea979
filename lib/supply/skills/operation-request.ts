import { echo, type Issue, invalid } from "@/lib/platform/core/errors";
import type { HttpCall, MappedParameter } from "@/lib/supply/skills/operation-schemas";

/**
 * Headers that a parameter never sets: those of the connection, of authorization, of our signature, and those by which proxies say who
 * called.
 */
const FORBIDDEN =
  /^(host|authorization|cookie|set-cookie|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-(type|length|encoding)|accept-encoding|user-agent|idempotency-key|forwarded|via|origin|referer|traceparent|tracestate|baggage|x-caller-id|(proxy|webhook|x-skill|x-forwarded|sec)-.*)$/i;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What a value of a header may hold: no line breaks and no other controls. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Why a header can't be set by a parameter; null if it can. */
export function headerProblem(name: string): string | null {
  if (!TOKEN.test(name)) return "isn't a valid header name";
  return FORBIDDEN.test(name) ? "must not set a header of the connection, authorization or signature" : null;
}

/** Whether a secret may be sent in a header, including `Authorization`: many APIs use a custom scheme there. */
export const canCarrySecret = (header: string): boolean =>
  /^authorization$/i.test(header) || headerProblem(header) === null;

/** A request as an operation makes it of its parameters. */
export type OperationRequest = {
  method: HttpCall["method"];
  url: string;
  headers: Record<string, string>;
  body: string | null;
};

type Values = Record<string, unknown>;

/**
 * The request of an operation, at a base URL. Parameters reach only the places that the mapping gives them, so that none sets scheme, host
 * or another path. Throws invalid_request, naming the parameter.
 */
export function operationRequest(base: string, call: HttpCall, parameters: Values): OperationRequest {
  const mapped = new Set(call.parameters.map(({ name }) => name));
  const given = call.parameters.filter(({ name }) => Object.hasOwn(parameters, name) && parameters[name] !== null);
  const headers: Record<string, string> = {};
  for (const parameter of given.filter((one) => one.in === "header"))
    headers[(parameter.as ?? parameter.name).toLowerCase()] = headerValue(parameter, parameters[parameter.name]);
  const root = new URL(base);
  const inQuery = call.parameters.filter((one) => one.in === "query");
  const declared = new Set([...inQuery.map(({ name, as = name }) => as), ...root.searchParams.keys()]);
  const query = given
    .filter((one) => one.in === "query")
    .flatMap((one) => requireOwnKeys(one, pairsOf(one, parameters[one.name]), declared));
  for (const [name, value] of query) root.searchParams.append(name, value);
  const prefix = root.pathname.replace(/\/$/, "");
  root.pathname = `${prefix}${pathOf(call, parameters)}`;
  const rest = Object.fromEntries(Object.entries(parameters).filter(([name]) => !mapped.has(name)));
  const { body, type } = bodyOf(call, rest);
  if (type) headers["content-type"] = type;
  return { method: call.method, url: root.href, headers, body };
}

function pathOf({ path, parameters: mapping }: HttpCall, parameters: Values): string {
  const byHole = new Map(mapping.filter((one) => one.in === "path").map((one) => [one.as ?? one.name, one.name]));
  const filled = path.replace(/\{([^{}]*)\}/g, (_, hole: string) => {
    const name = byHole.get(hole) ?? hole;
    const text = textOf(parameters[name], name);
    if (text === "" || text === "." || text === "..")
      throw refused({ param: name, message: "goes into the path of a URL: it must not be empty, . or .." });
    return encodeURIComponent(text);
  });
  // Two values that share a segment could make one that leads elsewhere.
  const [first = "body"] = byHole.values();
  if (filled.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    throw refused({ param: first, message: "goes into the path of a URL: it must not make a segment of dots" });
  return filled;
}

function textOf(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map((one) => textOf(one, name)).join(",");
  if (value === undefined || value === null) return "";
  throw refused({ param: name, message: "must be a string, a number, or a list of them" });
}

function headerValue({ name }: MappedParameter, value: unknown): string {
  const text = textOf(value, name);
  if (HEADER_VALUE.test(text)) return text;
  throw refused({ param: name, message: "goes into a header: it must be one line of Latin letters" });
}

/** The pairs of a query or form that a value makes. */
function pairsOf({ name, as = name, style = "repeat" }: MappedParameter, value: unknown): [string, string][] {
  if (Array.isArray(value))
    return style === "comma" ? [[as, textOf(value, name)]] : value.map((one) => [as, textOf(one, name)]);
  if (typeof value !== "object" || value === null) return [[as, textOf(value, name)]];
  if (style === "deep") return deepPairs(as, value);
  return Object.entries(value).map(([key, part]) => [key, textOf(part, name)]);
}

/** An object whose keys become parameters must not set one that the tool has besides it. */
function requireOwnKeys({ name, as = name }: MappedParameter, pairs: [string, string][], declared: Set<string>) {
  const taken = pairs.find(([key]) => key !== as && declared.has(key));
  if (taken)
    throw refused({ param: name, message: `must not have the key ${echo(taken[0])}: the request sets it already` });
  for (const [key] of pairs) declared.add(key);
  return pairs;
}

function deepPairs(at: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[at, String(value)]];
  return Object.entries(value).flatMap(([key, part]) => deepPairs(`${at}[${key}]`, part));
}

function bodyOf({ body, body_property: whole }: HttpCall, rest: Values): { body: string | null; type: string | null } {
  const [unknown] = Object.keys(rest).filter((name) => body === "none" || (whole !== undefined && name !== whole));
  if (unknown !== undefined) throw refused({ param: unknown, message: "has no place in the request of this tool" });
  if (body === "none") return { body: null, type: null };
  if (body === "json") {
    const sent = whole === undefined ? rest : rest[whole];
    return sent === undefined ? { body: null, type: null } : { body: JSON.stringify(sent), type: "application/json" };
  }
  const pairs = Object.entries(rest).flatMap(([name, value]) => deepPairs(name, value));
  return { body: new URLSearchParams(pairs).toString(), type: "application/x-www-form-urlencoded" };
}

const refused = (issue: Issue) => invalid([issue]);
