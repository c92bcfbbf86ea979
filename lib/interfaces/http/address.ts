import { createHmac } from "node:crypto";
import { env } from "@/lib/platform/core/env";

const socketAddresses = new WeakMap<Request, string>();

/** Records the socket of a request for the endpoints; the host calls this for every request. */
export function rememberSocketAddress(request: Request, address: string): void {
  socketAddresses.set(request, address);
}

/**
 * The IP address for rate limits: the socket's, or with `TRUSTED_PROXIES=n` the n-th from the right of
 * `X-Forwarded-For`, because clients can forge everything further left.
 */
export function clientAddress(request: Request): string {
  return addressOf(request.headers.get("x-forwarded-for"), socketAddresses.get(request));
}

/** The same, from a request's `X-Forwarded-For` and its socket, if known. */
export function addressOf(forwardedFor: string | null, socket: string | undefined): string {
  const forwarded = (forwardedFor ?? "").split(",").map((part) => part.trim());
  const { TRUSTED_PROXIES } = env();
  if (TRUSTED_PROXIES > 0) return forwarded.at(-TRUSTED_PROXIES) || socket || "unknown";
  // Pages see only the header, into which our host writes the socket's address. Plain `next start` leaves the client's
  // value, so set TRUSTED_PROXIES behind a proxy.
  return socket ?? (forwarded.at(-1) || "unknown");
}

/** Characters of an address's hash in the log: enough to tell the clients of a day apart. */
const HASH_CHARS = 12;

/** An IP address as a pseudonym for logs, which changes every day. */
export function loggedAddress(address: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return createHmac("sha256", env().SESSION_SECRET)
    .update(`logged address ${day} ${address}`)
    .digest("base64url")
    .slice(0, HASH_CHARS);
}
