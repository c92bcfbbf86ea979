import * as accounts from "@/lib/accounts/service";
import * as sessions from "@/lib/accounts/sessions/service";
import type { Caller, Scope } from "@/lib/core/caller";
import { AppError } from "@/lib/core/errors";
import type { EndpointSpec, Exchange } from "@/lib/http/endpoint";
import { readSession } from "@/lib/http/session";
import * as keys from "@/lib/keys/service";
import * as ratelimit from "@/lib/ratelimit/service";

/** Who is calling, and, while that is still being found out, who it most likely is. */
export type Identity = { caller: Promise<Caller | null>; guess: Caller | null };

/**
 * Begins to find out who is calling, after taking the request from its rate limit. A request with an Authorization
 * header is judged by it alone; without one, a browser session counts. Throws unauthorized, bad_origin and rate_limited;
 * `caller` throws unauthorized.
 */
export async function identify(spec: EndpointSpec, exchange: Exchange, address: string): Promise<Identity> {
  const { request } = exchange;
  if (spec.throttled === false) return known(null);
  const authorization = request.headers.get("authorization");
  if (spec.access === "public") {
    await limit(exchange, "address", address);
    return known(null);
  }
  if (authorization !== null) return byKey(exchange, authorization, address);
  const session = await readSession(request);
  await limit(exchange, session ? "key" : "address", session ? `session:${session.accountId}` : address);
  if (!session && spec.access !== "optional") throw unauthorized();
  if (session?.session?.isDue) exchange.cookie = await sessions.prolong(request.headers);
  return known(session);
}

const known = (caller: Caller | null): Identity => ({ caller: Promise.resolve(caller), guess: null });

async function byKey(exchange: Exchange, authorization: string, address: string): Promise<Identity> {
  const hash = keys.hashOf(authorization.match(/^Bearer +(\S+) *$/i)?.[1] ?? "");
  if (!hash) {
    await limit(exchange, "address", address);
    throw unauthorized();
  }
  await limit(exchange, "key", hash.toString("base64url"));
  const found = async () => {
    const caller = await accounts.authenticate(hash);
    if (caller) return caller;
    await limit(exchange, "address", address);
    throw unauthorized();
  };
  const caller = found();
  const guess = accounts.guessCaller(hash);
  return { guess: guess && { ...guess, catalogChanges: caller.then(changesOf, () => null) }, caller };
}

/** What a guess must wait for: the catalogue may have changed since that caller was last seen. */
const changesOf = ({ catalogChanges }: Caller) => catalogChanges ?? null;

/** Whether two callers may do the same and are shown the same. */
export function isSameCaller(one: Caller, other: Caller | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function limit(exchange: Exchange, name: "key" | "address", subject: string): Promise<void> {
  const state = await ratelimit.take(name, subject);
  exchange.limit = state;
  if (state && !state.allowed) throw ratelimit.limited(state);
}

/** One body for every way in which a key can be wrong, so that nothing about keys can be learned from it. */
function unauthorized(): AppError {
  return new AppError(
    "unauthorized",
    "A valid API key is required: send it as `Authorization: Bearer <key>`.",
  );
}

/** Checks role and scope of an authenticated caller. Throws forbidden and key_scope. */
export function requireAccess(spec: EndpointSpec, caller: Caller | null): void {
  if (!caller) return;
  if (spec.access === "admin" && !caller.isAdmin) {
    throw new AppError("forbidden", "Only administrators may do this.");
  }
  requireScope(caller, spec.scope ?? "read");
}

/** Checks what the caller's key may do. Throws key_scope. */
export function requireScope(caller: Caller, needed: Scope): void {
  if (caller.key && !caller.key.scopes.includes(needed)) {
    throw new AppError(
      "key_scope",
      `This key may not ${needed}. Use another key, or add the scope with PATCH /v1/keys/${caller.key.id}.`,
      {
        details: { required_scope: needed, scopes: caller.key.scopes },
      },
    );
  }
}
