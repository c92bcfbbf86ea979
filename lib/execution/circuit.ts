/** Failures in a row after which an endpoint is left alone. */
const FAILURES_TO_OPEN = 10;
/** How long it is left alone before one call may try again. */
const OPEN_MS = 15_000;
const MAX_CIRCUITS = 10_000;

type Circuit = { failures: number; openUntil: number };

/** Keeps callers from waiting for endpoints that fail again and again. One per process, keyed by skill. */
export function createCircuits(now: () => number = Date.now) {
  const circuits = new Map<string, Circuit>();
  return {
    /** Milliseconds until the next try, or 0 when a call may go. The first call after the pause is the probe. */
    pauseMs(id: string): number {
      const circuit = circuits.get(id);
      if (!circuit || circuit.failures < FAILURES_TO_OPEN) return 0;
      const waitMs = circuit.openUntil - now();
      if (waitMs > 0) return waitMs;
      circuit.openUntil = now() + OPEN_MS;
      return 0;
    },
    /** Notes how a call went. */
    note(id: string, isSuccess: boolean): void {
      if (isSuccess) {
        circuits.delete(id);
        return;
      }
      const circuit = circuits.get(id) ?? { failures: 0, openUntil: 0 };
      circuit.failures++;
      if (circuit.failures >= FAILURES_TO_OPEN) circuit.openUntil = now() + OPEN_MS;
      circuits.delete(id);
      circuits.set(id, circuit);
      if (circuits.size > MAX_CIRCUITS) circuits.delete(circuits.keys().next().value ?? "");
    },
  };
}
