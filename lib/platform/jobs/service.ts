/**
 * The queue: pg-boss in our own database. Invariant: every job is safe to run twice and in two processes, and what one
 * run misses the next one does.
 */
import { setTimeout } from "node:timers/promises";
import { type JobWithMetadata, PgBoss } from "pg-boss";
import { pool } from "@/lib/platform/core/db";
import { isUnavailable } from "@/lib/platform/core/db-errors";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { withLogFields } from "@/lib/platform/core/log-fields";
import { traced } from "@/lib/platform/core/trace";
import { collectFailures, endRuns } from "@/lib/platform/jobs/isolated";
import * as runs from "@/lib/platform/jobs/runs";
import { itemsEnded } from "@/lib/platform/jobs/slots";

/** Longest wait for jobs in progress when the process ends: a payment may be in progress, with its retries. */
const STOP_TIMEOUT_MS = 35_000;
/** How often each queue of a scheduled job is asked, and how often pg-boss asks what is due. */
const POLL_SECONDS = 120;
const CRON_SECONDS = 45;
/** How often pg-boss looks after itself: a job whose worker was killed is found by that. */
const RARELY_SECONDS = 600;
/** How often jobs that repeat look for work, and the longest pause between looks while none finds any. */
const LOOK_MS = 1_000;
const QUIET_LOOK_MS = 4_000;
/** How much longer each pause is than the one before it, then. */
const LONGER = 1.1;
/** Jobs that repeat at least so often make the others look as often, when they have work. */
const SOON_SECONDS = 5;
const MAX_RETRIES = 5;

/** Longest time that a job on a schedule may take before the queue gives it to another worker. */
const MAX_SECONDS = 15 * 60;

/**
 * A job: its name, when it runs (cron, UTC) or how often (seconds), and what it does. One on a schedule that may take longer
 * than 15 minutes says so in `maxSeconds`, or the queue would begin it again beside itself.
 */
export type Job = {
  queue: string;
  cron?: string;
  everySeconds?: number;
  maxSeconds?: number;
  /** One on a schedule that also runs when a worker starts. */
  isRunAtStart?: boolean;
  run: () => Promise<unknown>;
};

let boss: PgBoss | undefined;
let looking = new AbortController();
/** What runs every few seconds and is running now. */
const running = new Set<Promise<void>>();

async function open(): Promise<PgBoss> {
  const { rows } = await pool().query("SELECT to_regnamespace('pgboss') IS NULL AS missing");
  const created = new PgBoss({
    // PostgreSQL asks for the right to create schemas also where this one is there already.
    createSchema: rows[0].missing,
    cronMonitorIntervalSeconds: CRON_SECONDS,
    cronWorkerIntervalSeconds: CRON_SECONDS,
    // No job waits for another one here.
    flowIntervalSeconds: RARELY_SECONDS,
    queueCacheIntervalSeconds: RARELY_SECONDS,
    superviseIntervalSeconds: RARELY_SECONDS,
    monitorIntervalSeconds: RARELY_SECONDS,
    bamIntervalSeconds: RARELY_SECONDS,
    db: { executeSql: (text, values) => pool().query(text, values) },
  });
  created.on("error", (error) => {
    // Every queue asks; that the database is away is logged once, for all.
    if (!isUnavailable(error)) log.error({ err: error }, "the job queue failed");
  });
  return created;
}

/** Starts working: makes the queues, runs what waits in them, and repeats the scheduled jobs. */
export async function start(jobs: Job[], pollSeconds = POLL_SECONDS): Promise<void> {
  endRuns(false);
  boss = await open();
  await boss.start();
  await runs.keepOnly(jobs.map(({ queue }) => queue));
  looking = new AbortController();
  void repeat(
    jobs.filter((job): job is Repeating => job.everySeconds !== undefined),
    looking.signal,
  );
  for (const job of jobs) if (job.cron) await schedule(boss, job, job.cron, pollSeconds);
}

async function schedule(queues: PgBoss, job: Job, cron: string, pollSeconds: number): Promise<void> {
  const options = {
    retryLimit: MAX_RETRIES,
    retryBackoff: true,
    expireInSeconds: job.maxSeconds ?? MAX_SECONDS,
  };
  await queues.createQueue(job.queue, { policy: "short", ...options });
  // createQueue leaves a queue of an earlier version as it is.
  await queues.updateQueue(job.queue, options);
  // Before a worker asks for the first time: it asks again after minutes.
  if (job.isRunAtStart) await queues.send(job.queue, { cause: "start" });
  await queues.work(
    job.queue,
    { batchSize: 1, pollingIntervalSeconds: pollSeconds, includeMetadata: true },
    ([taken]: JobWithMetadata<{ cause?: string }>[]) => run(job, causeOf(taken)),
  );
  await queues.schedule(job.queue, cron, {}, { tz: "UTC" });
}

/** Why the queue runs a job: its schedule, a start of a worker, or a failure before. */
function causeOf(taken: JobWithMetadata<{ cause?: string }> | undefined): string {
  const { retryCount = 0, data } = taken ?? {};
  return retryCount > 0 ? `retry ${retryCount}` : (data?.cause ?? "schedule");
}

type Repeating = Job & { everySeconds: number };

/**
 * Jobs that run every few seconds need no queue: the next run does what one has missed. One statement a look says which of them have
 * nothing to do. Ends with the signal.
 */
async function repeat(jobs: Repeating[], signal: AbortSignal): Promise<void> {
  const nextAt = new Map(jobs.map(({ queue, everySeconds }) => [queue, performance.now() + everySeconds * 1000]));
  const busy = new Set<string>();
  for (let pauseMs = LOOK_MS; ; ) {
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const now = performance.now();
    const due = jobs.filter(({ queue }) => !busy.has(queue) && now >= (nextAt.get(queue) ?? 0));
    const idle = due.length === 0 ? [] : await idleQueues();
    if (signal.aborted) return;
    for (const job of due) {
      nextAt.set(job.queue, now + job.everySeconds * 1000 - LOOK_MS / 2);
      if (idle.includes(job.queue)) void note(job, null);
      else begin(job, busy);
    }
    const isBusy = due.some(({ queue, everySeconds }) => everySeconds <= SOON_SECONDS && !idle.includes(queue));
    pauseMs = isBusy ? LOOK_MS : Math.min(pauseMs * LONGER, QUIET_LOOK_MS);
  }
}

/** None when that cannot be read: then every job finds out by itself. */
async function idleQueues(): Promise<string[]> {
  try {
    const { rows } = await pool().query<{ idle: string[] }>("SELECT jobs_idle() AS idle");
    return rows[0]?.idle ?? [];
  } catch (error) {
    if (!isUnavailable(error)) log.error({ err: error }, "it cannot be read which jobs have work");
    return [];
  }
}

function begin(job: Repeating, busy: Set<string>): void {
  busy.add(job.queue);
  const current = run(job, "interval")
    .catch(() => {})
    .finally(() => {
      running.delete(current);
      busy.delete(job.queue);
    });
  running.add(current);
}

/** Records a run. Never throws: the database may be what has failed. */
async function note({ queue, everySeconds }: Job, error: unknown): Promise<void> {
  await runs.note({ queue, everySeconds: everySeconds ?? null }, error).catch((cause: unknown) => {
    if (!isUnavailable(cause)) log.error({ err: cause }, "a run of a job was not recorded");
  });
}

function itemsFailed([first, ...others]: unknown[]): Error {
  const reason = first instanceof Error ? first.message : String(first);
  return new Error(others.length > 0 ? `${others.length + 1} items failed; the first: ${reason}` : reason);
}

/** Runs a job once; all that it logs carries its name, its run and what caused it. */
function run(job: Job, cause: string): Promise<void> {
  return withLogFields({ job: job.queue, run: newId(), cause }, () => perform(job));
}

function didWork(result: unknown): boolean {
  if (typeof result === "object" && result !== null) return Object.values(result).some(didWork);
  return typeof result === "number" && result > 0;
}

async function perform(job: Job): Promise<void> {
  const startedAt = performance.now();
  try {
    const { result, failed } = await traced({ name: `job ${job.queue}`, kind: "internal" }, () =>
      collectFailures(() => job.run()),
    );
    // What runs every few seconds and finds nothing to do would fill the log.
    const level = job.cron || failed.length > 0 || didWork(result) ? "info" : "debug";
    const duration_ms = Math.round(performance.now() - startedAt);
    log[level]({ result, failed: failed.length, duration_ms }, "a job ran");
    await note(job, failed.length > 0 ? itemsFailed(failed) : null);
  } catch (error) {
    // An outage of the database is logged once, for the whole process.
    if (!isUnavailable(error)) log.error({ err: error }, "a job failed");
    await note(job, error);
    throw error;
  }
}

/** Starts no further jobs, waits for those in progress, and stops. */
export async function stop(): Promise<void> {
  looking.abort();
  endRuns(true);
  await Promise.all([boss?.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }), ended()]);
  boss = undefined;
}

/** Resolves when no job runs any more, or after STOP_TIMEOUT_MS; the next run does what was cut off. */
async function ended(): Promise<void> {
  const patience = new AbortController();
  const { signal } = patience;
  const isLate = setTimeout(STOP_TIMEOUT_MS, true, { signal }).catch(() => false);
  if (await Promise.race([Promise.all([...running, itemsEnded()]).then(() => false), isLate]))
    log.warn({ running: running.size }, "jobs in progress were not waited for any longer");
  patience.abort();
}
