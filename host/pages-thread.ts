/**
 * The thread that renders the pages, so that no page holds up the requests of the API: a server on loopback that only the thread of
 * the host may use, and that ends with a message from it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import next from "next";
import { logConsole } from "@/host/console";
import type { Report } from "@/host/renderer";
import { cacheStats } from "@/lib/platform/core/cache";
import { counts } from "@/lib/platform/core/counts";
import { closeDatabase, pool } from "@/lib/platform/core/db";
import { withLogFields } from "@/lib/platform/core/log-fields";
import { connectionsOf } from "@/lib/platform/core/pool";
import { shareFlag } from "@/lib/platform/core/reach";
import { closeTracing, startTracing } from "@/lib/platform/core/trace";
import { askOver } from "@/lib/supply/catalog/across-threads";
import { askAt } from "@/lib/supply/catalog/following";

/** How often this thread reports its counts to the host, for `/metrics`. */
const REPORT_MS = 2_000;
/** The host has bounded what visitors send, and adds its own headers. */
const MAX_HEADER_BYTES = 64 * 1024;

type Given = { token: string; tokenHeader: string; idHeader: string; catalog: MessagePort; away: SharedArrayBuffer };
const { token, tokenHeader, idHeader, catalog, away } = workerData as Given;
const send = (report: Report) => parentPort?.postMessage(report);

logConsole();
askAt(askOver(catalog));
shareFlag(away);
await startTracing();
// Next would handle upgrade requests on our server and close their connections: it is given an unreachable one.
const app = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
await app.prepare();
const handle = app.getRequestHandler();

const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
  if (request.headers[tokenHeader] !== token) {
    response.writeHead(404).end();
    return;
  }
  delete request.headers[tokenHeader];
  const id = request.headers[idHeader];
  withLogFields(typeof id === "string" ? { request_id: id } : {}, () => void handle(request, response));
});
// The host ends connections: one that this side ended might just be sending another request.
server.keepAliveTimeout = 0;
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const reporting = setInterval(
  () => send({ caches: cacheStats(), counts: counts(), connections: connectionsOf(pool()) }),
  REPORT_MS,
);
parentPort?.once("message", async () => {
  clearInterval(reporting);
  server.close();
  server.closeAllConnections();
  await app.close();
  await closeDatabase();
  await closeTracing();
  process.exit(0);
});
send({ port: (server.address() as AddressInfo).port });
