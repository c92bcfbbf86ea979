import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "@/lib/platform/core/log";

let isEnding = false;

/** Sets whether this process is ending: then runs in progress start no further item. */
export function endRuns(isWanted: boolean): void {
  isEnding = isWanted;
}

/** Whether this process is ending: a run finishes its current item and leaves the rest to the next run. */
export function isRunEnding(): boolean {
  return isEnding;
}

const failures = new AsyncLocalStorage<unknown[]>();

/** Notes that one item of the run in progress failed, though the run goes on: the job is not healthy then. */
export function noteFailure(error: unknown): void {
  failures.getStore()?.push(error);
}

/** Runs a job. Returns what it returned, and what its items failed with. Throws what the run as a whole throws. */
export async function collectFailures<T>(run: () => Promise<T>): Promise<{ result: T; failed: unknown[] }> {
  const failed: unknown[] = [];
  return { result: await failures.run(failed, run), failed };
}

/**
 * Runs a job's work for each item in turn and returns the results. An item that fails is logged with `idOf`, left to the next
 * run, and does not stop the items after it. A process that ends starts no further item.
 */
export async function forEachIsolated<Item, Done>(
  job: string,
  items: readonly Item[],
  idOf: (item: Item) => string,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  for (const item of items) {
    if (isEnding) break;
    try {
      done.push(await work(item));
    } catch (error) {
      noteFailure(error);
      log.error({ err: error, job, id: idOf(item) }, "an item of a job failed; the others continue");
    }
  }
  return done;
}
