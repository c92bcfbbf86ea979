import { createHash } from "node:crypto";
import { sessionCookie } from "@/lib/identity/accounts/auth";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { isLoopback } from "@/lib/platform/core/loopback";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/** A hash of the cookie's session token, valid or not, or null. */
export function sessionHash(request: Request): string | null {
  const token = sessionCookie(request.headers.get("cookie") ?? "");
  if (token === null) return null;
  requireSameOrigin(request);
  return createHash("sha256").update(token).digest("base64url");
}

export function requireSameOrigin(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isOwn = origin === null || isOwnOrigin(request, origin);
  const isSame = site === "same-origin" || (site === "none" && SAFE_METHODS.has(request.method));
  const passes = site === null ? isOwn && (origin !== null || SAFE_METHODS.has(request.method)) : isSame && isOwn;
  if (!passes)
    throw new AppError(
      "bad_origin",
      `Browser sessions work from the marketplace's own pages only. Open ${env().PUBLIC_URL} and try again; programs use an API key.`,
    );
}

/** Programs send no Origin. */
export function requireOwnOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin !== null && !isOwnOrigin(request, origin))
    throw new AppError("bad_origin", "Pages of other sites can't call this path. Call it from a program.");
}

/**
 * Whether an origin is the marketplace's. If PUBLIC_URL is one of `localhost`, `127.0.0.1` and `[::1]`, a page opened
 * under any of them may call the host that it was opened under.
 */
function isOwnOrigin(request: Request, origin: string): boolean {
  const own = new URL(env().PUBLIC_URL);
  if (origin === own.origin) return true;
  if (!isLoopback(own.hostname)) return false;
  const asked = URL.parse(`${own.protocol}//${request.headers.get("host") ?? new URL(request.url).host}`);
  return asked !== null && isLoopback(asked.hostname) && origin === asked.origin;
}
