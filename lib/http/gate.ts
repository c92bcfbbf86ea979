import * as accounts from "@/lib/accounts/service";
import * as sessions from "@/lib/accounts/sessions/service";
import type { Caller, Scope } from "@/lib/core/caller";
import { AppError } from "@/lib/core/errors";
import type { Exchange } from "@/lib/http/endpoint";
import { guessSession, readSession, sessionMark } from "@/lib/http/session";
import type { EndpointSpec } from "@/lib/http/spec";
import { hashSecret } from "@/lib/keys/format";
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
  const session = await bySession(exchange, address);
  if (!session) throw unauthorized();
  if (session.session?.isDue) exchange.cookie = await sessions.prolong(request.headers);
  return known(session);
}

const known = (caller: Caller | null): Identity => ({ caller: Promise.resolve(caller), guess: null });

/** The caller of a browser session, or null; whose it was last is asked for room before the database is asked whose it is. */
async function bySession(exchange: Exchange, address: string): Promise<Caller | null> {
  const mark = sessionMark(exchange.request);
  if (!mark) {
    await limit(exchange, "address", address);
    return null;
  }
  const guess = guessSession(mark);
  const read = () => readSession(exchange.request, mark);
  if (guess) await limit(exchange, "key", `session:${guess}`);
  const session = await (guess ? read() : asStranger(exchange, address, mark, read));
  if (!session) await limit(exchange, "address", address);
  else if (!guess) await limit(exchange, "key", `session:${session.accountId}`);
  return session;
}

/**
 * Asks the database who somebody is whom this process has not seen before. Whoever turns out to be nobody was one of the
 * few such questions that an address may put; whoever turns out to be somebody has used up nothing.
 */
async function asStranger<T>(
  exchange: Exchange,
  address: string,
  who: string,
  ask: () => Promise<T | null>,
): Promise<T | null> {
  const loan = ratelimit.borrow("address", address, who);
  if (loan && !loan.state.allowed) {
    exchange.limit = loan.state;
    throw ratelimit.limited(loan.state);
  }
  let isNobody = false;
  try {
    const found = await ask();
    isNobody = found === null;
    return found;
  } finally {
    loan?.end(isNobody);
  }
}

async function byKey(exchange: Exchange, authorization: string, address: string): Promise<Identity> {
  const hash = hashSecret(authorization.match(/^Bearer +(\S+) *$/i)?.[1] ?? "");
  if (!hash) {
    await limit(exchange, "address", address);
    throw unauthorized();
  }
  const id = hash.toString("base64url");
  const guess = accounts.guessCaller(hash);
  const take = () => limit(exchange, "key", id);
  if (guess) await take();
  const ask = () => accounts.authenticate(hash);
  const found = async () => {
    const caller = await (guess ? ask() : asStranger(exchange, address, id, () => take().then(ask)));
    if (caller) return caller;
    await limit(exchange, "address", address);
    throw unauthorized();
  };
  const caller = found();
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
  if (spec.scope !== null) requireScope(caller, spec.scope ?? "read");
}

/** Checks what the caller's key may do. Throws key_scope. */
export function requireScope(caller: Caller, needed: Scope): void {
  if (caller.key && !caller.key.scopes.includes(needed)) {
    const remedy = `Use another key, or add the scope with PATCH /v1/keys/${caller.key.id}.`;
    throw new AppError("key_scope", `This key may not ${needed}. ${remedy}`, {
      details: { required_scope: needed, scopes: caller.key.scopes },
    });
  }
}
