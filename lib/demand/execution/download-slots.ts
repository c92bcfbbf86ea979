import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { MAX_OPEN_PACKAGES } from "@/lib/supply/packages/limits";

/** Longest download: the largest package on a slow line. Clients fetch the rest as a range. */
const LONGEST_MS = 15 * 60_000;
/** Seconds after which a download that found no slot may be tried again. */
const BUSY_RETRY_SECONDS = 5;

/** The downloads in progress in this process; each holds an open file or socket of the store. */
const slots = new Set<{ accountId: string }>();

/**
 * Runs work whose answer streams a package, in a slot that is held until the stream ends, is dropped or takes too long.
 * Slots are per account, so that slow readers of one account cannot use up the store.
 */
export async function inDownloadSlot(
  accountId: string,
  work: () => Promise<Response>,
  longestMs = LONGEST_MS,
): Promise<Response> {
  const slot = takeSlot(accountId);
  const leave = () => void slots.delete(slot);
  try {
    const response = await work();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const source = response.body ?? new Blob().stream();
    // A reader that is gone or too slow must end the source as well.
    source.pipeTo(writable, { signal: AbortSignal.timeout(longestMs) }).then(leave, leave);
    return new Response(readable, response);
  } catch (error) {
    leave();
    throw error;
  }
}

function takeSlot(accountId: string): { accountId: string } {
  const own = [...slots].filter((slot) => slot.accountId === accountId).length;
  if (own >= env().MAX_IN_FLIGHT)
    throw busy("You have reached the limit of concurrent downloads. Wait for one to finish.");
  if (slots.size >= MAX_OPEN_PACKAGES) throw busy("Too many downloads are in progress. Try again shortly.");
  const slot = { accountId };
  slots.add(slot);
  return slot;
}

function busy(message: string): AppError {
  return new AppError("too_many_in_flight", message, { retryAfterSeconds: BUSY_RETRY_SECONDS });
}
