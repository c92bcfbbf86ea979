import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { route } from "@/host/router";
import { flushCalls } from "@/lib/demand/usage/call-details";
import { flushTouches } from "@/lib/identity/keys/service";
import { pointProcessorAt } from "@/lib/money/payments/processor";
import { startTracing } from "@/lib/platform/core/trace";

// Other processes of the same test file speak to its stand-in for the payment processor.
if (process.env.TEST_PROCESSOR_URL) pointProcessorAt(process.env.TEST_PROCESSOR_URL);

await startTracing();

// A test that failed may not have ended it.
process.once("disconnect", () => process.exit());

// What is noted in memory and written a little later is written when the test asks.
process.on("message", async () => {
  await Promise.allSettled([flushTouches(), flushCalls()]);
  process.send?.("written");
});

// The API alone, in a process of its own that a test may kill. It tells its port on standard output.
const server = createServer(getRequestListener(route, { overrideGlobalObjects: false }));
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
});
