import * as mcp from "@/app/mcp/route";
import * as openapi from "@/app/v1/openapi.json/route";
import { ROUTES } from "@/app/v1/routes";
import { AppError } from "@/lib/core/errors";
import { newRequestId } from "@/lib/core/ids";
import { refusalResponse, secured, unknownPath } from "@/lib/http/answer";
import type { Endpoint } from "@/lib/http/endpoint";

type Module = Record<string, Endpoint | undefined>;
type Node = { children: Map<string, Node>; parameter?: { name: string; node: Node }; module?: Module };

/** Every path that the API serves, with the module that serves it. */
export const SERVED: Record<string, object> = { ...ROUTES, "/v1/openapi.json": openapi, "/mcp": mcp };

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
  node.module = module;
}

function find(pathname: string): { module: Module; params: Record<string, string> } | null {
  const params: Record<string, string> = {};
  let node = root;
  for (const part of pathname.slice(1).split("/")) {
    const child = node.children.get(part);
    if (child) {
      node = child;
    } else {
      const text = decode(part);
      if (!node.parameter || !text) return null;
      params[node.parameter.name] = text;
      node = node.parameter.node;
    }
  }
  return node.module ? { module: node.module, params } : null;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Answers a request to `/v1` or `/mcp`: by its endpoint, or with the JSON error of an unknown path or method. */
export async function route(request: Request): Promise<Response> {
  const found = find(new URL(request.url).pathname);
  if (!found) return unknownPath();
  const isHead = request.method === "HEAD";
  const handler = found.module[isHead ? "GET" : request.method];
  const allowed = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter(
    (name) => found.module[name === "HEAD" ? "GET" : name],
  );
  if (request.method === "OPTIONS")
    return secured(
      new Response(null, { status: 204, headers: { Allow: [...allowed, "OPTIONS"].join(", ") } }),
      { requestId: newRequestId(), limit: null },
    );
  if (!handler) {
    const response = refusalResponse(
      new AppError("method_not_allowed", `This path answers ${allowed.join(", ")}.`),
    );
    response.headers.set("Allow", allowed.join(", "));
    return response;
  }
  const response = await handler(request, { params: Promise.resolve(found.params) });
  if (!isHead) return response;
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
