import { LRUCache } from "lru-cache";
import { CIRCUIT_FAILURES, CIRCUIT_OPEN_SECONDS } from "@/lib/platform/core/limits";

/** Most failures of one caller that count for all, so that at least three callers must have failed. */
const MOST_OF_ONE = 4;
/** How long the circuit stays open before one probe. */
const OPEN_MS = CIRCUIT_OPEN_SECONDS * 1000;
/** A caller with a success this recent is not blocked by others' failures. */
const TRUST_MS = 60_000;
const MAX_CIRCUITS = 20_000;

type Circuit = { failures: number; openUntil: number };
type Own = Circuit & { answeredAt: number };
/** Failures since the last success: by caller, and whose was the last. */
type Common = Circuit & { counted: Map<string, number>; lastFailed: string };

/**
 * A circuit breaker per endpoint, in each process. One caller's failures may be that caller's fault, so the circuit opens for all
 * only after failures of several callers, and never for a caller that has just succeeded.
 */
export function createCircuits(now: () => number = Date.now) {
  const commons = new LRUCache<string, Common>({ max: MAX_CIRCUITS });
  const owns = new LRUCache<string, Own>({ max: MAX_CIRCUITS });
  /** Lets the first call after the pause through as the probe; others wait for its result. */
  const pauseOf = (circuit: Circuit | undefined, longerMs = 0): number => {
    if (!circuit || circuit.failures < CIRCUIT_FAILURES) return 0;
    const waitMs = circuit.openUntil + longerMs - now();
    if (waitMs > 0) return waitMs;
    circuit.openUntil = now() + OPEN_MS;
    return 0;
  };
  const fail = (circuit: Circuit, counts: boolean) => {
    if (counts) circuit.failures++;
    if (circuit.failures >= CIRCUIT_FAILURES) circuit.openUntil = now() + OPEN_MS;
  };
  return {
    /** Milliseconds until a caller's next try at an endpoint, or 0 when the call may go. */
    pauseMs(id: string, caller: string): number {
      const own = owns.peek(ownId(id, caller));
      const ownMs = pauseOf(own);
      if (ownMs > 0) return ownMs;
      if (own?.failures === 0 && now() - own.answeredAt < TRUST_MS) return 0;
      const common = commons.peek(id);
      // The caller that failed last does not probe for all others, unless no other caller comes.
      return pauseOf(common, common?.lastFailed === caller ? OPEN_MS : 0);
    },
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
      const counts = counted < MOST_OF_ONE && common.failures < CIRCUIT_FAILURES;
      if (counts) common.counted.set(caller, counted + 1);
      common.lastFailed = caller;
      fail(common, counts);
      commons.set(id, common);
    },
  };
}

const ownId = (id: string, caller: string) => `${id} ${caller}`;
