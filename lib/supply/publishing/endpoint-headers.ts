/** What a developer's server asks for, put into a request to it. */
import { createHash } from "node:crypto";
import { Cache } from "@/lib/platform/core/cache";
import { AppError } from "@/lib/platform/core/errors";
import { upstreamFailure } from "@/lib/platform/outbound/failure";
import { client } from "@/lib/platform/outbound/service";
import type { EndpointAuthInput } from "@/lib/supply/publishing/endpoint-auth-schemas";

type OAuth = Extract<EndpointAuthInput, { kind: "oauth_client_credentials" }>;
type Token = { value: string; endsAt: number };

const TOKEN_TIMEOUT_MS = 10_000;
const MAX_TOKENS_BYTES = 4 * 1024 * 1024;
/** A token that names no end is used this long, and each is given up this long before its end. */
const DEFAULT_TOKEN_SECONDS = 300;
const TOKEN_MARGIN_SECONDS = 30;
const MAX_TOKEN_SECONDS = 3600;
const tokens = new Cache<Token>({
  name: "endpoint_tokens",
  maxBytes: MAX_TOKENS_BYTES,
  bytesOf: ({ value }) => value.length,
});

type Authorized = { url: string; headers: Record<string, string> };

/** Headers and URL of a call with the secret in its place. `pool` is the developer, whose connections a token's request uses. */
export async function withAuth(
  { url, headers }: Authorized,
  auth: EndpointAuthInput | null,
  pool: string,
): Promise<Authorized> {
  switch (auth?.kind) {
    case undefined:
      return { url, headers };
    case "header":
      return { url, headers: { ...without(headers, auth.name), [auth.name.toLowerCase()]: auth.value } };
    case "query": {
      const named = new URL(url);
      named.searchParams.set(auth.name, auth.value);
      return { url: named.href, headers };
    }
    case "bearer":
      return { url, headers: { ...headers, authorization: `Bearer ${auth.token}` } };
    case "basic": {
      const pair = Buffer.from(`${auth.username}:${auth.password}`).toString("base64");
      return { url, headers: { ...headers, authorization: `Basic ${pair}` } };
    }
    case "oauth_client_credentials":
      return { url, headers: { ...headers, authorization: `Bearer ${await tokenOf(auth, pool)}` } };
  }
}

/** A name that identifies a secret without telling it. */
export function authDigest(auth: EndpointAuthInput | null): string {
  return createHash("sha256").update(JSON.stringify(auth)).digest("base64url");
}

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one.toLowerCase() !== name.toLowerCase()));

const keyOf = (auth: OAuth, pool: string) => `${pool} ${authDigest(auth)}`;

/** Drops the cached token after a 401, so that the next call fetches a new one. */
export function noteStatus(status: number, auth: EndpointAuthInput | null, pool: string): void {
  if (status === 401 && auth?.kind === "oauth_client_credentials") tokens.delete(keyOf(auth, pool));
}

/** A refused client is the seller's failure, and no fault of the call's parameters, as a status of the endpoint would be. */
function noToken(cause: unknown): never {
  if (!(cause instanceof AppError)) throw cause;
  const { reason, status } = cause.details;
  if (reason === "timeout")
    throw upstreamFailure("timeout", "The skill's authorization server did not respond in time.", { cause });
  const what = status === undefined ? "can't be reached" : `refused the seller's credentials with status ${status}`;
  throw upstreamFailure("credentials", `The skill's authorization server ${what}.`, { cause });
}

async function tokenOf(auth: OAuth, pool: string): Promise<string> {
  const key = keyOf(auth, pool);
  const cached = tokens.get(key);
  if (cached && cached.endsAt > Date.now()) return cached.value;
  const body = new URLSearchParams({ grant_type: "client_credentials", ...(auth.scope && { scope: auth.scope }) });
  const pair = [auth.client_id, auth.client_secret].map(encodeURIComponent).join(":");
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
  };
  const sent = { method: "POST", url: auth.token_url, headers, body: body.toString() };
  const limits = { pool, timeoutMs: TOKEN_TIMEOUT_MS, answer: { maxBytes: 64 * 1024 } };
  const text = await client().send(sent, limits).catch(noToken);
  const answered = text.toJSON() as { access_token?: unknown; expires_in?: unknown };
  const { access_token: value, expires_in: seconds } = answered ?? {};
  if (typeof value !== "string" || !/^[\x21-\x7e]{1,4096}$/.test(value))
    throw upstreamFailure("credentials", "The skill's authorization server returned no token.");
  const lasts =
    typeof seconds === "number" && seconds > 0 ? Math.min(seconds, MAX_TOKEN_SECONDS) : DEFAULT_TOKEN_SECONDS;
  tokens.set(key, { value, endsAt: Date.now() + (lasts - TOKEN_MARGIN_SECONDS) * 1000 });
  return value;
}
