import type { IncomingMessage } from "node:http";
import { env } from "@/lib/core/env";
import { isLoopback } from "@/lib/core/loopback";

/** An answer that sends the browser to another address. */
type Redirect = { status: 303 | 307; location: string };

/**
 * Where a request for a page must go instead, or null. Pages are only read: a form that was sent before its script ran
 * gets its page again. Sessions belong to PUBLIC_URL, so a page that is asked for under another name is found there. A
 * proxy that we are told to trust sees to names by itself, and a PUBLIC_URL on loopback means nothing to other machines.
 */
export function redirectOf({ method = "GET", url = "/", headers }: IncomingMessage): Redirect | null {
  const { pathname, search } = URL.parse(url, "http://page.invalid") ?? { pathname: "/", search: "" };
  // Two slashes in front would name another host.
  const path = `${pathname.replace(/^\/+/, "/")}${search}`;
  if (method !== "GET" && method !== "HEAD") return { status: 303, location: path };
  const { PUBLIC_URL, TRUSTED_PROXIES } = env();
  const own = new URL(PUBLIC_URL);
  if (TRUSTED_PROXIES > 0 || isLoopback(own.hostname) || !headers.host) return null;
  const asked = URL.parse(`${own.protocol}//${headers.host}`);
  return asked?.host === own.host ? null : { status: 307, location: `${own.origin}${path}` };
}
