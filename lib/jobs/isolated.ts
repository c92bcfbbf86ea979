import { log } from "@/lib/core/log";

let isEnding = false;

/** Sets whether this process is ending: then runs in progress start no further item. */
export function endRuns(isWanted: boolean): void {
  isEnding = isWanted;
}

/** Whether this process is ending: a run finishes its current item and leaves the rest to the next run. */
export function isRunEnding(): boolean {
  return isEnding;
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
      log.error({ err: error, job, id: idOf(item) }, "an item of a job failed; the others continue");
    }
  }
  return done;
}
