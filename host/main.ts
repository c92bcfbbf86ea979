import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { handleSandboxApi } from "@/dev/sandbox/api";
import { handleSandboxPage } from "@/dev/sandbox/pages";
import { createSandbox } from "@/dev/sandbox/sandbox";
import { logConsole } from "@/host/console";
import { end } from "@/host/ending";
import { greet } from "@/host/greeting";
import { createHost, createLoopback, drain, listen, openDemoProvider } from "@/host/host";
import { JOBS } from "@/host/jobs";
import { handleMailbox } from "@/host/mailbox";
import { openPages } from "@/host/pages";
import { refuseMore } from "@/host/readiness";
import { warmPages } from "@/host/warming";
import { flushViews } from "@/lib/demand/analytics/views";
import { flushCalls } from "@/lib/demand/usage/call-details";
import * as usage from "@/lib/demand/usage/service";
import * as keys from "@/lib/identity/keys/service";
import { isSandbox, pointProcessorAt, SANDBOX_KEY, SANDBOX_WEBHOOK_SECRET } from "@/lib/money/payments/processor";
import { closeDatabase, isDatabaseReachable } from "@/lib/platform/core/db";
import { env, StartError } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";
import { closeTracing, startTracing } from "@/lib/platform/core/trace";
import { endLease } from "@/lib/platform/jobs/leases";
import * as jobs from "@/lib/platform/jobs/service";
import * as outbound from "@/lib/platform/outbound/service";
import { adoptMoved } from "@/lib/platform/site/moved";
import * as catalog from "@/lib/supply/catalog/following";
import { removeAbandoned } from "@/lib/supply/packages/receive";
import { seedWhenEmpty } from "@/prisma/seed/seed";

/** How often this process checks its database. */
const DATABASE_CHECK_MS = 2_000;
/** How long a payout of the sandbox takes to its bank. */
const SANDBOX_ARRIVAL_MS = 4_000;

/**
 * Starts everything that this process serves: API, pages, demo provider and jobs. Throws StartError with the one line
 * that the operator needs. `close` ends requests in flight and lets go of the database; it never throws.
 */
export async function serve(): Promise<{ close: () => Promise<void> }> {
  const { PORT, WARM_PAGES, WORKER, SEED, APP_ENV, SMTP_URL, DRAIN_SECONDS } = env();
  if (process.env.NEXT_DEV !== "on") logConsole();
  await startTracing();
  if (!(await isDatabaseReachable())) throw new StartError("The database cannot be reached. Check DATABASE_URL.");
  if (env().TWO_FACTOR_KEYS[0]?.version === 0)
    log.warn(
      "TWO_FACTOR_KEYS is not set: changing SESSION_SECRET will lock out accounts with two-factor authentication",
    );
  if (APP_ENV === "production" && SMTP_URL === undefined)
    log.warn("SMTP_URL is not set: emails are written to a folder and not delivered");
  for (const sentence of await adoptMoved()) log.warn(sentence);
  const provider = APP_ENV === "local" ? await openDemoProvider() : null;
  const seeded = SEED === "demo" ? await seedWhenEmpty() : null;
  void catalog.start();
  const pages = await openPages();
  const processor = isSandbox() && APP_ENV === "local" ? await openSandbox() : null;
  const mounts = [
    ...(processor ? [{ prefix: "/sandbox", handle: processor.page }] : []),
    ...(APP_ENV === "local" && SMTP_URL === undefined ? [{ prefix: "/mail", handle: handleMailbox }] : []),
  ];
  const host = createHost(pages.handle, mounts, pages.isCached);
  // Without them calls are recorded in the default partition.
  await usage
    .ensurePartitions()
    .catch((error: unknown) => log.error({ err: error }, "the partitions of usage could not be made"));
  // Logs an outage and its end even without health checks.
  setInterval(isDatabaseReachable, DATABASE_CHECK_MS).unref();
  await removeAbandoned();
  const port = await listen(host, PORT);
  if (WORKER) await jobs.start(JOBS);
  greet(port, seeded);
  const ending = new AbortController();
  if (pages.render && WARM_PAGES) void warmPages(pages.render, ending.signal);
  const close = async () => {
    log.info("ending");
    refuseMore();
    ending.abort();
    const drained = setTimeout(DRAIN_SECONDS * 1000).then(() => end("requests", () => drain(host)));
    await Promise.all([end("jobs", jobs.stop), drained]);
    if (provider) await end("demo provider", () => drain(provider));
    if (processor) await end("sandbox", processor.close);
    await end("pages", pages.close);
    await end("calls to skills", outbound.close);
    await end("uses of keys", keys.flushTouches);
    await end("details of calls", flushCalls);
    await end("views", flushViews);
    await end("lease", endLease);
    await end("database", closeDatabase);
    await end("traces", closeTracing);
  };
  return { close };
}

/**
 * The payment processor of a local installation: the same client speaks to it as to Stripe. Its events come to the port that
 * we listen on, whatever the world reaches us by.
 */
async function openSandbox() {
  const { DATA_DIR, PORT, PUBLIC_URL, STRIPE_ACCOUNT_COUNTRY } = env();
  const sandbox = createSandbox({
    file: join(DATA_DIR, "sandbox.json"),
    pageBase: PUBLIC_URL,
    webhookUrl: `http://127.0.0.1:${PORT}/v1/webhooks/stripe`,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    country: STRIPE_ACCOUNT_COUNTRY,
    arrivalMs: SANDBOX_ARRIVAL_MS,
  });
  const api = createLoopback((request) => handleSandboxApi(sandbox, request, SANDBOX_KEY));
  pointProcessorAt(`http://127.0.0.1:${await listen(api, 0, "127.0.0.1")}`);
  return {
    page: (request: Request) => handleSandboxPage(sandbox, request),
    close: async () => {
      sandbox.close();
      await drain(api);
    },
  };
}
