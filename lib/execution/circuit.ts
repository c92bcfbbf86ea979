import { LRUCache } from "lru-cache";

/** Failures in a row after which an endpoint is left alone. */
const FAILURES_TO_OPEN = 10;
/** Failures of one caller that count for everybody, so that three callers at least must have failed. */
const MOST_OF_ONE = 4;
/** How long it is left alone before one call may try again. */
const OPEN_MS = 15_000;
/** Whoever was answered within this time knows better than others' failures. */
const TRUST_MS = 60_000;
const MAX_CIRCUITS = 20_000;

type Circuit = { failures: number; openUntil: number };
/** How an endpoint has answered one caller. */
type Own = Circuit & { answeredAt: number };
/** How it has answered all together since it last did well: failures by caller, and who had the last one. */
type Common = Circuit & { counted: Map<string, number>; lastFailed: string };

/**
 * Keeps callers from waiting for endpoints that fail again and again. One per process. What fails one caller may be that
 * caller's doing: an endpoint is shut to others only when it fails several, and never to whom it has just answered.
 */
export function createCircuits(now: () => number = Date.now) {
  const commons = new LRUCache<string, Common>({ max: MAX_CIRCUITS });
  const owns = new LRUCache<string, Own>({ max: MAX_CIRCUITS });
  /** Lets the first call after the pause through as the probe, and keeps the others waiting for it. */
  const pauseOf = (circuit: Circuit | undefined, longerMs = 0): number => {
    if (!circuit || circuit.failures < FAILURES_TO_OPEN) return 0;
    const waitMs = circuit.openUntil + longerMs - now();
    if (waitMs > 0) return waitMs;
    circuit.openUntil = now() + OPEN_MS;
    return 0;
  };
  const fail = (circuit: Circuit, counts: boolean) => {
    if (counts) circuit.failures++;
    if (circuit.failures >= FAILURES_TO_OPEN) circuit.openUntil = now() + OPEN_MS;
  };
  return {
    /** Milliseconds until a caller's next try at an endpoint, or 0 when the call may go. */
    pauseMs(id: string, caller: string): number {
      const own = owns.peek(ownId(id, caller));
      const ownMs = pauseOf(own);
      if (ownMs > 0) return ownMs;
      if (own?.failures === 0 && now() - own.answeredAt < TRUST_MS) return 0;
      const common = commons.peek(id);
      // Whoever failed last is not the one whose call decides for all others, unless nobody else comes.
      return pauseOf(common, common?.lastFailed === caller ? OPEN_MS : 0);
    },
    /** Notes how a caller's call went. */
    note(id: string, caller: string, isSuccess: boolean): void {
      const name = ownId(id, caller);
      if (isSuccess) {
        commons.delete(id);
        owns.set(name, { failures: 0, openUntil: 0, answeredAt: now() });
        return;
      }
      const own = owns.peek(name) ?? { failures: 0, openUntil: 0, answeredAt: Number.NEGATIVE_INFINITY };
      fail(own, true);
      owns.set(name, own);
      const common = commons.peek(id) ?? {
        failures: 0,
        openUntil: 0,
        counted: new Map(),
        lastFailed: caller,
      };
      const counted = common.counted.get(caller) ?? 0;
      const counts = counted < MOST_OF_ONE && common.failures < FAILURES_TO_OPEN;
      if (counts) common.counted.set(caller, counted + 1);
      common.lastFailed = caller;
      fail(common, counts);
      commons.set(id, common);
    },
  };
}

const ownId = (id: string, caller: string) => `${id} ${caller}`;
