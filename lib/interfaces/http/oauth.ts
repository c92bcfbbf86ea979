import * as connections from "@/lib/identity/connections/service";
import { clientAddress } from "@/lib/interfaces/http/address";
import { errorResponse, jsonResponse, securedResponse } from "@/lib/interfaces/http/answer";
import { inRequest } from "@/lib/interfaces/http/request-id";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** The OAuth 2.1 endpoints. */
export const OAUTH_PREFIX = "/oauth2";

/** Pages of other sites may request tokens: only `authorize` reads cookies. */
const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
  "access-control-allow-methods": "GET, POST, OPTIONS",
};

type Verb = (asked: connections.ProtocolRequest) => Promise<Response>;

const PATHS: Record<string, { method: string; run: Verb }> = {
  "/oauth2/authorize": { method: "GET", run: connections.authorize },
  "/oauth2/token": { method: "POST", run: connections.exchange },
  "/oauth2/revoke": { method: "POST", run: connections.exchange },
  "/oauth2/register": { method: "POST", run: connections.exchange },
};

/** Answers the paths of the OAuth protocol; errors that the protocol does not define are ours. */
export function answerOAuth(request: Request): Promise<Response> {
  return inRequest(request.headers.get("x-request-id"), (requestId) => answer(request, requestId));
}

async function answer(request: Request, requestId: string): Promise<Response> {
  const path = new URL(request.url).pathname;
  const response =
    request.method === "OPTIONS"
      ? new Response(null, { status: 204 })
      : await respond(request, path, requestId);
  if (path !== "/oauth2/authorize")
    for (const [name, value] of Object.entries(OPEN_TO_ALL)) response.headers.set(name, value);
  response.headers.set("cache-control", "no-store");
  return securedResponse(response, requestId);
}

async function respond(request: Request, path: string, requestId: string): Promise<Response> {
  try {
    const address = clientAddress(request);
    const limit = await ratelimit.take("address", address);
    if (limit && !limit.allowed) throw ratelimit.limited(limit);
    const found = PATHS[path];
    if (!found) throw notFound();
    if (request.method !== found.method)
      throw new AppError("method_not_allowed", `This path supports ${found.method}.`);
    const answered = await found.run({ request, path, address });
    return new Response(answered.body, answered);
  } catch (error) {
    const { status, body, headers, isOurs } = errorResponse(error, requestId);
    if (isOurs) log.error({ err: error }, "an OAuth request failed");
    return jsonResponse(status, body, headers);
  }
}
