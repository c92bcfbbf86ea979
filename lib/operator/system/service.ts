/** The state of the installation for its operators, and retries of what has failed. */

import * as inbox from "@/lib/money/payments/inbox";
import * as payoutEvents from "@/lib/money/payouts/events";
import * as invariants from "@/lib/operator/system/invariants";
import type { InvariantRun, SystemReport } from "@/lib/operator/system/schemas";
import { waiting } from "@/lib/operator/system/waiting";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { counted } from "@/lib/platform/core/counted";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { VERSION } from "@/lib/platform/core/version";
import * as jobs from "@/lib/platform/jobs/overview";
import * as runs from "@/lib/platform/jobs/runs";

const HOUR_MS = 60 * 60 * 1000;
/** A hold is overdue this long after its expiry: the sweeper needs a moment. */
const HOLD_GRACE_MS = 2 * 60 * 1000;
/** The hourly check is late after this long. */
const MAX_INVARIANTS_AGE_MS = 2 * HOUR_MS;
/** A mail that is tried again is late after this long: its mail server is likely to be down. */
const MAX_MAIL_AGE_SECONDS = 120;
/** How long a check that found something needs attention, even when a later one found nothing. */
const MAX_BROKEN_AGE_MS = 24 * HOUR_MS;

/** The report of the system page. */
export async function report(): Promise<SystemReport> {
  const startedAt = performance.now();
  const database = await databaseFacts();
  const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const [migrations, calls, queues, failedJobs, checks, events, work, waits] = await Promise.all([
    migrationFacts(),
    callFacts(),
    jobs.depths(),
    jobs.failed(),
    invariants.lastRuns(),
    inbox.overview(),
    runs.health(),
    waiting(),
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
    workers: work.worker,
    jobs: work.jobs,
    invariants: checks.last,
    last_broken: checks.broken,
    inbox: events,
    waiting: waits,
    time: new Date(),
  };
  const problems = problemsOf(facts);
  return { status: problems.length > 0 ? "attention" : "ok", problems, ...facts };
}

type Facts = Omit<SystemReport, "status" | "problems">;

function problemsOf(facts: Facts): string[] {
  const { migrations, calls, failed_jobs, inbox: events } = facts;
  return [
    ...invariantProblems(facts),
    ...jobProblems(facts),
    mailProblem(facts),
    migrations.unfinished > 0 && counted(migrations.unfinished, "unfinished migration"),
    calls.overdue_holds > 0 && `${counted(calls.overdue_holds, "hold")} past expiry`,
    failed_jobs.length > 0 && counted(failed_jobs.length, "permanently failed job"),
    events.failed > 0 && `${counted(events.failed, "failed payment event")}, to be retried`,
  ].filter((problem) => problem !== false);
}

function mailProblem({ waiting: waits, environment }: Facts): string | false {
  if (environment === "production" && env().SMTP_URL === undefined)
    return "SMTP_URL is not set: emails are written to a folder and not delivered";
  const mails = waits.find(({ kind }) => kind === "mail");
  if (!mails || mails.oldest_seconds < MAX_MAIL_AGE_SECONDS) return false;
  return `${counted(mails.count, "email")} waiting for a retry; check the mail server`;
}

const ageMs = (run: InvariantRun | null) => (run ? Date.now() - new Date(run.ran_at).getTime() : 0);

function invariantProblems({ invariants: last, last_broken: broken }: Facts): (string | false)[] {
  const unchecked = Object.keys(last?.unchecked ?? {}).length;
  const isWholeAgain = last?.broken === 0 && broken !== null && ageMs(broken) < MAX_BROKEN_AGE_MS;
  return [
    last !== null && last.broken > 0 && counted(last.broken, "broken ledger invariant"),
    isWholeAgain && `${counted(broken.broken, "ledger invariant")} broken within the last day, correct now`,
    unchecked > 0 && counted(unchecked, "unchecked ledger invariant"),
    ageMs(last) > MAX_INVARIANTS_AGE_MS && "the hourly check of the ledger is late",
  ];
}

function jobProblems({ workers, jobs: all }: Facts): (string | false)[] {
  return [
    workers === "never" && "no worker has run yet: renewals, emails and payouts are not processed",
    workers === "silent" && "no worker is running: renewals, emails and payouts are not processed",
    ...all.map(
      ({ state, queue, error }) =>
        (state === "failing" && `the job ${queue} keeps failing: ${error ?? "unknown error"}`) ||
        (state === "late" && `the job ${queue} has not finished a run recently`),
    ),
  ];
}

async function databaseFacts() {
  const [row] = await query<{ postgres: string; size: string; connections: number; most: number }>(
    "system.database",
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres,
       pg_database_size(current_database()) AS size,
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
  const overdue = new Date(Date.now() - HOLD_GRACE_MS);
  const lastHour = { createdAt: { gt: new Date(Date.now() - HOUR_MS) } };
  const [open_holds, overdue_holds, last_hour, failed_last_hour] = await Promise.all([
    prisma().hold.count({ where: { state: "held" } }),
    prisma().hold.count({ where: { state: "held", expiresAt: { lt: overdue } } }),
    prisma().usageRecord.count({ where: lastHour }),
    prisma().usageRecord.count({ where: { ...lastHour, status: "failed" } }),
  ]);
  return { open_holds, overdue_holds, last_hour, failed_last_hour };
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
  return transaction((db) => audit.write(db, caller.accountId, action, subject, { ...details }));
}
