import { log } from "@/lib/core/log";

let isEnding = false;

/** Tells rounds under way whether this process is about to end. */
export function endRuns(isWanted: boolean): void {
  isEnding = isWanted;
}

/** Whether this process is about to end: a round finishes what it is at, and leaves what it has not begun to the next one. */
export function isRunEnding(): boolean {
  return isEnding;
}

/**
 * Does a job's work for one after the other, and returns what came of it. What fails unexpectedly is logged with `idOf` and
 * left to the next round; it does not keep those after it from their turn. A process that ends begins no further one.
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
      log.error({ err: error, job, id: idOf(item) }, "one of a round failed; the others go on");
    }
  }
  return done;
}
