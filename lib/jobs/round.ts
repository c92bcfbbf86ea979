import { log } from "@/lib/core/log";

/**
 * Does a job's work for one after the other, and returns what came of it. What fails unexpectedly is logged with `idOf` and
 * left to the next round; it does not keep those after it from their turn.
 */
export async function eachInTurn<Item, Done>(
  job: string,
  items: readonly Item[],
  idOf: (item: Item) => string,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  for (const item of items) {
    try {
      done.push(await work(item));
    } catch (error) {
      log.error({ err: error, job, id: idOf(item) }, "one of a round failed; the others go on");
    }
  }
  return done;
}
