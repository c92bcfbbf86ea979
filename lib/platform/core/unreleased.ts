import { isUnavailable } from "@/lib/platform/core/db-errors";
import { log } from "@/lib/platform/core/log";

/** How often the database is asked whether it takes releases again: a caller has 20 places, and each waiting hold fills one. */
const RETRY_MS = 500;
/** Most that are remembered; further ones end with their time. */
const MAX_WAITING = 10_000;

type Work = () => Promise<unknown>;

/**
 * Remembers releases of holds and idempotency keys that the database did not take, and does them when it is back, since those of a
 * living process are otherwise left alone until they expire. A release that is repeated changes nothing.
 */
const waiting = new Map<string, Work>();
let timer: NodeJS.Timeout | undefined;
let isTrying = false;

/** Releases what has an id once the database takes that. */
export function releaseLater(id: string, work: Work): void {
  if (waiting.size >= MAX_WAITING) return;
  waiting.set(id, work);
  timer ??= setInterval(() => void releaseWaiting(), RETRY_MS).unref();
}

/** Asks with one, and releases all others once that one was taken. */
async function releaseWaiting(): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  const [first, ...others] = [...waiting];
  if (first && (await attempt(first))) await Promise.all(others.map(attempt));
  isTrying = false;
  if (waiting.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Whether a release was taken, or can never be: then what is held ends with its time. */
async function attempt([id, work]: [string, Work]): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    if (isUnavailable(error)) return false;
    log.error({ err: error, id }, "a hold or an idempotency key could not be released; it ends with its time");
  }
  waiting.delete(id);
  return true;
}
