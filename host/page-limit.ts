import type { IncomingMessage, ServerResponse } from "node:http";
import { headerOf } from "@/host/observed";
import { escapeHtml, PLAIN_HEADERS, plainPage } from "@/host/plain-page";
import { admitRendering, type Rendering } from "@/host/render-time";
import { pathOf } from "@/host/router";
import { addressOf } from "@/lib/interfaces/http/address";
import { limitedSession } from "@/lib/interfaces/http/gate";
import { sessionHash } from "@/lib/interfaces/http/session";
import { canShowPages } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { wideNetworkOf } from "@/lib/platform/ratelimit/network";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Files that are only read. */
const STATIC = "/_next/static/";

/** Retry-After of pages while the database is down, as of the API. */
const RETRY_SECONDS = 5;

/**
 * Rate-limits a page that must be rendered: answers 429 above the limit, 400 to a URL that cannot be parsed, and 503 while the database
 * is known to be down, for which a page would wait. Returns whether the page may be rendered. `socket` is the remote address.
 */
export async function admitPage(request: IncomingMessage, response: ServerResponse, socket: string): Promise<boolean> {
  if (!isReadable(request.url ?? "/")) return refuse(request, response, 400, "The address of this page is wrong.");
  if (request.url?.startsWith(STATIC)) return true;
  if (!canShowPages(sessionHashOf(request) !== null)) {
    const message = "The marketplace is temporarily unavailable. Try again in a few seconds.";
    return refuse(request, response, 503, message, { "retry-after": RETRY_SECONDS });
  }
  const address = addressOf(headerOf(request, "x-forwarded-for"), socket || undefined);
  let rendering: Rendering | undefined;
  try {
    rendering = admitAs(sessionOf(request), address);
    await ratelimit.requireTaken("page", address);
  } catch (error) {
    rendering?.cancel();
    if (!(error instanceof AppError)) throw error;
    return refuse(request, response, 429, error.message, { "retry-after": String(error.retryAfterSeconds) });
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
function sessionOf(request: IncomingMessage): string | null {
  const hash = sessionHashOf(request);
  return hash && limitedSession(hash);
}

const sessionHashOf = ({ headers }: IncomingMessage) =>
  sessionHash(new Request("http://page", { headers: { cookie: headers.cookie ?? "" } }));

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(pathOf(url));
    return /^(?:\/|https?:\/\/[^/])/.test(url);
  } catch {
    return false;
  }
}

/** Refuses a page: with HTML where the client accepts it, else with one line of text. */
function refuse(
  { headers: { accept } }: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  headers = {},
): false {
  const isPage = accept?.includes("text/html") ?? false;
  response.writeHead(status, {
    ...PLAIN_HEADERS,
    ...(!isPage && { "content-type": "text/plain; charset=utf-8" }),
    ...headers,
  });
  response.end(isPage ? refusalPage(message, String(response.getHeader("request-id"))) : `${message}\n`);
  return false;
}

function refusalPage(message: string, requestId: string): string {
  const [title = message, ...advice] = message.split(/(?<=\.) /);
  const id = `If it keeps failing, send us this ID: ${escapeHtml(requestId)}`;
  return plainPage(
    escapeHtml(title.replace(/\.$/, "")),
    `<h1>${escapeHtml(title.replace(/\.$/, ""))}</h1><p>${escapeHtml(advice.join(" "))} ${id}</p><p><a href="">Try again</a> · <a href="/">Marketplace</a></p>`,
  );
}
