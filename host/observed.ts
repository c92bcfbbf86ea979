import type { IncomingMessage, ServerResponse } from "node:http";
import { noteRequest } from "@/host/metrics";
import { addressOf, loggedAddress } from "@/lib/interfaces/http/address";
import { log } from "@/lib/platform/core/log";
import { logFields } from "@/lib/platform/core/log-fields";

/** The value of a header, several of one name as one list. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(",") : (value ?? null);
}

/** Who is at the other end of a socket; IPv4 is written as such. Empty once it is closed. */
export function addressOfSocket(remote: string | undefined): string {
  return remote?.replace(/^::ffff:/, "") ?? "";
}

/** Logs a request that no endpoint takes, with its time, and counts it under its route, once it is answered. */
export function observe(
  request: IncomingMessage,
  response: ServerResponse,
  { route, path }: { route: string; path: string },
): void {
  const { method = "GET", socket } = request;
  const fields = logFields();
  const address = addressOf(headerOf(request, "x-forwarded-for"), addressOfSocket(socket.remoteAddress) || undefined);
  const startedAt = performance.now();
  response.once("close", () => {
    const duration_ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const status = response.statusCode;
    noteRequest(route, method, status, duration_ms / 1000);
    const client = loggedAddress(address);
    log.info({ ...fields, method, path, status, client, duration_ms }, route === "page" ? "page" : "request");
  });
}
