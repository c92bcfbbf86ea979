/**
 * Connected programs: OAuth requests, the consent that a person gives, and what it grants.
 * Invariant: every code and token refers to a key of ours that a person's consent has made; when the key ends, so do they.
 */
import * as sessions from "@/lib/identity/accounts/sessions";
import { asDefined, protocolError } from "@/lib/identity/connections/answers";
import { CONSENT_PAGE, grantedKey, provider } from "@/lib/identity/connections/provider";
import { REFRESH_SCOPE, readRegistration } from "@/lib/identity/connections/registration";
import { askToRefresh, grantIdOf, readRequest } from "@/lib/identity/connections/requests";
import { type ConsentInput, GRANTABLE } from "@/lib/identity/connections/schemas";
import * as connected from "@/lib/identity/keys/connected";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { priceToMicros } from "@/lib/platform/core/money";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Most registered programs without a connection; they are deleted after a day. */
const MAX_UNUSED_CLIENTS = 5_000;
const MAX_BODY_CHARS = 16 * 1024;

/** A request of the protocol, as our host passes it on. */
export type ProtocolRequest = { request: Request; path: string; address: string };

/** Sends a request of the protocol to the library, under our own address, with nothing but what it needs. */
async function forward({ request, path, address }: ProtocolRequest, body: string | null): Promise<Response> {
  const { PUBLIC_URL } = env();
  const headers = new Headers({ origin: new URL(PUBLIC_URL).origin, "x-marketplace-address": address });
  for (const name of ["accept", "authorization", "content-type", "cookie", "dpop"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return provider().handler(
    new Request(`${PUBLIC_URL}${path}`, { method: request.method, headers, ...(body !== null && { body }) }),
  );
}

/**
 * Begins a connection: a browser that is not signed in goes to sign in first, and then to the page of consent, every
 * time. With `prompt=none`, which forbids both, the program gets `login_required` or `consent_required`. Errors
 * redirect to the program, or to a page of ours without a valid redirect. Throws registration_closed.
 */
export async function authorize(asked: ProtocolRequest): Promise<Response> {
  const url = new URL(asked.request.url);
  const here = `${asked.path}${url.search}`;
  const isSilent = url.searchParams.get("prompt")?.split(" ").includes("none") ?? false;
  if (!isSilent && !(await sessions.currentSession({ headers: asked.request.headers })))
    return leadTo(`/sign-in?next=${encodeURIComponent(here)}`);
  if (!isSilent) url.searchParams.set("prompt", "consent");
  url.searchParams.delete("max_age");
  await askToRefresh(url.searchParams);
  // A silent request is for a key that no consent has made.
  const answer = await grantedKey.run(newId(), () => forward({ ...asked, path: `${asked.path}${url.search}` }, null));
  const location = answer.headers.get("location");
  return location ? leadTo(location) : answer;
}

function leadTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

/** Answers a program's direct request: for tokens, to revoke one, or to register. Throws rate_limited. */
export async function exchange(asked: ProtocolRequest): Promise<Response> {
  const isRegistration = asked.path === "/oauth2/register";
  if (isRegistration) await requireRoom(asked.address);
  const body = await asked.request.text();
  if (body.length > MAX_BODY_CHARS) throw new AppError("payload_too_large", "The request is too large.");
  if (!isRegistration) return asDefined(asked.path, body, (sent) => forward(asked, sent));
  const registration = readRegistration(body);
  return "body" in registration ? forward(asked, registration.body) : protocolError(registration);
}

/**
 * Programs register without an account, so registrations are limited per IP address, and unconnected programs in total.
 */
async function requireRoom(address: string): Promise<void> {
  await ratelimit.countAttempt("registerClient", [], address);
  const [found] = await query<{ count: number }>(
    "connections.clients.unused",
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM oauth_client c WHERE NOT EXISTS
       (SELECT 1 FROM api_key k WHERE k.client_id = c.client_id) LIMIT $1) AS unused`,
    [MAX_UNUSED_CLIENTS],
  );
  if ((found?.count ?? 0) >= MAX_UNUSED_CLIENTS)
    throw new AppError("rate_limited", "Too many programs have registered today. Try again tomorrow.", {
      retryAfterSeconds: 3600,
    });
}

/** The description of the authorization server (RFC 8414). */
export async function serverMetadata(): Promise<Record<string, unknown>> {
  const { issuer: _, ...metadata } = await provider().api.getOAuthServerConfig();
  // The library offers introspection; here, tokens are read by the API alone.
  const served = Object.entries(metadata).filter(([name]) => !name.startsWith("introspection_"));
  return {
    issuer: env().PUBLIC_URL,
    ...Object.fromEntries(served),
    revocation_endpoint_auth_methods_supported: metadata.token_endpoint_auth_methods_supported,
    service_documentation: `${env().PUBLIC_URL}/docs/connect`,
  };
}

/** The description of a protected resource (RFC 9728). */
export function resourceMetadata(resource: string, name: string): Record<string, unknown> {
  return {
    resource,
    resource_name: name,
    authorization_servers: [env().PUBLIC_URL],
    scopes_supported: GRANTABLE,
    bearer_methods_supported: ["header"],
    resource_documentation: `${env().PUBLIC_URL}/docs/connect`,
  };
}

/**
 * Grants the user's consent: creates the limited key that the program's tokens act as, and returns the redirect. Throws
 * session_required, and invalid_request for a request that is not signed by us, is over, has been answered, or asks for less, and for
 * unknown skills.
 */
export async function decide(caller: Caller, input: ConsentInput, headers: Headers) {
  sessions.requireSession(caller);
  const asked = await readRequest(input.query);
  const scopes = input.scopes ?? asked?.scopes ?? [];
  const beyond = scopes.find((scope) => !asked?.scopes.includes(scope));
  if (beyond) throw invalid([{ param: "scopes", message: `the program did not request ${beyond}` }]);
  const id = grantIdOf(input.query, caller.accountId);
  if (input.approved) await requireListed(input.skills);
  const wantsRefresh = (new URLSearchParams(input.query).get("scope") ?? "").split(" ").includes(REFRESH_SCOPE);
  const scope = [...scopes, ...(wantsRefresh ? [REFRESH_SCOPE] : [])].join(" ");
  const redirectTo = await grantedKey.run(id, () =>
    consent({ oauth_query: input.query, accept: input.approved, scope }, headers),
  );
  // The code has not been sent yet: if this fails, it is useless.
  if (input.approved && asked) await makeKey(caller, id, { ...input, scopes }, asked);
  return { redirect_to: redirectTo };
}

/** Throws invalid_request for unknown skills. */
async function requireListed(skills: readonly string[]): Promise<void> {
  const known = await prisma().listing.findMany({
    where: { slug: { in: [...skills] } },
    select: { slug: true },
  });
  const unknown = skills.find((slug) => !known.some((skill) => skill.slug === slug));
  if (unknown !== undefined) throw invalid([{ param: "skills", message: `${unknown} is not on the marketplace` }]);
}

type Asked = { name: string; clientId: string };

async function makeKey(caller: Caller, id: string, input: ConsentInput, { name, clientId }: Asked): Promise<void> {
  const issued = await connected.issueConnected(
    caller,
    {
      name,
      scopes: input.scopes,
      skills: input.skills,
      credit_limit: input.credit_limit,
      credit_limit_interval: input.credit_limit_interval,
      expires_in_days: input.expires_in_days,
    },
    {
      id,
      clientId,
      askAboveMicros: input.ask_above === null ? null : priceToMicros(input.ask_above),
      replaces: input.replace_former,
    },
  );
  if (issued === null)
    throw invalid(
      [{ param: "query", message: "has been approved already" }],
      "You have already approved this request. Return to the program, or connect it again.",
    );
}

/** Lets the library check the signature of the request and make the code. Returns where the browser goes. */
async function consent(body: object, headers: Headers): Promise<string> {
  const request = new Request(`${env().PUBLIC_URL}/oauth2/consent`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: headers.get("cookie") ?? "" },
  });
  const answer = await forward({ request, path: "/oauth2/consent", address: "" }, JSON.stringify(body));
  const decided = (await answer.json().catch(() => ({}))) as { url?: string; error_description?: string };
  if (answer.ok && decided.url && !decided.url.startsWith(CONSENT_PAGE)) return decided.url;
  throw invalid(
    [{ param: "query", message: decided.error_description ?? "is invalid or has expired" }],
    "This request has expired or was modified. Connect the program again.",
  );
}

/**
 * Ends unused connections, and deletes expired tokens and programs without a connection: those that never had one after a day, others
 * after 90 days, so that a program that rests for a month can be connected again. Returns how many.
 */
export async function expireConnections(): Promise<number> {
  const ended = { expiresAt: { lt: daysAgo(1) } };
  const over = [
    await connected.endUnusedConnections(),
    await prune((limit) => prisma().oauthAccessToken.deleteMany({ where: ended, limit })),
    await prune((limit) => prisma().oauthRefreshToken.deleteMany({ where: ended, limit })),
    await prune((limit) =>
      prisma().oauthClientAssertion.deleteMany({ where: { expiresAt: { lt: new Date() } }, limit }),
    ),
  ];
  // At most MAX_UNUSED_CLIENTS, and those whose keys were revoked long ago.
  const clients = await query(
    "connections.clients.expire",
    `DELETE FROM oauth_client c WHERE created_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT 1 FROM api_key k WHERE k.client_id = c.client_id
         AND (k.revoked_at IS NULL OR k.revoked_at > now() - interval '90 days')) RETURNING 1 AS gone`,
    [],
  );
  return over.reduce((sum, count) => sum + count, clients.length);
}
