import { LRUCache } from "lru-cache";
import { actsFor, requireSignInAt, requireStated, shownAccount, statedAccount } from "@/lib/identity/accounts/acting";
import { Handle } from "@/lib/identity/accounts/handle-schemas";
import * as accounts from "@/lib/identity/accounts/service";
import { authenticateSession } from "@/lib/identity/accounts/session-callers";
import * as sessions from "@/lib/identity/accounts/sessions";
import { authenticateToken, hashToken } from "@/lib/identity/accounts/tokens";
import { TOKEN_PREFIX } from "@/lib/identity/connections/provider";
import { resources } from "@/lib/identity/connections/resources";
import { hashSecret } from "@/lib/identity/keys/format";
import { requireScope } from "@/lib/identity/keys/guardrails";
import { permissionOf, requirePermission } from "@/lib/identity/keys/permissions";
import type { Exchange } from "@/lib/interfaces/http/exchange";
import { requireReadOnly } from "@/lib/interfaces/http/read-only";
import { requireOwnOrigin, sessionHash } from "@/lib/interfaces/http/session";
import type { EndpointSpec } from "@/lib/interfaces/http/spec";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound, unauthorized } from "@/lib/platform/core/errors";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Path of the MCP server: tokens are issued for it or for the API. */
const MCP_PATH = "/mcp";
const MAX_SEEN = 20_000;

/**
 * Whose limits recently valid credentials count against, by their hashes. They decide only which rate limit a request consumes
 * before authentication, never who is calling.
 */
const seen = new LRUCache<string, string>({ max: MAX_SEEN });

/** Whose limits a caller counts against: an account's keys and programs together, and each person's browsers beside them. */
export function limitedAs({ accountId, personId, key }: Pick<Caller, "accountId" | "personId" | "key">): string {
  return key ? accountId : `browser:${personId}`;
}

/** Whose limits a browser session counts against, if this process has seen it to be valid. */
export function limitedSession(hash: string): string | null {
  return seen.get(`session:${hash}`) ?? null;
}

/**
 * Authenticates a request by its Authorization header if it has one, else by browser session. Returns null for public
 * endpoints, and with PUBLIC_CATALOG for anonymous reads of the catalog.
 */
export async function identify(spec: EndpointSpec, exchange: Exchange, address: string): Promise<Caller | null> {
  const { request } = exchange;
  if (spec.isOwnOriginOnly) requireOwnOrigin(request);
  if (spec.throttled === false) return null;
  const authorization = request.headers.get("authorization");
  if (spec.access === "public") {
    await limit(exchange, "address", address);
    return null;
  }
  const caller = await (authorization === null ? bySession(exchange, address, spec) : byKey(exchange, address));
  if (caller) {
    requireActing(spec, caller, exchange);
    requireReadOnly(spec, caller, request);
    if (caller.session?.isDue) exchange.cookie = await sessions.prolong(request.headers);
    return caller;
  }
  await limit(exchange, "address", address);
  if (spec.access === "catalog" && authorization === null && env().PUBLIC_CATALOG) return null;
  throw unauthorized();
}

async function byKey(exchange: Exchange, address: string): Promise<Caller | null> {
  const authorization = exchange.request.headers.get("authorization") ?? "";
  const secret = authorization.match(/^Bearer +(\S+) *$/i)?.[1] ?? "";
  if (secret.startsWith(TOKEN_PREFIX)) return byToken(exchange, address, secret);
  const hash = hashSecret(secret);
  if (!hash) return null;
  return check(exchange, address, hash.toString("base64url"), () => accounts.authenticate(hash));
}

/** An access token works at the resource that it was issued for, the API by default. */
async function byToken(exchange: Exchange, address: string, token: string): Promise<Caller | null> {
  const hash = hashToken(token, TOKEN_PREFIX);
  const { api, mcp } = resources();
  const isMcp = exchange.url.pathname === MCP_PATH;
  const asked = { hash, resource: isMcp ? mcp : api, isDefault: !isMcp };
  return check(exchange, address, `token:${hash}`, () => authenticateToken(asked));
}

async function bySession(exchange: Exchange, address: string, spec: EndpointSpec): Promise<Caller | null> {
  const { headers } = exchange.request;
  const hash = sessionHash(exchange.request);
  if (!hash) return null;
  const isOwn = spec.isOfAdministrator ?? false;
  const actingFor = handleIn(spec, exchange) ?? statedAccount(headers) ?? shownAccount(headers);
  return check(exchange, address, `session:${hash}`, () => authenticateSession(headers, { isOwn, actingFor }));
}

/** The organization that a path is about, for which its caller acts. */
function handleIn({ isOfOrganization }: EndpointSpec, { params }: Exchange): string | null {
  // A malformed one is refused with the other parameters.
  return isOfOrganization ? (Handle.safeParse(params.handle).data ?? null) : null;
}

function requireActing(spec: EndpointSpec, caller: Caller, exchange: Exchange): void {
  const handle = handleIn(spec, exchange);
  if (spec.needsNoCompanySignIn && caller.signInAt !== undefined && caller.signInAt === handle) return;
  requireSignInAt(caller);
  if (handle === null && !spec.isOfAdministrator) requireStated(caller, exchange.request);
  if (handle !== null && !(caller.organization && actsFor(caller, handle))) throw notFound();
}

/**
 * Consumes the rate limit of the credential's account, then asks the database. An unrecognized credential first also reserves from
 * the IP address's limit, so that guesses are limited before the database is asked, and has its own limit until its account is
 * known; a valid one releases the reservation.
 */
async function check(
  exchange: Exchange,
  address: string,
  credential: string,
  ask: () => Promise<Caller | null>,
): Promise<Caller | null> {
  const known = seen.get(credential);
  const reserved = known === undefined ? ratelimit.reserve("address", address, credential) : null;
  if (reserved && !reserved.state.allowed) {
    exchange.limit = reserved.state;
    throw ratelimit.limited(reserved.state);
  }
  let caller: Caller | null = null;
  let isAnswered = false;
  try {
    await limit(exchange, "account", known ?? credential);
    caller = await ask();
    isAnswered = true;
  } finally {
    reserved?.end(isAnswered && caller === null);
  }
  if (!caller) {
    seen.delete(credential);
    return null;
  }
  const subject = limitedAs(caller);
  seen.set(credential, subject);
  if (known !== subject) await limit(exchange, "account", subject);
  return caller;
}

async function limit(exchange: Exchange, name: "account" | "address", subject: string): Promise<void> {
  const state = await ratelimit.take(name, subject);
  exchange.limit = state;
  if (state && !state.allowed) throw ratelimit.limited(state);
}

/** What the key of a CI's run may do, with its own skill. */
const RELEASING = new Set(["uploadPackage", "getPackage", "putPackageBundle"]);

function requireReleasing({ operationId = "" }: EndpointSpec, { key }: Caller, params: Exchange["params"]): void {
  if (!key?.releases || (RELEASING.has(operationId) && params.id === key.releases)) return;
  throw new AppError("key_scope", "This key can only upload versions of one skill.", {
    details: { skills: key.skills },
  });
}

/** Checks role and scope of an authenticated caller. */
export function requireAccess(spec: EndpointSpec, caller: Caller | null, { request, params }: Exchange): void {
  if (!caller) return;
  const { method } = request;
  requireReleasing(spec, caller, params);
  if (spec.access === "admin" && !caller.isAdmin) {
    throw new AppError("forbidden", "Only administrators may do this.");
  }
  requirePermission(caller, permissionOf(spec, method));
  if (spec.scope !== null) requireScope(caller, spec.scope ?? "read");
}
