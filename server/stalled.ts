import type { Server, ServerResponse } from "node:http";

/** Longest time in which a client takes none of the bytes that wait for it. */
export const STALL_TIMEOUT_MS = 30_000;
/** How often a server looks which answers wait for their clients, in parts of that time. */
const LOOKS = 6;

/**
 * Ends connections whose clients take no bytes of their answer for `timeoutMs`, since those bytes fill our memory. Answers
 * that have not begun, and streams whose own source is slow, keep the server's longer timeout.
 */
export function dropStalled(server: Server, timeoutMs = STALL_TIMEOUT_MS): void {
  const answering = new Set<ServerResponse>();
  server.on("request", (_, response: ServerResponse) => {
    answering.add(response);
    response.once("close", () => answering.delete(response));
  });
  const look = setInterval(() => {
    for (const { socket, writableLength } of answering) {
      const limitMs = writableLength > 0 ? timeoutMs : server.timeout;
      // Node counts bytes that the client takes as activity; setting the same timeout again would start it anew.
      if (socket && socket.timeout !== limitMs) socket.setTimeout(limitMs);
    }
  }, timeoutMs / LOOKS);
  look.unref();
  server.once("close", () => clearInterval(look));
}
