import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import { addressOfSocket } from "@/host/observed";
import { loggedAddress } from "@/lib/interfaces/http/address";
import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";
import { networkOf } from "@/lib/platform/ratelimit/network";

/** Most connections of one address at a time: far above any program's, far below what a process may open. */
const MAX_CONNECTIONS = 500;
/** A body may arrive this slowly: 10 MiB then take less than the longest request may. */
const MIN_BODY_BYTES_PER_SECOND = 1_024;
const LOOK_MS = 10_000;
const LOGGED_EVERY_MS = 60 * 60_000;
const MAX_LOGGED = 1_000;

const logged = new LRUCache<string, true>({ max: MAX_LOGGED, ttl: LOGGED_EVERY_MS });

/** Logs what was refused to an address, once an hour. */
function logOnce(address: string, what: string): void {
  if (logged.has(`${what} ${address}`)) return;
  logged.set(`${what} ${address}`, true);
  log.warn({ client: loggedAddress(address) }, what);
}

/**
 * Closes connections beyond `most` of one address (of IPv6, one network), so that sockets are left for others. Behind a
 * trusted proxy all connections are the proxy's, which is to bound its clients'.
 */
export function boundConnections(server: Server, most = MAX_CONNECTIONS): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    if (env().TRUSTED_PROXIES > 0) return;
    const from = networkOf(addressOfSocket(socket.remoteAddress));
    const count = (open.get(from) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      logOnce(from, "too many connections of one address: further ones are closed");
      return;
    }
    open.set(from, count);
    socket.once("close", () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left > 0) open.set(from, left);
      else open.delete(from);
    });
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** How far a body had come at the last look, and whether it had been slow until then. */
type Arriving = { bytes: number; at: number; wasSlow: boolean };

/**
 * Ends requests whose body arrives at less than the least rate while we wait for it, at two looks in a row: before the first,
 * this process itself may have paused. A body that waits for us is not slow.
 */
export function dropSlowBodies(server: Server, lookMs = LOOK_MS): void {
  const arriving = new Map<IncomingMessage, Arriving>();
  const now = (request: IncomingMessage) => ({ bytes: request.socket.bytesRead, at: performance.now() });
  server.on("request", (request: IncomingMessage) => {
    // Only requests with a body are remembered: a map that changes with every request lets garbage outlive young collections.
    if (request.complete || !hasBody(request)) return;
    arriving.set(request, { ...now(request), wasSlow: false });
    request.once("close", () => arriving.delete(request));
  });
  const look = setInterval(() => {
    for (const [request, before] of arriving) {
      const { socket, complete, readableLength, readableHighWaterMark } = request;
      const seconds = (performance.now() - before.at) / 1_000;
      const isWaitingForUs = complete || readableLength >= readableHighWaterMark;
      const rate = (socket.bytesRead - before.bytes) / seconds;
      const isSlow = !isWaitingForUs && rate < MIN_BODY_BYTES_PER_SECOND;
      if (isSlow && before.wasSlow) {
        logOnce(addressOfSocket(socket.remoteAddress), "a request's body arrived too slowly: it was ended");
        socket.destroy();
      }
      arriving.set(request, { ...now(request), wasSlow: isSlow });
    }
  }, lookMs);
  look.unref();
  server.once("close", () => clearInterval(look));
}
