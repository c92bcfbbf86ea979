/** The contents of the queue for administrators, and a retry for jobs that have failed for good. */
import { query } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";

const FAILED_SHOWN = 50;
const MAX_ERROR_CHARS = 500;
/** The SQLSTATE of a row that a unique index refuses. */
const UNIQUE_VIOLATION = "23505";

/** A queue with its jobs counted by state; `cron` is null for one that nothing schedules. */
export type QueueDepth = {
  name: string;
  cron: string | null;
  waiting: number;
  active: number;
  failed: number;
  completed: number;
};
export type FailedJob = {
  id: string;
  queue: string;
  attempts: number;
  error: string | null;
  created_at: Date;
  failed_at: Date | null;
};

async function isInstalled(): Promise<boolean> {
  const [row] = await query<{ there: boolean }>(
    "jobs.installed",
    "SELECT to_regclass('pgboss.job') IS NOT NULL AS there",
    [],
  );
  return row?.there ?? false;
}

/** Every queue with its depth, by name. Empty where no worker has ever run. */
export async function depths(): Promise<QueueDepth[]> {
  if (!(await isInstalled())) return [];
  return query<QueueDepth>(
    "jobs.depths",
    `SELECT q.name, (SELECT min(s.cron) FROM pgboss.schedule s WHERE s.name = q.name) AS cron,
       count(j.id) FILTER (WHERE j.state IN ('created', 'retry'))::int AS waiting,
       count(j.id) FILTER (WHERE j.state = 'active')::int AS active,
       count(j.id) FILTER (WHERE j.state = 'failed')::int AS failed,
       count(j.id) FILTER (WHERE j.state = 'completed')::int AS completed
     FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name
     WHERE NOT starts_with(q.name, '__pgboss__') GROUP BY q.name ORDER BY q.name`,
    [],
  );
}

/** Jobs that have failed for good, newest first. */
export async function failed(): Promise<FailedJob[]> {
  if (!(await isInstalled())) return [];
  return query<FailedJob>(
    "jobs.failed",
    `SELECT id, name AS queue, retry_count + 1 AS attempts,
       left(coalesce(output->>'message', output->'value'->>'message', output::text), ${MAX_ERROR_CHARS}) AS error,
       created_on AS created_at, completed_on AS failed_at
     FROM pgboss.job WHERE state = 'failed' AND NOT starts_with(name, '__pgboss__')
     ORDER BY completed_on DESC, id LIMIT ${FAILED_SHOWN}`,
    [],
  );
}

/** Queues a failed job again. Returns its queue. */
export async function retry(id: string): Promise<{ id: string; queue: string }> {
  if (!(await isInstalled())) throw notFound();
  const [row] = await query<{ name: string }>(
    "jobs.retry",
    `UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = NULL
      WHERE id = $1 AND state = 'failed' RETURNING name`,
    [id],
  ).catch((cause: unknown) => {
    if (!isAboutWaiting(cause)) throw cause;
    throw new AppError("not_retryable", "Another job of this queue waits already; it will do the same work.", {
      cause,
    });
  });
  if (row) return { id, queue: row.name };
  const [known] = await query<{ state: string }>(
    "jobs.state",
    "SELECT state::text AS state FROM pgboss.job WHERE id = $1",
    [id],
  );
  if (!known) throw notFound();
  throw new AppError("not_retryable", `This job has not failed: it is ${known.state}.`, {
    details: { state: known.state },
  });
}

/** pg-boss keeps at most one waiting job in each queue of this product, by a unique index. */
function isAboutWaiting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
}
