import type { Caller } from "@/lib/platform/core/caller";

/** Calls of tools that this process works on, by caller and the client's id of the request. */
const underWay = new Map<string, Set<AbortController>>();

const nameOf = ({ accountId, key }: Caller, id: unknown) => JSON.stringify([key?.id ?? accountId, id]);

/** Runs a call with a signal that aborts when its client cancels it, or closes the connection. */
export async function cancellable<T>(
  caller: Caller,
  { id, closed }: { id: unknown; closed: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const name = nameOf(caller, id);
  const cancelled = new AbortController();
  const calls = underWay.get(name) ?? new Set();
  underWay.set(name, calls.add(cancelled));
  try {
    return await work(closed ? AbortSignal.any([closed, cancelled.signal]) : cancelled.signal);
  } finally {
    calls.delete(cancelled);
    if (calls.size === 0) underWay.delete(name);
  }
}

/**
 * Cancels the call that a client names by its id. Requests are independent, so two clients with one key may use the same id concurrently: then
 * no one knows whose call it is, and both go on.
 */
export function cancel(caller: Caller, id: unknown): void {
  const [call, ...others] = underWay.get(nameOf(caller, id)) ?? [];
  if (others.length === 0) call?.abort();
}
