import type { ServerResponse } from "node:http";
import type { BucketName } from "@/lib/platform/ratelimit/policy";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Most that one page is charged: what else its thread did meanwhile is part of what is measured. */
const MAX_PAGE_MS = 250;

const USUAL_PAGE_MS = 40;
/** Longest that a page keeps the next one of the same subject waiting: its reader may be slow. */
const MAX_TURN_MS = 1_000;

/** A budget of rendering, and whose it is. */
type Budget = readonly [name: BucketName, subject: string];
/** A page that is admitted: `begin` waits for its turn, and says whether its visitor is still there; `cancel` charges nothing. */
export type Rendering = { begin: (response: ServerResponse) => Promise<boolean>; cancel: () => void };

let cpuMs: () => number | Promise<number> = ratelimit.cpuMs;
let rendering = 0;
/** Processor time of each page in the making, had it been made from the start of the process: time is divided among those that are. */
let sharedMs = 0;
let lookedAtMs = 0;
/** The newest page of each subject that is being made, or waits for those before it. */
const newest = new Map<string, Promise<void>>();

/** Has the time of rendering read off another clock: that of the thread that renders. */
export function countRenderingBy(clock: typeof cpuMs): void {
  cpuMs = clock;
}

async function advance(change: 1 | -1): Promise<number> {
  const nowMs = await cpuMs();
  if (rendering > 0) sharedMs += (nowMs - lookedAtMs) / rendering;
  lookedAtMs = nowMs;
  rendering += change;
  return sharedMs;
}

/**
 * Charges what a page usually takes to every budget, before anything is waited for, so that no number of concurrent pages gets by. What it
 * takes beyond that, in processor time until its response ends, is charged then. Pages of the same `subject` are made one after the
 * other, so that others' requests are served in between. Throws rate_limited when a budget is used up.
 */
export function admitRendering(subject: string, budgets: readonly Budget[]): Rendering {
  for (const [name, whose] of budgets) ratelimit.requireBudget(name, whose);
  const charge = (ms: number) => {
    for (const [name, whose] of budgets) ratelimit.debit(name, whose, ms);
  };
  charge(USUAL_PAGE_MS);
  const begin = async (response: ServerResponse) => {
    await turnOf(subject, response);
    if (response.closed) {
      charge(-USUAL_PAGE_MS);
      return false;
    }
    const started = advance(1);
    response.once("close", async () => {
      const takenMs = (await advance(-1)) - (await started);
      charge(Math.min(MAX_PAGE_MS, takenMs) - USUAL_PAGE_MS);
    });
    return true;
  };
  return { begin, cancel: () => charge(-USUAL_PAGE_MS) };
}

/** Waits until no other page of a subject is being made. */
async function turnOf(subject: string, response: ServerResponse): Promise<void> {
  const before = newest.get(subject);
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  const own = (before ?? Promise.resolve()).then(() => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_TURN_MS).unref());
    return Promise.race([ended, timeout]);
  });
  newest.set(subject, own);
  void own.then(() => newest.get(subject) === own && newest.delete(subject));
  await before;
}
