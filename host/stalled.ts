import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Longest time in which a client reads none of the pending bytes. */
export const STALL_TIMEOUT_MS = 30_000;
/** Checks per timeout. */
const LOOKS = 6;

/**
 * Ends connections whose clients read no bytes of their answer for `timeoutMs`, since pending bytes fill our memory. Others have
 * the server's longer timeout. Connections are remembered rather than answers: a set that changes with every request lets
 * garbage outlive young collections.
 */
export function dropStalled(server: Server, timeoutMs = STALL_TIMEOUT_MS): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const look = setInterval(() => {
    for (const socket of open) {
      const isPending = socket.writableLength > 0;
      const isShort = socket.timeout === timeoutMs;
      // Node counts bytes that the client takes as activity; setting the same timeout again would start it anew.
      if (isPending && !isShort) socket.setTimeout(timeoutMs);
      if (isShort && !isPending) socket.setTimeout(server.timeout);
    }
  }, timeoutMs / LOOKS);
  look.unref();
  server.once("close", () => clearInterval(look));
}
