import { cpuMs, debit, requireBudget } from "@/lib/platform/ratelimit/service";

/** How often processor time is divided among those who used it. */
const TURN_MS = 250;
/** A turn that took longer had no one who asks all the time. */
const MAX_TURN_MS = 1_000;
/** Most that one request pays: jobs and other work of the thread are no one's. */
const MAX_REQUEST_MS = 20;

let turn = { startedAt: performance.now(), startedMs: cpuMs() };
const requests = new Map<string, number>();

/**
 * Counts a request of a subject, which pays for its share of this thread's processor time: requests interleave, so that the time of
 * one can't be measured. Throws rate_limited when the subject has used more than its budget.
 */
export function chargeWork(subject: string): void {
  const now = performance.now();
  if (now - turn.startedAt >= TURN_MS) endTurn(now);
  requests.set(subject, (requests.get(subject) ?? 0) + 1);
  requireBudget("work", subject);
}

function endTurn(now: number): void {
  const usedMs = cpuMs() - turn.startedMs;
  const all = [...requests.values()].reduce((sum, count) => sum + count, 0);
  if (now - turn.startedAt <= MAX_TURN_MS)
    for (const [subject, count] of requests) debit("work", subject, count * Math.min(usedMs / all, MAX_REQUEST_MS));
  requests.clear();
  turn = { startedAt: now, startedMs: usedMs + turn.startedMs };
}
