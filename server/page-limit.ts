import type { IncomingMessage, ServerResponse } from "node:http";
import { addressOf } from "@/lib/http/address";
import * as ratelimit from "@/lib/ratelimit/service";

/** Files that are only read. */
const STATIC = "/_next/static/";

/**
 * Takes a page that has to be rendered from the limit of who asks for it, and answers 429 when that is used up. Returns
 * whether the page may be rendered. `socket` is the address at the other end.
 */
export async function admitPage(
  request: IncomingMessage,
  response: ServerResponse,
  socket: string,
): Promise<boolean> {
  if (request.url?.startsWith(STATIC)) return true;
  const forwarded = request.headers["x-forwarded-for"];
  const header = Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? null);
  const limit = await ratelimit.take("page", addressOf(header, socket || undefined));
  if (!limit || limit.allowed) return true;
  const { message, retryAfterSeconds } = ratelimit.limited(limit);
  response.writeHead(429, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "retry-after": String(retryAfterSeconds),
  });
  response.end(`${message}\n`);
  return false;
}
