import { createHash, timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { pagesConnections } from "@/host/renderer";
import { isOfThisMachine } from "@/host/this-machine";
import * as invariants from "@/lib/operator/system/invariants";
import { waiting } from "@/lib/operator/system/waiting";
import { cacheStats } from "@/lib/platform/core/cache";
import { COUNTERS, counts } from "@/lib/platform/core/counts";
import { pool, replicaState } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";
import { connectionsOf } from "@/lib/platform/core/pool";
import * as runs from "@/lib/platform/jobs/runs";

/** Upper bounds of the duration buckets, in seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: "http_request_duration_seconds",
  help: "Requests of the API by route, method and status.",
  labelNames: ["route", "method", "status"] as const,
  buckets: DURATION_BUCKETS,
  registers: [registry],
});

new Gauge({
  name: "database_connections",
  help: "Connections of this process to its database: open, idle, and requests that wait for one.",
  labelNames: ["state"] as const,
  registers: [registry],
  collect() {
    this.reset();
    for (const held of [connectionsOf(pool()), pagesConnections()])
      for (const [state, count] of Object.entries(held)) this.inc({ state }, count);
  },
});

new Counter({
  name: "cache_requests_total",
  help: "Look-ups in this process's caches: hits, and misses, which read or render anew.",
  labelNames: ["cache", "result"] as const,
  registers: [registry],
  collect() {
    this.reset();
    for (const { name, hits, misses } of cacheStats()) {
      this.inc({ cache: name, result: "hit" }, hits);
      this.inc({ cache: name, result: "miss" }, misses);
    }
  },
});
new Gauge({
  name: "cache_bytes",
  help: "Bytes of this process's caches, as each counts them.",
  labelNames: ["cache"] as const,
  registers: [registry],
  collect() {
    for (const { name, bytes } of cacheStats()) this.set({ cache: name }, bytes);
  },
});

/** The health of jobs and ledger is cached for this long, since every scrape reads it. */
const STATE_CACHE_MS = 5_000;
let cached: { at: number; state: ReturnType<typeof readState> } | undefined;

/** Health of jobs and invariants; null while the database is down. */
function readState() {
  return Promise.all([runs.health(), invariants.lastRuns(), waiting()]).catch((error: unknown) => {
    log.error({ err: error }, "the state of the jobs could not be read for the metrics");
    return null;
  });
}

function state() {
  if (cached === undefined || performance.now() - cached.at > STATE_CACHE_MS)
    cached = { at: performance.now(), state: readState() };
  return cached.state;
}

const secondsSince = (time: Date) => Math.max(0, (Date.now() - time.getTime()) / 1000);

type State = NonNullable<Awaited<ReturnType<typeof readState>>>;
type Sample = { labels: Record<string, string>; value: number };

/** A gauge from the database, for all processes together; absent while the database is down. */
function gauge(name: string, help: string, labelNames: string[], samples: (state: State) => Sample[]): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      const now = await state();
      if (now) for (const { labels, value } of samples(now)) this.set(labels, value);
      // A gauge without labels defaults to 0, which would be wrong here.
      else if (labelNames.length === 0) this.set(Number.NaN);
    },
  });
}

gauge("worker_running", "1 while any process runs the jobs.", [], ([{ worker }]) => [
  { labels: {}, value: worker === "working" ? 1 : 0 },
]);
gauge("job_failures", "Failed runs of a job in a row.", ["job"], ([{ jobs }]) =>
  jobs.map(({ queue, failures }) => ({ labels: { job: queue }, value: failures })),
);
gauge("job_healthy", "0 while a job fails again and again or does not end.", ["job"], ([{ jobs }]) =>
  jobs.map(({ queue, state: health }) => ({ labels: { job: queue }, value: health === "ok" ? 1 : 0 })),
);
gauge("job_last_success_age_seconds", "How long ago a job last went well.", ["job"], ([{ jobs }]) =>
  jobs.flatMap(({ queue, succeeded_at }) =>
    succeeded_at ? [{ labels: { job: queue }, value: secondsSince(succeeded_at) }] : [],
  ),
);
gauge("ledger_invariants", "Invariants of the ledger by what the last check found.", ["state"], ([, { last }]) =>
  last
    ? [
        { labels: { state: "broken" }, value: last.broken },
        { labels: { state: "unchecked" }, value: Object.keys(last.unchecked).length },
      ]
    : [],
);
gauge("ledger_check_age_seconds", "How long ago the ledger was last checked.", [], ([, { last }]) => [
  { labels: {}, value: last ? secondsSince(last.ran_at) : Number.POSITIVE_INFINITY },
]);

gauge("waiting_items", "Items that wait, by kind.", ["kind"], ([, , waits]) =>
  waits.map(({ kind, count }) => ({ labels: { kind }, value: count })),
);
gauge("waiting_oldest_seconds", "How long the oldest item of a kind has waited.", ["kind"], ([, , waits]) =>
  waits.map(({ kind, oldest_seconds: value }) => ({ labels: { kind }, value })),
);

for (const [name, help] of Object.entries(COUNTERS))
  new Counter({
    name,
    help,
    labelNames: ["kind", "outcome", "dependency", "action", "status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const entry of counts()) if (entry.name === name) this.inc(entry.labels, entry.value);
    },
  });

function describeReplica(): void {
  new Gauge({
    name: "database_replica_usable",
    help: "1 while the replica answers reads, 0 while the primary answers them instead.",
    registers: [registry],
    collect() {
      this.set(replicaState()?.isUsable ? 1 : 0);
    },
  });
  new Gauge({
    name: "database_replica_lag_seconds",
    help: "How far the replica is behind the primary.",
    registers: [registry],
    collect() {
      this.set(replicaState()?.lagSeconds ?? 0);
    },
  });
  new Counter({
    name: "database_replica_reads_total",
    help: "Reads that may be a little old, by where they were answered; retried ones failed on the replica.",
    labelNames: ["by"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [by, count] of Object.entries(replicaState()?.reads ?? {})) this.inc({ by }, count);
    },
  });
}
if (env().DATABASE_REPLICA_URL) describeReplica();

/** Counts a request of the API. The route is the path's template, so that callers cannot create labels. */
export function noteRequest(route: string, method: string, status: number, seconds: number): void {
  requests.observe({ route, method, status }, seconds);
}

/**
 * Answers `/metrics` in Prometheus' format to requests with `METRICS_TOKEN`, or without a token to this machine only. Others get
 * 404.
 */
export async function handleMetrics(request: Request, address: string): Promise<Response> {
  if (!isAllowed(request, address)) return new Response(null, { status: 404 });
  return new Response(await registry.metrics(), {
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  });
}

function isAllowed(request: Request, address: string): boolean {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) return isOfThisMachine(request, address);
  const sent = request.headers.get("authorization") ?? "";
  return timingSafeEqual(digest(sent), digest(`Bearer ${METRICS_TOKEN}`));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
