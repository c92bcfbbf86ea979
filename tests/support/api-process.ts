import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { route } from "@/server/router";

// The API alone, in a process of its own that a test may kill. It tells its port on standard output.
const server = createServer(getRequestListener(route, { overrideGlobalObjects: false }));
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
});
