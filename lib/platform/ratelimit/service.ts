/**
 * Rate limits: token buckets per key, address and account, and windows that must survive a lost cache.
 * Invariant: a throttled request does nothing else.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { prisma, query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { memoryBuckets, type Verdict } from "@/lib/platform/ratelimit/memory";
import { networkOf, siteOf } from "@/lib/platform/ratelimit/network";
import {
  BUCKETS,
  type BucketName,
  type BucketPolicy,
  NETWORKS_A_SITE,
  WINDOWS,
  type WindowName,
} from "@/lib/platform/ratelimit/policy";
import { openStore } from "@/lib/platform/ratelimit/store";

/** The state of a limit after a request, for the `RateLimit` headers. */
export type LimitState = { policy: BucketName; quota: number; windowSeconds: number } & Verdict;

let store: ReturnType<typeof openStore> | undefined;

const unlimited = new AsyncLocalStorage<true>();

/** Runs work of the marketplace itself, such as filling its demo, which no limit is meant for. */
export function withoutLimits<T>(work: () => Promise<T>): Promise<T> {
  return unlimited.run(true, work);
}

/** The budgets that have admitted the current request. */
const admitted = new AsyncLocalStorage<Set<string>>();

/** Runs one request: `withinCpuBudget` doesn't refuse what a budget has admitted for the time that the request takes itself. */
export function asOneRequest<T>(work: () => T): T {
  return admitted.run(new Set(), work);
}

const areOn = () => env().RATE_LIMITS && unlimited.getStore() === undefined;

/** Takes one request from a bucket. Returns null when limits are off. */
export async function take(name: BucketName, subject: string): Promise<LimitState | null> {
  if (!areOn()) return null;
  store ??= openStore();
  const policy = scaled(BUCKETS[name]);
  return stateOf(name, policy, await store(bucketOf(name, subject), policy));
}

/** A request of a bucket, reserved until `end` says whether it counts. */
export type Reservation = { state: LimitState; end: (counts: boolean) => void };

const reservations = memoryBuckets();
const open = new Map<string, { state: LimitState; users: number; counts: boolean }>();

/**
 * Reserves one request of a bucket of this process until it is known whether it counts. Concurrent calls for the same `purpose`
 * share the reservation, which counts only if all say so. Returns null when limits are off.
 */
export function reserve(name: BucketName, subject: string, purpose: string): Reservation | null {
  if (!areOn()) return null;
  const policy = scaled(BUCKETS[name]);
  const bucket = bucketOf(name, subject);
  const id = `${bucket} ${purpose}`;
  const reservation = open.get(id) ?? {
    state: stateOf(name, policy, reservations(bucket, policy)),
    users: 0,
    counts: true,
  };
  if (!reservation.state.allowed) return { state: reservation.state, end: () => {} };
  open.set(id, reservation);
  reservation.users++;
  const end = (counts: boolean) => {
    reservation.counts &&= counts;
    if (--reservation.users > 0) return;
    open.delete(id);
    if (!reservation.counts) reservations.giveBack(bucket, policy);
  };
  return { state: reservation.state, end };
}

const meters = memoryBuckets();

/** Processor time of this thread, in milliseconds. Node before 23.9, where only `next start` may run, knows that of the process. */
export function cpuMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage).call(process);
  return (user + system) / 1000;
}

/**
 * Runs synchronous work within a subject's CPU budget in this process. Processor time is counted and no waiting for a busy machine's
 * core, so no one pays for what others run. Throws rate_limited when it is used up and has not admitted this request
 * before, and what the work throws.
 */
export function withinCpuBudget<T>(name: BucketName, subject: string, work: () => T): T {
  if (!admitted.getStore()?.has(bucketOf(name, subject))) requireBudget(name, subject);
  return measured(name, subject, work);
}

/** Runs synchronous work and charges its processor time, `times` as much if given, also beyond the budget. Throws what the work throws. */
export function measured<T>(name: BucketName, subject: string, work: () => T, times = 1): T {
  const before = cpuMs();
  try {
    return work();
  } finally {
    debit(name, subject, times * (cpuMs() - before));
  }
}

/** Throws rate_limited when a subject has used up a budget that `debit` charges afterwards. */
export function requireBudget(name: BucketName, subject: string): void {
  if (!areOn()) return;
  const policy = scaled(BUCKETS[name]);
  const verdict = meters(bucketOf(name, subject), policy);
  if (!verdict.allowed) throw limited(verdict);
  meters.giveBack(bucketOf(name, subject), policy);
  admitted.getStore()?.add(bucketOf(name, subject));
}

/** Charges a subject's budget, in the bucket's unit; it may go below zero and then refills first. Negative amounts return. */
export function debit(name: BucketName, subject: string, amount: number): void {
  if (areOn()) meters.giveBack(bucketOf(name, subject), scaled(BUCKETS[name]), -amount);
}

/** Takes one request from a bucket. Throws rate_limited when it is empty. */
export async function requireTaken(name: BucketName, subject: string): Promise<void> {
  const state = await take(name, subject);
  if (state && !state.allowed) throw limited(state);
}

/** Buckets whose subjects are addresses. */
const OF_ADDRESSES: readonly BucketName[] = ["address", "page", "render"];

const bucketOf = (name: BucketName, subject: string) =>
  `${name}:${OF_ADDRESSES.includes(name) ? networkOf(subject) : subject}`;

function stateOf(name: BucketName, { perSecond, burst }: BucketPolicy, verdict: Verdict): LimitState {
  return { policy: name, quota: burst, windowSeconds: Math.ceil(burst / perSecond), ...verdict };
}

function scaled({ perSecond, burst }: BucketPolicy): BucketPolicy {
  const scale = env().RATE_LIMIT_SCALE;
  return { perSecond: perSecond * scale, burst: Math.max(1, Math.round(burst * scale)) };
}

/** The 429 of a limit that is used up. */
export function limited(state: { resetMs: number }): AppError {
  const seconds = Math.max(1, Math.ceil(state.resetMs / 1000));
  return new AppError("rate_limited", `Too many requests. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}

/** Prefix of a site among the subjects of attempts. */
const SITE = "site:";

/**
 * Counts an attempt of each subject (an account, a browser), and of the address that it came from, in PostgreSQL. Throws
 * rate_limited beyond the window's limit.
 */
export async function countAttempt(name: WindowName, subjects: string[], address?: string): Promise<void> {
  if (!areOn()) return;
  const { most, windowSeconds } = WINDOWS[name];
  const places = address === undefined ? [] : placesOf(address);
  // Sorted, so that two requests that count the same subjects lock them in one order.
  const rows = await query<{ subject: string; count: number; reset_ms: number }>(
    "ratelimit.count",
    `INSERT INTO rate_counter AS c (bucket, subject, window_start, count)
       SELECT $1, s, to_timestamp(floor(extract(epoch FROM now()) / $3) * $3), 1 FROM unnest($2::text[]) AS s ORDER BY s
     ON CONFLICT (bucket, subject, window_start) DO UPDATE SET count = c.count + 1
     RETURNING subject, count,
     (extract(epoch FROM window_start + make_interval(secs => $3) - now()) * 1000)::int AS reset_ms`,
    [name, [...subjects, ...places], windowSeconds],
  );
  const mostOf = (subject: string) => most * (subject.startsWith(SITE) ? NETWORKS_A_SITE : 1);
  const over = rows.find(({ subject, count }) => count > mostOf(subject) * env().RATE_LIMIT_SCALE);
  if (over) throw limited({ resetMs: over.reset_ms });
}

/** The subjects of an address: its network, and its IPv6 site, within which it can change networks. */
function placesOf(address: string): string[] {
  const site = siteOf(address);
  return [`address:${networkOf(address)}`, ...(site === null ? [] : [SITE + site])];
}

/**
 * Takes something that may be used once, such as a one-time code, for at least `seconds`. Returns false when it has been
 * used before. This is a rule and no limit: RATE_LIMITS does not switch it off.
 */
export async function takeOnce(name: string, subject: string, seconds: number): Promise<boolean> {
  const [row] = await query<{ count: number; before: number }>(
    "ratelimit.once",
    `WITH w AS (SELECT to_timestamp(floor(extract(epoch FROM now()) / $3) * $3) AS start)
     INSERT INTO rate_counter AS c (bucket, subject, window_start, count) SELECT $1, $2, w.start, 1 FROM w
     ON CONFLICT (bucket, subject, window_start) DO UPDATE SET count = c.count + 1
     RETURNING count, (SELECT count(*)::int FROM rate_counter b, w WHERE b.bucket = $1 AND b.subject = $2
       AND b.window_start = w.start - make_interval(secs => $3)) AS before`,
    [name, subject, seconds],
  );
  return row?.count === 1 && row.before === 0;
}

/** Deletes windows that are over. Returns how many. */
export function expireWindows(): Promise<number> {
  return prune((limit) => prisma().rateCounter.deleteMany({ where: { windowStart: { lt: daysAgo(1) } }, limit }));
}
