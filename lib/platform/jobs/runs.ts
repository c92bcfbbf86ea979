/** Health of the jobs, from what every worker records of its runs. */
import { prisma, query } from "@/lib/platform/core/db";
import type { JobRun } from "@/lib/platform/core/generated/client";

/** How often a process records the successes of its jobs. */
const RECORD_EVERY_MS = 20_000;
/** A repeating job is late or failing after this many of its intervals, but never before so many seconds. */
const PATIENCE_ROUNDS = 10;
const PATIENCE_SECONDS = 120;
/** A job is failing after this many failures in a row: the queue has retried it by then. */
const PATIENCE_TIMES = 3;
const MAX_ERROR_CHARS = 500;

/** In the order in which operators look at them. */
const STATES = ["failing", "late", "ok"] as const;

/** A job as its run is recorded; `everySeconds` is null for one on a schedule. */
type RecordedJob = { queue: string; everySeconds: number | null };

/** `failing`: only failures for long. `late`: no run has ended for long, although a worker runs. */
export type JobHealth = {
  queue: string;
  every_seconds: number | null;
  state: (typeof STATES)[number];
  failures: number;
  error: string | null;
  tried_at: Date;
  succeeded_at: Date | null;
};
/** Whether any worker runs; `never` before the first one. */
export type WorkerState = "working" | "silent" | "never";

/** When each job last succeeded in this process since it was last recorded; not in it before the first time and after a failure. */
const succeeded = new Map<string, { everySeconds: number; at: Date | null }>();
let recordedAt = 0;

/** Deletes the records of jobs that no longer exist. */
export async function keepOnly(queues: string[]): Promise<void> {
  succeeded.clear();
  await prisma().jobRun.deleteMany({ where: { queue: { notIn: queues } } });
}

/** Records a run; `error` is null when it succeeded. Successes of jobs that repeat are recorded together, after some seconds. */
export async function note({ queue, everySeconds }: RecordedJob, error: unknown): Promise<void> {
  const isGood = error === null;
  const now = new Date();
  if (isGood && everySeconds !== null) {
    const isKnown = succeeded.has(queue);
    succeeded.set(queue, { everySeconds, at: isKnown ? now : null });
    if (isKnown) return recordSucceeded();
  } else succeeded.delete(queue);
  const why = error instanceof Error ? error.message : String(error);
  const outcome = { everySeconds, triedAt: now, error: isGood ? null : why.slice(0, MAX_ERROR_CHARS) };
  await prisma().jobRun.upsert({
    where: { queue },
    create: { queue, ...outcome, succeededAt: isGood ? now : null, failures: isGood ? 0 : 1 },
    update: { ...outcome, ...(isGood ? { succeededAt: now, failures: 0 } : { failures: { increment: 1 } }) },
  });
}

async function recordSucceeded(): Promise<void> {
  if (Date.now() - recordedAt < RECORD_EVERY_MS) return;
  recordedAt = Date.now();
  const runs = [...succeeded].flatMap(([queue, { everySeconds, at }]) => (at ? [{ queue, everySeconds, at }] : []));
  for (const { queue, everySeconds } of runs) succeeded.set(queue, { everySeconds, at: null });
  await query(
    "jobs.succeeded",
    `UPDATE job_run AS r SET tried_at = s.at, succeeded_at = s.at, every_seconds = s.every, error = NULL, failures = 0
       FROM unnest($1::text[], $2::int[], $3::timestamptz[]) AS s (queue, every, at) WHERE r.queue = s.queue`,
    [runs.map(({ queue }) => queue), runs.map(({ everySeconds }) => everySeconds), runs.map(({ at }) => at)],
  );
}

/** Every job that has ever run, those that fail first, and whether a worker runs. */
export async function health(): Promise<{ worker: WorkerState; jobs: JobHealth[] }> {
  const rows = await prisma().jobRun.findMany({ orderBy: { queue: "asc" } });
  const isSeen = rows.some(
    ({ everySeconds, triedAt }) => everySeconds !== null && ageSeconds(triedAt) < PATIENCE_SECONDS,
  );
  const jobs = rows.map((row) => ({
    queue: row.queue,
    every_seconds: row.everySeconds,
    state: stateOf(row, isSeen),
    failures: row.failures,
    error: row.error,
    tried_at: row.triedAt,
    succeeded_at: row.succeededAt,
  }));
  const order = STATES.flatMap((state) => jobs.filter((job) => job.state === state));
  return { worker: rows.length === 0 ? "never" : isSeen ? "working" : "silent", jobs: order };
}

const ageSeconds = (at: Date | null) => (at ? (Date.now() - at.getTime()) / 1000 : Number.POSITIVE_INFINITY);

function stateOf(row: JobRun, isWorkerSeen: boolean): JobHealth["state"] {
  const { everySeconds, failures, succeededAt, triedAt } = row;
  const patience = Math.max((everySeconds ?? 0) * PATIENCE_ROUNDS, PATIENCE_SECONDS);
  const isLate = everySeconds === null || ageSeconds(succeededAt) > patience;
  if (failures >= PATIENCE_TIMES && isLate) return "failing";
  return isWorkerSeen && everySeconds !== null && ageSeconds(triedAt) > patience ? "late" : "ok";
}
