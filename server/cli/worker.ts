import { once } from "node:events";
import { closeDatabase, isDatabaseReachable } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { closeTracing, startTracing } from "@/lib/core/trace";
import { endLease } from "@/lib/jobs/leases";
import * as jobs from "@/lib/jobs/service";
import { logConsole } from "@/server/console";
import { end } from "@/server/ending";
import { JOBS } from "@/server/jobs";
import { serveOperations } from "@/server/operations";
import { refuseMore } from "@/server/readiness";

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
