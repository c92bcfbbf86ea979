/**
 * The lease of this process: a row that it renews every second, by the database's clock. Its holds and its claims of idempotency
 * keys name the lease, so that other processes soon see that it was killed. Invariant: the lease of a process that runs and reaches the database is live.
 */
import { setTimeout } from "node:timers/promises";
import { leasePool, prisma } from "@/lib/platform/core/db";
import { isUnavailable } from "@/lib/platform/core/db-errors";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { prune } from "@/lib/platform/jobs/pruning";

/** How long a lease lasts, and how often it is renewed: three renewals in a row may fail. */
export const LEASE_SECONDS = 3;
const RENEWAL_MS = 750;
/** A lapsed lease is deleted after this long: its holds were released by then. */
const STORED_MINUTES = 10;

const processId = newId();
let renewing: { stop: AbortController; first: Promise<void>; ended: Promise<void> } | null = null;
/** When the last renewal began, and how long after the one before; on this process's monotonic clock. */
let lastRenewalAt = Number.NEGATIVE_INFINITY;
let lastGapMs = Number.POSITIVE_INFINITY;

/** Begins to renew the lease of this process, once. Returns its id when the lease is live. Throws what the database throws. */
export async function requireLease(): Promise<string> {
  renewing ??= begin();
  await renewing.first;
  return processId;
}

/**
 * Whether this process has renewed its lease without a pause. If it was late itself, because the database or the machine paused,
 * it cannot distinguish a dead process from another late one.
 */
export function isPunctual(): boolean {
  return Math.max(lastGapMs, performance.now() - lastRenewalAt) < 2 * RENEWAL_MS;
}

/** Stops the renewals; the lease then lapses. */
export async function endLease(): Promise<void> {
  renewing?.stop.abort();
  await renewing?.ended;
  renewing = null;
}

/** Deletes leases that lapsed long ago. Returns how many. */
export function expireLeases(): Promise<number> {
  const expiresAt = { lt: new Date(Date.now() - STORED_MINUTES * 60_000) };
  return prune((limit) => prisma().processLease.deleteMany({ where: { expiresAt }, limit }));
}

function begin() {
  const stop = new AbortController();
  const first = renew();
  // If the first renewal fails, the next caller tries again.
  first.catch(() => {
    renewing = null;
  });
  return { stop, first, ended: first.then(() => repeat(stop.signal)).catch(() => {}) };
}

async function repeat(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await setTimeout(RENEWAL_MS, undefined, { signal, ref: false });
    await renew().catch((error: unknown) => {
      if (!isUnavailable(error)) log.warn({ err: error }, "the lease of this process could not be renewed");
    });
  }
}

async function renew(): Promise<void> {
  const startedAt = performance.now();
  // Not by `query`: no trace each second.
  await leasePool().query(
    `INSERT INTO process_lease (id, expires_at) VALUES ($1, now() + make_interval(secs => $2))
       ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at`,
    [processId, LEASE_SECONDS],
  );
  lastGapMs = startedAt - lastRenewalAt;
  lastRenewalAt = startedAt;
}
