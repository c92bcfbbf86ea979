import { hasSessionCookie } from "@/lib/accounts/auth";
import * as accounts from "@/lib/accounts/service";
import type { Caller } from "@/lib/core/caller";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";

/** Methods that change nothing. */
const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * The caller of a browser session, or null without one. A session counts from our own pages only.
 * Throws bad_origin for a session request from another site.
 */
export async function readSession(request: Request): Promise<Caller | null> {
  const cookie = request.headers.get("cookie");
  if (!cookie || !hasSessionCookie(cookie)) return null;
  requireSameOrigin(request);
  return accounts.authenticateSession(request.headers);
}

/** Lets requests of our own pages pass. Throws bad_origin for any other, and for one that does not say where it is from. */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isOwn = origin === null || origin === new URL(env().PUBLIC_URL).origin;
  const isSame = site === "same-origin" || (site === "none" && SAFE_METHODS.has(request.method));
  const passes =
    site === null ? isOwn && (origin !== null || SAFE_METHODS.has(request.method)) : isSame && isOwn;
  if (!passes)
    throw new AppError(
      "bad_origin",
      "A browser session may call this API from the marketplace's own pages only.",
    );
}
