/** The state of the whole installation as its operators want it: what runs, what waits, what has failed; and another try. */
import type { SystemReport } from "@/lib/administration/system/schemas";
import type { Caller } from "@/lib/core/caller";
import { query, transaction } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";
import { VERSION } from "@/lib/core/version";
import * as jobs from "@/lib/jobs/overview/service";
import * as ledger from "@/lib/ledger/service";
import * as inbox from "@/lib/payments/inbox/service";
import * as payoutEvents from "@/lib/payouts/events/service";
import * as review from "@/lib/review/service";

/** The hourly check is late after this long. */
const MAX_INVARIANTS_AGE_MS = 2 * 60 * 60 * 1000;
/** Checks older than this are forgotten, but for those that found something. */
const KEPT_RUN_DAYS = 30;

/** Everything an administrator wants to know about this installation. */
export async function report(): Promise<SystemReport> {
  const startedAt = performance.now();
  const database = await databaseFacts();
  const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const [migrations, calls, queues, failedJobs, invariants, events] = await Promise.all([
    migrationFacts(),
    callFacts(),
    jobs.depths(),
    jobs.failed(),
    lastRun(),
    inbox.overview(),
  ]);
  const { postgres, ...rest } = database;
  const facts = {
    versions: { product: VERSION, node: process.versions.node, postgres },
    environment: env().APP_ENV,
    worker: env().WORKER,
    uptime_seconds: Math.floor(process.uptime()),
    memory_bytes: process.memoryUsage().rss,
    database: { latency_ms: latencyMs, ...rest },
    migrations,
    calls,
    queues,
    failed_jobs: failedJobs,
    invariants,
    inbox: events,
    time: new Date(),
  };
  const problems = problemsOf(facts);
  return { status: problems.length > 0 ? "attention" : "ok", problems, ...facts };
}

function problemsOf(facts: Omit<SystemReport, "status" | "problems">): string[] {
  const { invariants, migrations, calls, failed_jobs, inbox: events } = facts;
  const isLate =
    invariants !== null && Date.now() - new Date(invariants.ran_at).getTime() > MAX_INVARIANTS_AGE_MS;
  return [
    invariants && invariants.broken > 0 && `${invariants.broken} invariants of the ledger are broken`,
    isLate && "the hourly check of the invariants is late: is a worker running?",
    migrations.unfinished > 0 && `${migrations.unfinished} migrations have not finished`,
    calls.overdue_holds > 0 && `${calls.overdue_holds} holds have outlived their expiry`,
    failed_jobs.length > 0 && `${failed_jobs.length} jobs have failed for good`,
    events.failed > 0 && `${events.failed} payment events have failed and are tried again`,
  ].filter((problem) => problem !== false && problem !== null);
}

async function databaseFacts() {
  const [row] = await query<{ postgres: string; size: string; connections: number; most: number }>(
    "system.database",
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres, pg_database_size(current_database()) AS size,
       (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
       current_setting('max_connections')::int AS most`,
    [],
  );
  return {
    postgres: row?.postgres ?? "",
    size_bytes: Number(row?.size ?? 0),
    connections: row?.connections ?? 0,
    max_connections: row?.most ?? 0,
  };
}

async function migrationFacts() {
  const [row] = await query<{ applied: number; unfinished: number; latest: string | null }>(
    "system.migrations",
    `SELECT count(*) FILTER (WHERE finished_at IS NOT NULL)::int AS applied,
       count(*) FILTER (WHERE finished_at IS NULL AND rolled_back_at IS NULL)::int AS unfinished,
       max(migration_name) FILTER (WHERE finished_at IS NOT NULL) AS latest FROM _prisma_migrations`,
    [],
  );
  return row ?? { applied: 0, unfinished: 0, latest: null };
}

async function callFacts() {
  const [row] = await query<{ open_holds: number; overdue_holds: number; last_hour: number; failed: number }>(
    "system.calls",
    `SELECT (SELECT count(*)::int FROM hold WHERE state = 'held') AS open_holds,
       (SELECT count(*)::int FROM hold WHERE state = 'held' AND expires_at < now() - interval '2 minutes') AS overdue_holds,
       count(*)::int AS last_hour, count(*) FILTER (WHERE status = 'failed')::int AS failed
     FROM usage_record WHERE created_at > now() - interval '1 hour'`,
    [],
  );
  return {
    open_holds: row?.open_holds ?? 0,
    overdue_holds: row?.overdue_holds ?? 0,
    last_hour: row?.last_hour ?? 0,
    failed_last_hour: row?.failed ?? 0,
  };
}

type RunRow = {
  id: string;
  broken: number;
  counts: Record<string, number>;
  duration_ms: number;
  actor_id: string | null;
  actor_name: string | null;
  ran_at: Date;
};

async function lastRun() {
  const [row] = await query<RunRow>(
    "system.invariants",
    `SELECT i.id, i.broken, i.counts, i.duration_ms, i.actor_id, a.name AS actor_name, i.ran_at
       FROM invariant_run i LEFT JOIN account a ON a.id = i.actor_id ORDER BY i.ran_at DESC, i.id DESC LIMIT 1`,
    [],
  );
  if (!row) return null;
  const { actor_id, actor_name, ...run } = row;
  return { ...run, actor: actor_id ? { id: actor_id, name: actor_name ?? "" } : null };
}

/** Checks every invariant and keeps what it found. `caller` is null for the hourly job. */
export async function runInvariants(caller: Pick<Caller, "accountId" | "name"> | null) {
  const startedAt = performance.now();
  const counts = await ledger.reconcile();
  const run = {
    id: newId(),
    broken: Object.values(counts).filter((count) => count > 0).length,
    counts,
    duration_ms: Math.round(performance.now() - startedAt),
    ran_at: new Date(),
  };
  await transaction(async (db) => {
    await query(
      "system.invariants.keep",
      "INSERT INTO invariant_run (id, broken, counts, duration_ms, actor_id, ran_at) VALUES ($1, $2, $3, $4, $5, $6)",
      [run.id, run.broken, JSON.stringify(counts), run.duration_ms, caller?.accountId ?? null, run.ran_at],
      db,
    );
    await query(
      "system.invariants.forget",
      "DELETE FROM invariant_run WHERE broken = 0 AND ran_at < now() - make_interval(days => $1)",
      [KEPT_RUN_DAYS],
      db,
    );
    if (caller)
      await review.audit(
        db,
        caller.accountId,
        "system.check_invariants",
        { type: "system", id: "invariants" },
        { broken: run.broken },
      );
  });
  return { ...run, actor: caller && { id: caller.accountId, name: caller.name } };
}

/** Queues a failed job again. Throws not_found and not_retryable. */
export async function retryJob(caller: Caller, id: string) {
  const job = await jobs.retry(id);
  await note(caller, "system.retry_job", { type: "job", id }, { queue: job.queue });
  return job;
}

/** Applies a payment event again. Throws not_found and not_retryable. */
export async function retryEvent(caller: Caller, id: string) {
  const event = await inbox.retry(id, payoutEvents.applyEvent);
  await note(
    caller,
    "system.retry_event",
    { type: "payment_event", id },
    { outcome: event.outcome, error: event.error },
  );
  return event;
}

function note(caller: Caller, action: string, subject: { type: string; id: string }, details: object) {
  return transaction((db) => review.audit(db, caller.accountId, action, subject, { ...details }));
}
