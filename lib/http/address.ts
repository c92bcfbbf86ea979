import { createHmac } from "node:crypto";
import { env } from "@/lib/core/env";

const socketAddresses = new WeakMap<Request, string>();

/** Tells the endpoints which socket a request came from; the host calls this for every request. */
export function rememberSocketAddress(request: Request, address: string): void {
  socketAddresses.set(request, address);
}

/**
 * The address that limits count: the socket's, or with `TRUSTED_PROXIES=n` the n-th from the right of
 * `X-Forwarded-For`, since everything further left is whatever the client wrote.
 */
export function clientAddress(request: Request): string {
  return addressOf(request.headers.get("x-forwarded-for"), socketAddresses.get(request));
}

/** The same of a request's `X-Forwarded-For` and of its socket, where that is known. */
export function addressOf(forwardedFor: string | null, socket: string | undefined): string {
  const forwarded = (forwardedFor ?? "").split(",").map((part) => part.trim());
  const { TRUSTED_PROXIES } = env();
  if (TRUSTED_PROXIES > 0) return forwarded.at(-TRUSTED_PROXIES) || socket || "unknown";
  // Pages are shown no socket, only the header: our host writes the socket's address there. Plain `next start` leaves what
  // a client wrote, so TRUSTED_PROXIES is to be set behind one.
  return socket ?? (forwarded.at(-1) || "unknown");
}

/** Characters of an address's hash in the log: enough to tell the clients of a day apart. */
const HASH_CHARS = 12;

/** An address as the log names it: the same all day in every process, another tomorrow, so that nobody is followed for longer. */
export function loggedAddress(address: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return createHmac("sha256", env().SESSION_SECRET)
    .update(`logged address ${day} ${address}`)
    .digest("base64url")
    .slice(0, HASH_CHARS);
}
