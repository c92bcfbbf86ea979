import { createHash } from "node:crypto";
import { sessionCookie } from "@/lib/accounts/auth";
import * as accounts from "@/lib/accounts/service";
import type { Caller } from "@/lib/core/caller";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { isLoopback } from "@/lib/core/loopback";

/** Methods that change nothing. */
const SAFE_METHODS = new Set(["GET", "HEAD"]);

/** Most sessions that are remembered to guess by. */
const MAX_LAST_SEEN = 20_000;

/** Whose sessions were when they were last used here, the longest unused first. */
const lastSeen = new Map<string, string>();

/**
 * What a browser session is remembered by, or null for a request without one; it may be no good. A session counts from
 * our own pages only. Throws bad_origin for a session request from another site.
 */
export function sessionMark(request: Request): string | null {
  const token = sessionCookie(request.headers.get("cookie") ?? "");
  if (token === null) return null;
  requireSameOrigin(request);
  return createHash("sha256").update(token).digest("base64url");
}

/** The id of the account whose session it was when it was last used here, or null. Nothing may be answered by it. */
export function guessSession(mark: string): string | null {
  return lastSeen.get(mark) ?? null;
}

/** The caller of the browser session that a request brings, or null when it is no good any more. */
export async function readSession(request: Request, mark: string): Promise<Caller | null> {
  const caller = await accounts.authenticateSession(request.headers);
  lastSeen.delete(mark);
  if (caller) lastSeen.set(mark, caller.accountId);
  if (lastSeen.size > MAX_LAST_SEEN) lastSeen.delete(lastSeen.keys().next().value ?? "");
  return caller;
}

/** Lets requests of our own pages pass. Throws bad_origin for any other, and for one that does not say where it is from. */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isOwn = origin === null || isOwnOrigin(request, origin);
  const isSame = site === "same-origin" || (site === "none" && SAFE_METHODS.has(request.method));
  const passes =
    site === null ? isOwn && (origin !== null || SAFE_METHODS.has(request.method)) : isSame && isOwn;
  if (!passes)
    throw new AppError(
      "bad_origin",
      `Browser sessions work from the marketplace's own pages only. Open ${env().PUBLIC_URL} and try again; programs use an API key.`,
    );
}

/**
 * Whether an origin is the marketplace's. `localhost`, `127.0.0.1` and `[::1]` are names of one machine: when PUBLIC_URL
 * is one of them, a page that was opened under another may call the name that it was opened under.
 */
function isOwnOrigin(request: Request, origin: string): boolean {
  const own = new URL(env().PUBLIC_URL);
  if (origin === own.origin) return true;
  if (!isLoopback(own.hostname)) return false;
  const asked = URL.parse(`${own.protocol}//${request.headers.get("host") ?? new URL(request.url).host}`);
  return asked !== null && isLoopback(asked.hostname) && origin === asked.origin;
}
