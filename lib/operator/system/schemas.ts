import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";

const MAX_EVENT_ID_CHARS = 255;

/** The path parameter of a payment event: the processor's own id. */
export const EventParams = z.object({
  id: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .max(MAX_EVENT_ID_CHARS)
    .meta({ description: "The processor's id of the event.", example: "evt_1" }),
});

export const InvariantRun = z
  .object({
    id: Id,
    broken: z.number().int().meta({
      description: "How many invariants are broken: 0 unless something is badly wrong.",
      example: 0,
    }),
    counts: z
      .record(z.string(), z.number().int())
      .meta({ description: "Rows that break each invariant.", example: { "transactions balance": 0 } }),
    examples: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: "Some of the rows that break an invariant.", example: {} }),
    unchecked: z
      .record(z.string(), z.string())
      .meta({ description: "Why an invariant could not be checked.", example: {} }),
    whole: z.boolean().meta({
      description: "Whether all rows were checked, or only those since each invariant last held.",
    }),
    duration_ms: z.number().int(),
    actor: z.object({ id: Id, name: z.string() }).nullable(),
    ran_at: Time,
  })
  .meta({ id: "InvariantRun" });
export type InvariantRun = z.input<typeof InvariantRun>;

export const FailedJob = z.object({
  id: Id,
  queue: z.string().meta({ example: "reconcile" }),
  attempts: z.number().int(),
  error: z.string().nullable(),
  created_at: Time,
  failed_at: Time.nullable(),
});

export const JobHealth = z.object({
  queue: z.string().meta({ example: "renew-purchases" }),
  every_seconds: z.number().int().nullable().meta({ description: "Null for a job on a schedule.", example: 30 }),
  state: z.enum(["ok", "failing", "late"]).meta({
    id: "JobState",
    description: "`failing`: every recent run failed. `late`: no run has finished recently.",
  }),
  failures: z.number().int().meta({ description: "Rounds that have failed one after the other." }),
  error: z.string().nullable(),
  tried_at: Time,
  succeeded_at: Time.nullable(),
});

export const InboxEvent = z.object({
  id: z.string().meta({ example: "evt_1" }),
  type: z.string().meta({ example: "checkout.session.completed" }),
  state: z.enum(["waiting", "failed", "refused"]).meta({ id: "EventState" }),
  attempts: z.number().int(),
  error: z.string().nullable(),
  received_at: Time,
});

const count = z.number().int();

export const SystemReport = z
  .object({
    status: z
      .enum(["ok", "attention"])
      .meta({ id: "SystemStatus", description: "`attention` when something below needs a person." }),
    problems: z.array(z.string()).meta({ description: "What needs a person, in words.", example: [] }),
    versions: z.object({
      product: z.string().meta({ example: "0.1.0" }),
      node: z.string().meta({ example: "24.21.0" }),
      postgres: z.string().meta({ example: "18.4" }),
    }),
    environment: z.enum(["local", "production"]).meta({ id: "AppEnvironment" }),
    worker: z.boolean().meta({ description: "Whether this process also runs the jobs." }),
    uptime_seconds: count,
    memory_bytes: count.meta({ description: "Memory of this process." }),
    database: z.object({
      latency_ms: z.number(),
      size_bytes: count,
      connections: count.meta({ description: "Connections to this database, by all processes." }),
      max_connections: count,
    }),
    waiting: z.array(z.object({ kind: z.string(), count, oldest_seconds: z.number() })).meta({
      description: "Pending work and the age of its oldest item: holds, emails, links, events, reviews.",
    }),
    migrations: z.object({ applied: count, unfinished: count, latest: z.string().nullable() }),
    calls: z.object({
      open_holds: count,
      overdue_holds: count,
      last_hour: count,
      failed_last_hour: count,
    }),
    queues: z.array(
      z.object({
        name: z.string().meta({ example: "reconcile" }),
        cron: z.string().nullable(),
        waiting: count,
        active: count,
        failed: count,
        completed: count,
      }),
    ),
    workers: z
      .enum(["working", "silent", "never"])
      .meta({ id: "WorkerState", description: "Whether any process runs the jobs." }),
    jobs: z.array(JobHealth).meta({ description: "Every job that has ever run, those that fail first." }),
    failed_jobs: z.array(FailedJob).meta({ description: "Newest first, at most 50." }),
    invariants: InvariantRun.nullable().meta({ description: "The last check; null before the first one." }),
    last_broken: InvariantRun.nullable().meta({
      description: "The last check of 7 days that found something; null without one.",
    }),
    inbox: z.object({
      waiting: count.meta({ description: "Events that are not applied yet." }),
      failed: count.meta({ description: "Those of them that have failed at least once." }),
      refused: count.meta({ description: "Events of the last 30 days that contradicted our orders." }),
      events: z.array(InboxEvent).meta({ description: "Waiting, failed and refused ones, newest first, at most 50." }),
    }),
    time: Time,
  })
  .meta({ id: "SystemReport" });
export type SystemReport = z.input<typeof SystemReport>;

export const RetriedJob = z.object({ id: Id, queue: z.string() }).meta({ id: "RetriedJob" });
export const RetriedEvent = z
  .object({
    id: z.string(),
    outcome: z.enum(["applied", "refused", "failed"]).meta({ id: "EventOutcome" }),
    error: z.string().nullable(),
  })
  .meta({ id: "RetriedEvent" });
