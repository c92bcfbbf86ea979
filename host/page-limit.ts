import type { IncomingMessage, ServerResponse } from "node:http";
import { headerOf } from "@/host/observed";
import { admitRendering, type Rendering } from "@/host/render-time";
import { pathOf } from "@/host/router";
import { addressOf } from "@/lib/interfaces/http/address";
import { limitedSession } from "@/lib/interfaces/http/gate";
import { sessionHash } from "@/lib/interfaces/http/session";
import { AppError } from "@/lib/platform/core/errors";
import { wideNetworkOf } from "@/lib/platform/ratelimit/network";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Files that are only read. */
const STATIC = "/_next/static/";

/**
 * Rate-limits a page that must be rendered: answers 429 above the limit, and 400 to a URL that cannot be parsed. Returns whether
 * the page may be rendered. `socket` is the remote address.
 */
export async function admitPage(request: IncomingMessage, response: ServerResponse, socket: string): Promise<boolean> {
  if (!isReadable(request.url ?? "/")) return refuse(response, 400, "The address of this page is wrong.");
  if (request.url?.startsWith(STATIC)) return true;
  const address = addressOf(headerOf(request, "x-forwarded-for"), socket || undefined);
  let rendering: Rendering | undefined;
  try {
    rendering = admitAs(sessionOf(request), address);
    await ratelimit.requireTaken("page", address);
  } catch (error) {
    rendering?.cancel();
    if (!(error instanceof AppError)) throw error;
    return refuse(response, 429, error.message, { "retry-after": String(error.retryAfterSeconds) });
  }
  return rendering.begin(response);
}

/** Visitors share what their network, and all visitors together, may take, so that pages of those who are signed in are made in any case. */
function admitAs(account: string | null, address: string): Rendering {
  if (account) return admitRendering(account, [["render", account]]);
  return admitRendering(address, [
    ["render", address],
    ["renderOfNetwork", wideNetworkOf(address)],
    ["renderOfVisitors", ""],
  ]);
}

/** The account that a browser is signed in to, as whose limits its pages count; null for anybody whom this process does not know. */
function sessionOf({ headers }: IncomingMessage): string | null {
  const hash = sessionHash(new Request("http://page", { headers: { cookie: headers.cookie ?? "" } }));
  return hash && limitedSession(hash);
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
