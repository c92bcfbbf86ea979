import * as connections from "@/lib/identity/connections/service";
import { type Asked, throughDoor } from "@/lib/interfaces/http/door";
import { AppError, notFound } from "@/lib/platform/core/errors";

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
export async function answerOAuth(request: Request): Promise<Response> {
  const isOpen = new URL(request.url).pathname !== "/oauth2/authorize";
  const response = await throughDoor(request, { failure: "an OAuth request failed" }, respond);
  if (isOpen) for (const [name, value] of Object.entries(OPEN_TO_ALL)) response.headers.set(name, value);
  response.headers.set("cache-control", "no-store");
  return response;
}

async function respond({ request, path, address }: Asked): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204 });
  const found = PATHS[path];
  if (!found) throw notFound();
  if (request.method !== found.method) throw new AppError("method_not_allowed", `This path supports ${found.method}.`);
  const answered = await found.run({ request, path, address });
  return new Response(answered.body, answered);
}
