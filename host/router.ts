import * as mcp from "@/app/mcp/route";
import * as guests from "@/app/try/[slug]/route";
import { ROUTES } from "@/app/v1/generated/routes";
import * as openapi from "@/app/v1/openapi.json/route";
import { noteRequest } from "@/host/metrics";
import { type Answer, refusalAnswer, secured, toResponse } from "@/lib/interfaces/http/answer";
import { preflightHeaders, shareWithPages } from "@/lib/interfaces/http/cors";
import type { Endpoint } from "@/lib/interfaces/http/endpoint";
import { asAsked } from "@/lib/interfaces/http/problem";
import { inRequest } from "@/lib/interfaces/http/request-id";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { traced } from "@/lib/platform/core/trace";

type Module = Record<string, Endpoint | undefined>;
type Served = { path: string; module: Module };
type Node = { children: Map<string, Node>; parameter?: { name: string; node: Node }; served?: Served };

/** Every path that the API serves, with the module that serves it. Pages ask `/try`: outside of `/v1`, everything needs no account. */
export const SERVED: Record<string, object> = {
  ...ROUTES,
  "/v1/openapi.json": openapi,
  "/mcp": mcp,
  "/try/{slug}": guests,
};

const root: Node = { children: new Map() };
for (const [path, module] of Object.entries(SERVED)) place(path, module as Module);

function place(path: string, module: Module): void {
  let node = root;
  for (const part of path.slice(1).split("/")) {
    if (part.startsWith("{")) {
      node.parameter ??= { name: part.slice(1, -1), node: { children: new Map() } };
      node = node.parameter.node;
    } else {
      const child = node.children.get(part) ?? { children: new Map() };
      node.children.set(part, child);
      node = child;
    }
  }
  node.served = { path, module };
}

function find(pathname: string): (Served & { params: Record<string, string> }) | null {
  const params: Record<string, string> = {};
  let node = root;
  for (const part of partsOf(pathname)) {
    const child = node.children.get(part);
    if (child) {
      node = child;
    } else {
      if (!node.parameter || part === "") return null;
      params[node.parameter.name] = decode(part);
      node = node.parameter.node;
    }
  }
  return node.served ? { ...node.served, params } : null;
}

/** A private skill's slug, `@{handle}/{slug}`, is one part, however its slash was sent. */
const PRIVATE_SLUG = /^(\/(?:v1\/)?[a-z]+\/(?:@|%40)[^/%]+)\/([^/]+)/i;
const partsOf = (pathname: string) => pathname.replace(PRIVATE_SLUG, "$1%2F$2").slice(1).split("/");

/** The text of a part of a path; as it was sent when it cannot be decoded, so that its endpoint answers it as unknown. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path of a request's URL, or of its target as it was sent: a path with its query, or a whole URL. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  const address = end < 0 ? url : url.slice(0, end);
  if (address.startsWith("/")) return address;
  const start = address.indexOf("/", address.indexOf("//") + 2);
  return start < 0 ? "/" : address.slice(start);
}

/** Answers a request to `/v1` or `/mcp`: by its endpoint, or with the JSON error of an unknown path or method. */
export async function answer(request: Request): Promise<Answer> {
  const startedAt = performance.now();
  const found = find(pathOf(request.url));
  if (!found) return refused(request, notFound());
  const { method } = request;
  const handler = found.module[method === "HEAD" ? "GET" : method];
  if (!handler) return refuseMethod(request, found.module);
  const answered = await traced(
    {
      name: `${method} ${found.path}`,
      kind: "server",
      attributes: { "http.request.method": method, "http.route": found.path },
      parent: request.headers,
    },
    async (note) => {
      const made = await handler.answer(request, found.params);
      note({ "http.response.status_code": made.status });
      return made;
    },
  );
  noteRequest(found.path, method, answered.status, (performance.now() - startedAt) / 1000);
  if (method !== "HEAD") return answered;
  if (answered.body instanceof ReadableStream) await answered.body.cancel();
  return { ...answered, body: null };
}

/** The same as a web `Response`. */
export async function route(request: Request): Promise<Response> {
  return toResponse(await answer(request));
}

function refused(request: Request, error: AppError, headers: Answer["headers"] = {}): Answer {
  return shareWithPages(request, asAsked(request, refusalAnswer(error, headers)));
}

function refuseMethod(request: Request, module: Module): Answer {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter(
    (name) => module[name === "HEAD" ? "GET" : name],
  );
  const headers = { allow: [...methods, "OPTIONS"].join(", ") };
  if (request.method === "OPTIONS") {
    // A page of another site would be refused: it learns that before it sends anything.
    const isShared = !methods.some((name) => module[name]?.spec.isOwnOriginOnly);
    const answer = {
      status: 204,
      headers: { ...headers, ...(isShared && preflightHeaders(request, methods)) },
      body: null,
    };
    return inRequest(null, (requestId) => secured(answer, { requestId, limit: null }));
  }
  const refusal = new AppError("method_not_allowed", `This path answers ${headers.allow}.`);
  return refused(request, refusal, headers);
}
