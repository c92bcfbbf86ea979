import type { IncomingMessage, ServerResponse } from "node:http";
import { addressOf } from "@/lib/http/address";
import * as ratelimit from "@/lib/ratelimit/service";
import { headerOf } from "@/server/observed";
import { pathOf } from "@/server/router";

/** Files that are only read. */
const STATIC = "/_next/static/";

/**
 * Rate-limits a page that must be rendered: answers 429 above the limit, and 400 to a URL that cannot be parsed. Returns whether
 * the page may be rendered. `socket` is the remote address.
 */
export async function admitPage(
  request: IncomingMessage,
  response: ServerResponse,
  socket: string,
): Promise<boolean> {
  if (!isReadable(request.url ?? "/")) return refuse(response, 400, "The address of this page is wrong.");
  if (request.url?.startsWith(STATIC)) return true;
  const limit = await ratelimit.take(
    "page",
    addressOf(headerOf(request, "x-forwarded-for"), socket || undefined),
  );
  if (!limit || limit.allowed) return true;
  const { message, retryAfterSeconds } = ratelimit.limited(limit);
  return refuse(response, 429, message, { "retry-after": String(retryAfterSeconds) });
}

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(pathOf(url));
    return /^(?:\/|https?:\/\/[^/])/.test(url);
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, status: number, message: string, headers = {}): false {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(`${message}\n`);
  return false;
}
