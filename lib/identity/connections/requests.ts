import { createHash } from "node:crypto";
import { MAX_NAME_CHARS, REFRESH_SCOPE, withRefresh } from "@/lib/identity/connections/registration";
import { resources } from "@/lib/identity/connections/resources";
import { GRANTABLE } from "@/lib/identity/connections/schemas";
import { prisma } from "@/lib/platform/core/db";
import { isStorable } from "@/lib/platform/core/fields";
import { isPlainLine } from "@/lib/platform/core/hidden-characters";
import { firstIdOf } from "@/lib/platform/core/ids";

/** The data of the consent page: program, requested scopes and redirect. Null for an unknown program. */
export async function readRequest(request: string) {
  const asked = new URLSearchParams(request);
  const client = await findClient(asked);
  const redirect = URL.parse(asked.get("redirect_uri") ?? "");
  if (!client || !redirect) return null;
  const scopes = (asked.get("scope") ?? "").split(" ");
  return {
    clientId: client.clientId,
    name: nameOf(client),
    uri: client.uri,
    returnsTo: redirect.protocol.startsWith("http") ? redirect.host : redirect.protocol,
    scopes: GRANTABLE.filter((scope) => scopes.includes(scope)),
    /** Whether it connects to the MCP server, as agents do, and not only to the API, as command lines do. */
    isAgent: asked.getAll("resource").includes(resources().mcp),
  };
}

function findClient(asked: URLSearchParams) {
  const clientId = asked.get("client_id") ?? "";
  return isStorable(clientId) ? prisma().oauthClient.findUnique({ where: { clientId } }) : null;
}

/**
 * Asks for the scope to refresh in the name of a program that registered that grant: clients of the first-generation SDK ask for the
 * resource's scopes alone, and their person would have to consent again every hour.
 */
export async function askToRefresh(asked: URLSearchParams): Promise<void> {
  const scope = asked.get("scope");
  const client = scope === null ? null : await findClient(asked);
  if (scope === null || !client?.grantTypes.includes("refresh_token")) return;
  if (client.scopes.includes(REFRESH_SCOPE)) asked.set("scope", withRefresh(scope));
}

/**
 * The id of the key that a person's consent to a request makes. The same consent has the same id, so it can't make two keys. Like any
 * UUIDv7, it begins with a time: that at which the request was signed.
 */
export function grantIdOf(request: string, accountId: string): string {
  const asked = new URLSearchParams(request);
  const signedAt = Number(asked.get("ba_iat"));
  const time = Number.isInteger(signedAt) && signedAt > 0 && signedAt < 2 ** 48 ? signedAt : 0;
  const hash = createHash("sha256")
    .update(`${accountId} ${asked.get("sig")}`)
    .digest("hex");
  const [start, middle] = firstIdOf(new Date(time)).split("-");
  return `${start}-${middle}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

function nameOf({ name, clientId }: { name: string | null; clientId: string }): string {
  const given = name?.trim().slice(0, MAX_NAME_CHARS) ?? "";
  return given !== "" && isPlainLine(given) ? given : `Program ${clientId.slice(0, MAX_NAME_CHARS - 8)}`;
}
