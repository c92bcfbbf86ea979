/**
 * Slots of a job whose items wait for others: endpoints, mail servers, payment processors. Invariants: a slot is refilled as soon
 * as its item ends, so no item waits for the slowest of a batch; what runs is passed to the claim, which limits the slots of each
 * account.
 */
import { setTimeout } from "node:timers/promises";
import { log } from "@/lib/platform/core/log";
import { isRunEnding, noteFailure } from "@/lib/platform/jobs/isolated";

/** How often a run with free slots looks for new work while items are running. */
const LOOK_MS = 500;
/** A run returns after this long though slow items still run: they keep their slots, and the job's health stays known. */
const RUN_MS = 10_000;

/** Items of every job that run in this process. */
const running = new Set<Promise<unknown>>();

/** Resolves when no item runs any more; the process waits for it when it ends. */
export async function itemsEnded(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

type Settings<Item> = { job: string; slots: number; idOf: (item: Item) => string };
type Work<Item> = {
  /**
   * Takes at most `free` items that are due. `taken` are those that run: a fair claim gives no account more than its share of the
   * slots. An item must not be claimed twice in a run.
   */
  claim: (free: number, taken: Item[]) => Promise<Item[]>;
  /** Returns whether the item counts. What it throws is logged, and the other items continue. */
  work: (item: Item) => Promise<boolean>;
};

/** Slots of one job in this process. */
export function createSlots<Item>({ job, slots, idOf }: Settings<Item>) {
  const taken = new Map<Promise<boolean>, Item>();
  const start = (item: Item, work: Work<Item>["work"]): Promise<boolean> => {
    const done = work(item)
      .catch((error: unknown) => {
        noteFailure(error);
        log.error({ err: error, job, id: idOf(item) }, "an item of a job failed; the others continue");
        return false;
      })
      .finally(() => {
        taken.delete(done);
        running.delete(done);
      });
    taken.set(done, item);
    running.add(done);
    return done;
  };

  /**
   * Claims and works until nothing is due and nothing runs, or for ten seconds. A process that ends claims nothing more. Returns
   * how many items that this run has seen end count. Throws what the claim throws.
   */
  return async function run({ claim, work }: Work<Item>): Promise<number> {
    const until = performance.now() + RUN_MS;
    let sum = 0;
    while (performance.now() < until && !isRunEnding()) {
      const free = slots - taken.size;
      const wasIdle = taken.size === 0;
      const items = free > 0 ? await claim(free, [...taken.values()]) : [];
      for (const item of items)
        void start(item, work).then((counts) => {
          if (counts) sum++;
        });
      if (items.length > 0 && taken.size < slots) continue;
      // What ended while it was claimed may have freed a share: only a claim beside nothing shows that nothing is due.
      if (taken.size === 0 && wasIdle) break;
      if (taken.size > 0) await oneEnds(taken.keys());
    }
    return sum;
  };
}

/** Waits until an item ends, but not longer than until new work is looked for. */
async function oneEnds(items: Iterable<Promise<unknown>>): Promise<void> {
  const timer = new AbortController();
  const pause = setTimeout(LOOK_MS, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([...items, pause]);
  timer.abort();
}

/** How many of the items that run belong to each account, for a claim: two arrays of one length. */
export function countedBy<Item>(items: readonly Item[], ownerOf: (item: Item) => string): [string[], number[]] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(ownerOf(item), (counts.get(ownerOf(item)) ?? 0) + 1);
  return [[...counts.keys()], [...counts.values()]];
}
