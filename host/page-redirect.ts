import type { IncomingMessage } from "node:http";
import { env } from "@/lib/platform/core/env";
import { isLoopback } from "@/lib/platform/core/loopback";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";

const BASE = "http://page.invalid";

type Redirect = { status: 303 | 307 | 308; location: string };

/** Parameters of the list of skills, which was at `/`: an address with one of them is a search or a filter of then. */
const LIST_NAMES = Object.keys(BrowseQuery.shape);

/**
 * Where a page request is redirected, or null. A form that was submitted before its script ran gets its page again. The list of skills has moved from `/`. Sessions belong
 * to PUBLIC_URL, so other host names redirect there, except behind a trusted proxy, which handles host names, and when PUBLIC_URL is
 * on loopback, which other machines cannot reach.
 */
export function redirectOf({ method = "GET", url = "/", headers }: IncomingMessage): Redirect | null {
  const { pathname, search, searchParams } = new URL(URL.canParse(url, BASE) ? url : "/", BASE);
  // Two leading slashes would be another host.
  const path = `${pathname.replace(/^\/+/, "/")}${search}`;
  if (method !== "GET" && method !== "HEAD") return { status: 303, location: path };
  if (pathname === "/" && LIST_NAMES.some((name) => searchParams.has(name)))
    return { status: 308, location: `/skills${search}` };
  const { PUBLIC_URL, TRUSTED_PROXIES } = env();
  const own = new URL(PUBLIC_URL);
  if (TRUSTED_PROXIES > 0 || isLoopback(own.hostname) || !headers.host) return null;
  const asked = URL.parse(`${own.protocol}//${headers.host}`);
  return asked?.host === own.host ? null : { status: 307, location: `${own.origin}${path}` };
}
