import { resources } from "@/lib/identity/connections/resources";
import { GRANTABLE } from "@/lib/identity/connections/schemas";
import * as connections from "@/lib/identity/connections/service";
import { unknownPath } from "@/lib/interfaces/http/answer";
import { manifest } from "@/lib/interfaces/http/ard";
import { apiCatalog, registryEntry, securityText, serverCard } from "@/lib/interfaces/http/discovery";
import { throughDoor } from "@/lib/interfaces/http/door";
import { rootIndex } from "@/lib/interfaces/http/installing";
import { AppError } from "@/lib/platform/core/errors";
import { marketplaceName } from "@/lib/platform/site/service";
import { publicKeys } from "@/lib/supply/review/attestation-keys";

/** Well-known URIs (RFC 8615). */
export const WELL_KNOWN_PREFIX = "/.well-known";

const SHARED_SECONDS = 300;

type Document = { type: string; body: string };
const json = (value: object, type = "application/json"): Document => ({ type, body: JSON.stringify(value) });

const apiResource = async () => json(connections.resourceMetadata(resources().api, `${await marketplaceName()} API`));
const mcpResource = async () => json(connections.resourceMetadata(resources().mcp, await marketplaceName()));

const DOCUMENTS: Record<string, () => Document | Promise<Document>> = {
  "/oauth-authorization-server": async () => json(await connections.serverMetadata()),
  "/oauth-protected-resource": mcpResource,
  "/oauth-protected-resource/mcp": mcpResource,
  "/oauth-protected-resource/v1": apiResource,
  "/agent-skills/index.json": async () => json(await rootIndex()),
  "/mcp/server-card.json": async () => json(serverCard(await marketplaceName())),
  "/mcp/server.json": async () => json(registryEntry(await marketplaceName())),
  "/attestation-keys.json": async () => json(await publicKeys()),
  "/ard.json": async () => json(await manifest()),
  // Its former name, which many clients still ask for.
  "/ai-catalog.json": async () => json(await manifest()),
  "/api-catalog": () =>
    json(apiCatalog(), 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'),
  "/security.txt": () => ({ type: "text/plain; charset=utf-8", body: securityText() }),
};

/** Documents that read the database at each request. */
const THROTTLED = new Set(["/attestation-keys.json"]);

/** Serves the documents by which programs discover the API. */
export async function answerWellKnown(request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.slice(WELL_KNOWN_PREFIX.length);
  const document = DOCUMENTS[name];
  if (!document || !["GET", "HEAD", "OPTIONS"].includes(request.method)) return unknownPath();
  const door = { failure: "a well-known document could not be generated", isThrottled: THROTTLED.has(name) };
  return throughDoor(request, door, async () => {
    const { type, body } = await document();
    const headers = {
      "content-type": type,
      "cache-control": `public, max-age=${SHARED_SECONDS}`,
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
    };
    return new Response(request.method === "GET" ? body : null, { headers });
  });
}

/**
 * The `WWW-Authenticate` challenge of a refusal, with the URL of the resource metadata (RFC 9728): for 401 the scopes that a program can ask
 * for, and for a missing scope that one (RFC 6750). No header for other errors.
 */
export function challengeOf(request: Request, error: unknown): Record<string, string> {
  if (!(error instanceof AppError)) return {};
  const { code, details } = error;
  const needed = GRANTABLE.find((scope) => scope === details.required_scope);
  if (code !== "unauthorized" && !(code === "key_scope" && needed)) return {};
  const resource = new URL(request.url).pathname.startsWith("/mcp") ? "mcp" : "v1";
  const { origin } = new URL(resources().api);
  const hasToken = request.headers.has("authorization");
  const errors = code === "key_scope" ? ["insufficient_scope"] : hasToken ? ["invalid_token"] : [];
  const parts = [
    ...errors.map((name) => `error="${name}"`),
    `scope="${needed ?? GRANTABLE.join(" ")}"`,
    `resource_metadata="${origin}${WELL_KNOWN_PREFIX}/oauth-protected-resource/${resource}"`,
  ];
  return { "www-authenticate": `Bearer ${parts.join(", ")}` };
}
