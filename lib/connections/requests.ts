import { resources } from "@/lib/connections/resources";
import { GRANTABLE } from "@/lib/connections/schemas";
import { prisma } from "@/lib/core/db";
import { isPlainLine } from "@/lib/core/hidden-characters";

const MAX_NAME_CHARS = 100;

/** The data of the consent page: program, requested scopes and redirect. Null for an unknown program. */
export async function readRequest(request: string) {
  const asked = new URLSearchParams(request);
  const client = await prisma().oauthClient.findUnique({ where: { clientId: asked.get("client_id") ?? "" } });
  const redirect = URL.parse(asked.get("redirect_uri") ?? "");
  if (!client || !redirect) return null;
  const scopes = (asked.get("scope") ?? "").split(" ");
  return {
    name: nameOf(client),
    uri: client.uri,
    /** Whether its name was read at an address that it controls, which is shown then. */
    verifiedHost: client.clientDiscoveryId === null ? null : new URL(client.clientId).host,
    returnsTo: redirect.protocol.startsWith("http") ? redirect.host : redirect.protocol,
    scopes: GRANTABLE.filter((scope) => scopes.includes(scope)),
    /** Whether it can put a question to the person: by MCP alone. */
    canAsk: asked.getAll("resource").includes(resources().mcp),
  };
}

/** What a program calls itself, if that is one readable line. */
function nameOf({ name, clientId }: { name: string | null; clientId: string }): string {
  const given = name?.trim().slice(0, MAX_NAME_CHARS) ?? "";
  return given !== "" && isPlainLine(given) ? given : `Program ${clientId.slice(0, MAX_NAME_CHARS - 8)}`;
}
