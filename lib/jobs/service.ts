/**
 * The queue: pg-boss in our own database. Invariant: every job is safe to run twice and in two processes, and what a
 * round misses the next one makes good.
 */
import { PgBoss } from "pg-boss";
import { pool } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { traced } from "@/lib/core/trace";

/** Longest wait for jobs in progress when the process ends. */
const STOP_TIMEOUT_MS = 10_000;
const POLL_SECONDS = 2;
const MAX_RETRIES = 5;

/** A job: its name, when it runs (cron, UTC) or how often (seconds), and what it does. */
export type Job = { queue: string; cron?: string; everySeconds?: number; run: () => Promise<unknown> };

let boss: PgBoss | undefined;
let timers: NodeJS.Timeout[] = [];

function open(): PgBoss {
  const created = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
  });
  created.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  return created;
}

/** Starts working: makes the queues, runs what waits in them, and repeats the scheduled jobs. */
export async function start(jobs: Job[]): Promise<void> {
  boss = open();
  await boss.start();
  for (const job of jobs) {
    if (job.everySeconds) timers.push(repeat(job, job.everySeconds));
    if (job.cron) await schedule(boss, job, job.cron);
  }
}

async function schedule(queues: PgBoss, job: Job, cron: string): Promise<void> {
  await queues.createQueue(job.queue, { policy: "short", retryLimit: MAX_RETRIES, retryBackoff: true });
  await queues.work(job.queue, { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, () => run(job));
  await queues.schedule(job.queue, cron, {}, { tz: "UTC" });
}

/** Jobs that run every few seconds have no use for a queue: a missed round is made good by the next one. */
function repeat(job: Job, seconds: number): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    await run(job).catch(() => {});
    isRunning = false;
  }, seconds * 1000);
}

async function run(job: Job): Promise<void> {
  const startedAt = performance.now();
  try {
    const result = await traced({ name: `job ${job.queue}`, kind: "internal" }, () => job.run());
    log.debug(
      { job: job.queue, result, duration_ms: Math.round(performance.now() - startedAt) },
      "a job ran",
    );
  } catch (error) {
    log.error({ err: error, job: job.queue }, "a job failed");
    throw error;
  }
}

/** Lets jobs in progress end, and stops. */
export async function stop(): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  timers = [];
  await boss?.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  boss = undefined;
}
