import { once } from "node:events";
import { closeDatabase } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { closeTracing, startTracing } from "@/lib/core/trace";
import { endLease } from "@/lib/execution/leases";
import * as jobs from "@/lib/jobs/service";
import { logConsole } from "@/server/console";
import { end } from "@/server/ending";
import { JOBS } from "@/server/jobs";

/** `npm run worker`: the jobs alone, for an installation of several processes. Runs until a signal ends it. */
export async function run(): Promise<number> {
  logConsole();
  await startTracing();
  await jobs.start(JOBS);
  log.info({ jobs: JOBS.length }, "working");
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await end("jobs", jobs.stop);
  await end("lease", endLease);
  await end("database", closeDatabase);
  await end("traces", closeTracing);
  return 0;
}
