import type { Server, ServerResponse } from "node:http";

/** Longest time in which a client reads none of the pending bytes. */
export const STALL_TIMEOUT_MS = 30_000;
/** Checks per timeout. */
const LOOKS = 6;

/**
 * Ends connections whose clients read no bytes of their answer for `timeoutMs`, since pending bytes fill our memory. Answers that
 * have not begun, and streams with a slow source, have the server's longer timeout.
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
