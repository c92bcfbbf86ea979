import { once } from "node:events";
import { closeDatabase } from "@/lib/core/db";
import { closeTracing, startTracing } from "@/lib/core/trace";
import { endLease } from "@/lib/execution/leases";
import * as jobs from "@/lib/jobs/service";
import { end } from "@/server/ending";
import { JOBS } from "@/server/jobs";

/** `npm run worker`: the jobs alone, for an installation of several processes. Runs until a signal ends it. */
export async function run(): Promise<number> {
  await startTracing();
  await jobs.start(JOBS);
  console.log(`Working on ${JOBS.length} kinds of jobs.`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await end("jobs", jobs.stop);
  await end("lease", endLease);
  await end("database", closeDatabase);
  await end("traces", closeTracing);
  return 0;
}
