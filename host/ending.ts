import { setTimeout } from "node:timers/promises";
import { log } from "@/lib/platform/core/log";

/** Longest wait for one part of the process to end: above the own timeouts of all parts. */
const PART_TIMEOUT_MS = 45_000;

/** Ends a part of this process. Never throws: a part that fails or hangs is logged, and the others still end. */
export async function end(part: string, work: () => Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  try {
    const isLate = setTimeout(PART_TIMEOUT_MS, true, patience);
    if (await Promise.race([work().then(() => false), isLate]))
      log.error({ part }, "a part of this process does not end, and is left");
  } catch (error) {
    log.error({ err: error, part }, "a part of this process did not end in order");
  } finally {
    patience.abort();
  }
}
