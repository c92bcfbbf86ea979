/**
 * The queue: pg-boss in our own database. Jobs are enqueued inside the transaction of what causes them, so a job exists
 * exactly when its cause does. Every handler is safe to run twice and in two processes.
 */
import { PgBoss } from "pg-boss";
import { pool, type Queryable } from "@/lib/core/db";
import { log } from "@/lib/core/log";

/** Longest wait for jobs in progress when the process ends. */
const STOP_TIMEOUT_MS = 10_000;
const POLL_SECONDS = 2;

/** A job: its queue, when it runs by itself (cron, UTC) or how often (seconds), and what it does. */
export type Job<Data extends object = object> = {
  queue: string;
  cron?: string;
  everySeconds?: number;
  run: (data: Data) => Promise<unknown>;
};

let boss: PgBoss | undefined;
let timers: NodeJS.Timeout[] = [];

function open(isWorker: boolean): PgBoss {
  const created = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    supervise: isWorker,
    schedule: isWorker,
  });
  created.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  return created;
}

/** Starts working: makes the queues, runs what waits in them, and repeats the scheduled jobs. */
export async function start(jobs: Job[]): Promise<void> {
  boss = open(true);
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.queue, {
      policy: job.cron ? "short" : "standard",
      retryLimit: 5,
      retryBackoff: true,
    });
    await boss.work(job.queue, { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, async ([received]) => {
      if (received) await run(job, received.data as object);
    });
    if (job.cron) await boss.schedule(job.queue, job.cron, {}, { tz: "UTC" });
    if (job.everySeconds) timers.push(repeat(job, job.everySeconds));
  }
}

/** Jobs that run every few seconds have no use for a queue: a missed round is made good by the next one. */
function repeat(job: Job, seconds: number): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    await run(job, {}).catch(() => {});
    isRunning = false;
  }, seconds * 1000);
}

async function run(job: Job, data: object): Promise<void> {
  const startedAt = performance.now();
  try {
    const result = await job.run(data);
    log.debug(
      { job: job.queue, result, duration_ms: Math.round(performance.now() - startedAt) },
      "a job ran",
    );
  } catch (error) {
    log.error({ err: error, job: job.queue }, "a job failed");
    throw error;
  }
}

/** Enqueues a job inside the caller's transaction: it runs if, and only if, that commits. */
export async function enqueue(db: Queryable, queue: string, data: object): Promise<void> {
  boss ??= open(false);
  await boss.send(queue, data, { db: { executeSql: (text, values) => db.query(text, values) } });
}

/** Lets jobs in progress end, and stops. */
export async function stop(): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  timers = [];
  await boss?.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  boss = undefined;
}
