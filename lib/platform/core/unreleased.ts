import { isUnavailable } from "@/lib/platform/core/db-errors";
import { log } from "@/lib/platform/core/log";

/** How often the database is asked whether it takes releases again: a caller has 20 places, and each waiting hold fills one. */
const RETRY_MS = 500;
/** Most releases of a kind that wait; further ones expire. */
const MAX_WAITING = 10_000;
/** Most releases at a time: the requests that come when the database is back need connections, too. */
const MAX_AT_ONCE = 5;

type Work = () => Promise<unknown>;
type Kind = "hold" | "key";

/**
 * Remembers releases of holds and idempotency keys that the database did not take, and does them when it is back, since those of a
 * living process are otherwise left alone until they expire. A release that is repeated changes nothing. Each kind has its own room.
 */
const waiting: Record<Kind, Map<string, Work>> = { hold: new Map(), key: new Map() };
const full = new Set<Kind>();
let timer: NodeJS.Timeout | undefined;
let isTrying = false;

/** Releases what has an id once the database takes that. */
export function releaseLater(kind: Kind, id: string, work: Work): void {
  if (waiting[kind].size >= MAX_WAITING) {
    if (!full.has(kind)) log.warn({ kind, most: MAX_WAITING }, "no more releases can wait: further ones expire");
    full.add(kind);
    return;
  }
  waiting[kind].set(id, work);
  timer ??= setInterval(() => void releaseWaiting(), RETRY_MS).unref();
}

/** Asks with one, and releases the others a few at a time, holds first, as long as they are taken. */
async function releaseWaiting(): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  const all = (["hold", "key"] as const).flatMap((kind) =>
    [...waiting[kind]].map(([id, work]) => ({ kind, id, work })),
  );
  for (let [at, until] = [0, 1]; at < all.length; [at, until] = [until, until + MAX_AT_ONCE]) {
    const taken = await Promise.all(all.slice(at, until).map(attempt));
    if (taken.includes(false)) break;
  }
  isTrying = false;
  if (waiting.hold.size + waiting.key.size > 0) return;
  full.clear();
  clearInterval(timer);
  timer = undefined;
}

/** Whether a release was taken, or can never be: then what is held ends with its time. */
async function attempt({ kind, id, work }: { kind: Kind; id: string; work: Work }): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    if (isUnavailable(error)) return false;
    log.error({ err: error, id }, "a hold or an idempotency key could not be released; it ends with its time");
  }
  waiting[kind].delete(id);
  return true;
}
