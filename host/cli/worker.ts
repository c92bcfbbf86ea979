import { once } from "node:events";
import { logConsole } from "@/host/console";
import { end } from "@/host/ending";
import { JOBS } from "@/host/jobs";
import { serveOperations } from "@/host/operations";
import { refuseMore } from "@/host/readiness";
import { closeDatabase, isDatabaseReachable } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";
import { closeTracing, startTracing } from "@/lib/platform/core/trace";
import { endLease } from "@/lib/platform/jobs/leases";
import * as jobs from "@/lib/platform/jobs/service";

/** How often an outage of the database is looked for, which is logged. */
const DATABASE_CHECK_MS = 2_000;

/** `npm run worker`: the jobs alone, for an installation of several processes. Runs until a signal ends it. */
export async function run(): Promise<number> {
  logConsole();
  await startTracing();
  const signal = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await jobs.start(JOBS);
  const { WORKER_PORT } = env();
  const operations = WORKER_PORT > 0 ? await serveOperations(WORKER_PORT) : null;
  setInterval(isDatabaseReachable, DATABASE_CHECK_MS).unref();
  log.info({ jobs: JOBS.length }, "working");
  await signal;
  refuseMore();
  await end("jobs", jobs.stop);
  await end("lease", endLease);
  await end("database", closeDatabase);
  await end("traces", closeTracing);
  operations?.closeAllConnections();
  operations?.close();
  return 0;
}
