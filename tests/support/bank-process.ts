import { logConsole } from "@/host/console";
import { createHost, drain, listen } from "@/host/host";
import { JOBS } from "@/host/jobs";
import { pointProcessorAt } from "@/lib/money/payments/processor";
import { closeDatabase, isDatabaseReachable } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { endLease } from "@/lib/platform/jobs/leases";
import * as jobs from "@/lib/platform/jobs/service";
import * as catalog from "@/lib/supply/catalog/following";

// The product without its pages: the host and the jobs, in a process that a test kills, stops and ends.
logConsole();
if (process.env.TEST_PROCESSOR_URL) pointProcessorAt(process.env.TEST_PROCESSOR_URL);
const host = createHost((_, response) => response.writeHead(404).end());
setInterval(isDatabaseReachable, 2_000).unref();
void catalog.start();
if (env().WORKER) await jobs.start(JOBS);
await listen(host, Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", async () => {
  await Promise.all([drain(host), jobs.stop()]);
  await endLease();
  await closeDatabase();
  process.exit(0);
});
