/**
 * The OpenID Connect provider of an organization, by `openid-client`. Invariants: discovery, key sets and token requests go through the
 * guarded client; PKCE, state, nonce, signature and the exact issuer are checked; nothing of a response is stored but issuer and subject.
 */
import * as oidc from "openid-client";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import { client } from "@/lib/platform/outbound/service";

/** Of each of the few requests of a sign-in. */
const FETCH_SECONDS = 10;
const MAX_DOCUMENT_BYTES = 512 * 1024;

/** A client at a provider. */
export type Provider = { issuer: string; clientId: string; clientSecret: string };
/** What the browser comes back with must fit. */
export type Started = { state: string; nonce: string; verifier: string };
/** Who somebody is to the provider. */
export type Claims = {
  issuer: string;
  subject: string;
  email: unknown;
  emailVerified: unknown;
  name: unknown;
  /** At Google, the domain of the company whose account it is; a private account has none. */
  hostedDomain: unknown;
};

/**
 * Where the provider sends browsers back. Each organization has another one: a malicious organization that sends its people to the
 * provider of another one gets no code that it could redeem.
 */
export const redirectUri = (organizationId: string) =>
  `${env().PUBLIC_URL}/api/auth/callback/company/${organizationId}`;

/** Whether calls to an http issuer are allowed, as on a developer's machine. */
const isAllowedHttp = (issuer: string) => env().EXECUTION_ALLOW.includes(new URL(issuer).host);

/** The issuer as the provider itself spells it. Throws the library's errors. */
export async function issuerAt(issuer: string, pool: string): Promise<string> {
  const config = await discover({ issuer, clientId: "-", clientSecret: "-" }, pool);
  const { issuer: stated, authorization_endpoint, token_endpoint, jwks_uri } = config.serverMetadata();
  // Microsoft's shared issuers have a placeholder: they sign in people of any company.
  if (new URL(stated).href !== new URL(issuer).href) throw new Error(`the provider says that its issuer is ${stated}`);
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw new Error("the provider names no endpoints for authorization, tokens or keys");
  return stated;
}

/** Begins a sign-in: where the browser goes, and what is checked when it comes back. */
export async function begin(
  provider: Provider,
  organizationId: string,
): Promise<{ location: string; started: Started }> {
  const config = await discover(provider, organizationId);
  const started = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(organizationId),
    scope: "openid email profile",
    code_challenge: await oidc.calculatePKCECodeChallenge(started.verifier),
    code_challenge_method: "S256",
    state: started.state,
    nonce: started.nonce,
  });
  if (url.protocol !== "https:" && !isAllowedHttp(url.href)) throw new Error("the provider's page is not https");
  return { location: url.href, started };
}

/** Ends a sign-in with what the browser brought back. Throws the library's errors. */
export async function finish(
  provider: Provider,
  organizationId: string,
  search: string,
  started: Started,
): Promise<Claims> {
  const config = await discover(provider, organizationId);
  const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri(organizationId)}${search}`), {
    expectedState: started.state,
    expectedNonce: started.nonce,
    pkceCodeVerifier: started.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || claims.iss !== provider.issuer) throw new Error("the token names another issuer");
  const { iss: issuer, sub: subject, hd: hostedDomain } = claims;
  // Many providers put the email into the user info alone.
  const asks = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
  const about = asks ? await oidc.fetchUserInfo(config, tokens.access_token, subject) : claims;
  // Microsoft has its own word for an email whose domain the company has proved.
  const emailVerified = about.email_verified ?? about.xms_edov;
  return { issuer, subject, email: about.email, emailVerified, name: about.name, hostedDomain };
}

/** Why a sign-in failed, as a word of the protocol for the owner who tests it. */
export function reasonOf(error: unknown): string {
  const { error: refusal, code } = Object(error) as { error?: unknown; code?: unknown };
  const word = [refusal, code].find((one) => typeof one === "string" && /^[A-Za-z0-9_]{1,60}$/.test(one));
  log.info({ err: error }, "an organization's sign-in failed");
  return typeof word === "string" ? word : "unreachable";
}

function discover({ issuer, clientId, clientSecret }: Provider, pool: string): Promise<oidc.Configuration> {
  const authenticate: oidc.ClientAuth = (server, ...rest) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    return (isPost ? oidc.ClientSecretPost : oidc.ClientSecretBasic)(clientSecret)(server, ...rest);
  };
  return oidc.discovery(new URL(issuer), clientId, {}, authenticate, {
    [oidc.customFetch]: (url, options) => guarded(url, options, pool),
    timeout: FETCH_SECONDS,
    execute: [oidc.enableNonRepudiationChecks, ...(isAllowedHttp(issuer) ? [oidc.allowInsecureRequests] : [])],
  });
}

/** Fetches by the guarded client: private addresses are refused, and a redirect is not followed. */
async function guarded(url: string, options: oidc.CustomFetchOptions, pool: string): Promise<Response> {
  const { method, headers, body, signal } = options;
  const sent = {
    method,
    url,
    headers: { ...headers, "accept-encoding": "identity", "user-agent": "skills-marketplace" },
    body: body === undefined || body === null ? null : String(body),
  };
  const limit = signal ?? AbortSignal.timeout(FETCH_SECONDS * 1000);
  const answer = await client().exchange(sent, { pool, signal: limit });
  let text = "";
  for await (const part of answer.body.setEncoding("utf8")) {
    text += part;
    if (text.length > MAX_DOCUMENT_BYTES)
      throw new AppError("upstream_failed", "The provider's response is too large.");
  }
  const type = answer.headers["content-type"];
  return new Response(text || null, {
    status: answer.statusCode,
    headers: { "content-type": typeof type === "string" ? type : "application/json" },
  });
}
