/**
 * Tokens of CIs, verified by `jose` with the keys that their issuer publishes. Invariant: keys are fetched from the issuer's own
 * origin, through the guarded client; a token is for this marketplace, lives, and names itself.
 */
import { createHash } from "node:crypto";
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { client } from "@/lib/platform/outbound/service";
import { kindOf, type Run, readRun } from "@/lib/supply/releasing/issuers";

const ALGORITHMS = ["RS256", "ES256"];
const MAX_DOCUMENT_BYTES = 256 * 1024;
const FETCH_MS = 10_000;
/** A token whose key is unknown has the keys fetched again, no more often than this. */
const COOLDOWN_MS = 1_000;
const CLOCK_SECONDS = 30;
/** CIs issue tokens for minutes. */
const MAX_AGE = "1h";

/** Of the issuers that are taken, which are few. */
const keySets = new Map<string, JWTVerifyGetKey>();

/** A verified run, and what its token is called, so that it is used once. */
export type Verified = { run: Run; tokenId: string };

/** Checks a token of a CI. Throws untrusted_run with the reason. */
export async function verify(token: string): Promise<Verified> {
  const issuer = issuerOf(token);
  const kind = kindOf(issuer);
  if (!kind) throw untrusted("issuer", "Its issuer is neither known nor added by the operator.");
  try {
    const { payload } = await jwtVerify(token, await keysOf(issuer), {
      issuer,
      audience: env().PUBLIC_URL,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "iat", "jti"],
      maxTokenAge: MAX_AGE,
      clockTolerance: CLOCK_SECONDS,
    });
    const tokenId = createHash("sha256").update(`${issuer} ${payload.jti}`).digest("base64url");
    return { run: readRun(kind, payload, issuer), tokenId };
  } catch (cause) {
    throw refusalOf(cause);
  }
}

function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? "";
  } catch (cause) {
    throw untrusted("token", "It isn't a JSON Web Token.", cause);
  }
}

/** Why a run isn't trusted. */
export const untrusted = (reason: string, what: string, cause?: unknown) =>
  new AppError("untrusted_run", `This run may not release the skill. ${what}`, { details: { reason }, cause });

function refusalOf(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof errors.JWTExpired) return untrusted("expired", "Its token has expired.", cause);
  if (cause instanceof errors.JWTClaimValidationFailed) {
    const reason = cause.claim === "aud" ? "audience" : cause.claim;
    return untrusted(
      reason,
      `The claim ${cause.claim} of its token is wrong; its audience must be ${env().PUBLIC_URL}.`,
      cause,
    );
  }
  const isUnreachable = cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid;
  if (cause instanceof errors.JOSEError && !isUnreachable)
    return untrusted("signature", "The signature of its token is wrong.", cause);
  return new AppError("upstream_failed", "The issuer's keys can't be fetched now. Try again.", { cause });
}

/** The keys of an issuer, which are fetched when they are first needed and when a token names another one. */
async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  const known = keySets.get(issuer);
  if (known) return known;
  const discovery = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const address = (discovery as { jwks_uri?: unknown }).jwks_uri;
  if (typeof address !== "string" || !URL.canParse(address) || new URL(address).origin !== new URL(issuer).origin)
    throw untrusted("issuer", "Its issuer names no keys at its own origin.");
  const keys = createRemoteJWKSet(new URL(address), {
    cooldownDuration: COOLDOWN_MS,
    timeoutDuration: FETCH_MS,
    [customFetch]: async (url) => Response.json(await fetchJson(url)),
  });
  keySets.set(issuer, keys);
  return keys;
}

async function fetchJson(url: string): Promise<unknown> {
  const signal = AbortSignal.timeout(FETCH_MS);
  const headers = { accept: "application/json", "accept-encoding": "identity", "user-agent": "skills-marketplace" };
  const { statusCode, body } = await client().get(url, headers, { pool: "oidc", signal });
  let text = "";
  for await (const part of body.setEncoding("utf8")) {
    text += part;
    if (text.length > MAX_DOCUMENT_BYTES) throw new Error(`${url} is too large`);
  }
  if (statusCode !== 200) throw new Error(`${url} has status ${statusCode}`);
  return JSON.parse(text);
}
