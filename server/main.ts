import type { Server } from "node:http";
import { closeDatabase, isDatabaseReachable } from "@/lib/core/db";
import { env, StartError } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { closeOutbound, serveDemoProviderAt } from "@/lib/execution/call";
import * as jobs from "@/lib/jobs/service";
import * as keys from "@/lib/keys/service";
import { seedWhenEmpty } from "@/prisma/seed/seed";
import { greet } from "@/server/greeting";
import { createDemoProvider, createHost, drain, listen } from "@/server/host";
import { JOBS } from "@/server/jobs";
import { openPages } from "@/server/pages";

/**
 * Starts everything that this process serves: API, pages, demo provider and jobs. Throws StartError with the one line
 * that the operator needs. `close` ends requests in flight and lets go of the database.
 */
export async function serve(): Promise<{ close: () => Promise<void> }> {
  const { PORT, WORKER, SEED, APP_ENV } = env();
  if (!(await isDatabaseReachable()))
    throw new StartError("The database cannot be reached. Check DATABASE_URL.");
  const seeded = SEED === "demo" ? await seedWhenEmpty() : null;
  const pages = await openPages();
  const host = createHost(pages.handle);
  const port = await listen(host, PORT);
  const provider = APP_ENV === "local" ? await openDemoProvider() : null;
  if (WORKER) await jobs.start(JOBS);
  greet(port, seeded);
  const close = async () => {
    log.info("ending");
    await drain(host);
    await jobs.stop();
    if (provider) await drain(provider);
    await pages.close();
    await closeOutbound();
    await keys.flushTouches();
    await closeDatabase();
  };
  return { close };
}

async function openDemoProvider(): Promise<Server> {
  const provider = createDemoProvider();
  serveDemoProviderAt(await listen(provider, 0, "127.0.0.1"));
  return provider;
}
