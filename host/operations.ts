import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { handleMetrics } from "@/host/metrics";
import { addressOfSocket } from "@/host/observed";
import { handleReady } from "@/host/readiness";

/** What operators and load balancers ask of a process. */
export const OPERATIONS = [
  { prefix: "/ready", handle: handleReady },
  { prefix: "/metrics", handle: handleMetrics },
];

/** Serves `/ready` and `/metrics` alone, for a process without the API. Throws when the port is taken. */
export async function serveOperations(port: number): Promise<Server> {
  const answer = getRequestListener(
    (request, { incoming }) => {
      const { pathname } = new URL(request.url);
      const found = OPERATIONS.find(({ prefix }) => prefix === pathname);
      const address = "socket" in incoming ? addressOfSocket(incoming.socket.remoteAddress) : "";
      return found?.handle(request, address) ?? new Response(null, { status: 404 });
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(answer);
  server.listen(port);
  await once(server, "listening");
  return server;
}
