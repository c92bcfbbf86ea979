import type { ServerResponse } from "node:http";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Most that one page is charged: what else the process did meanwhile is part of what is measured. */
const MAX_PAGE_MS = 250;

const USUAL_PAGE_MS = 40;
/** Longest that a page keeps the next one of the same subject waiting: its reader may be slow. */
const MAX_TURN_MS = 1_000;

let rendering = 0;
/** Processor time of each page in the making, had it been made from the start of the process: time is divided among those that are. */
let sharedMs = 0;
let lookedAtMs = 0;
/** The newest page of each subject that is being made, or waits for those before it. */
const newest = new Map<string, Promise<void>>();

function advance(change: 1 | -1): number {
  const nowMs = ratelimit.cpuMs();
  if (rendering > 0) sharedMs += (nowMs - lookedAtMs) / rendering;
  lookedAtMs = nowMs;
  rendering += change;
  return sharedMs;
}

/**
 * Waits until no other page of a subject is being made, so that others' requests are served in between. Then charges the processor time
 * until the response ends to the subject's budget of rendering; what a page usually takes is charged before it waits. Returns whether
 * the visitor is still there.
 */
export async function chargeRendering(response: ServerResponse, subject: string): Promise<boolean> {
  ratelimit.debit("render", subject, USUAL_PAGE_MS);
  const before = newest.get(subject);
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  const own = (before ?? Promise.resolve()).then(() => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_TURN_MS).unref());
    return Promise.race([ended, timeout]);
  });
  newest.set(subject, own);
  void own.then(() => newest.get(subject) === own && newest.delete(subject));
  await before;
  if (response.closed) {
    ratelimit.debit("render", subject, -USUAL_PAGE_MS);
    return false;
  }
  const startedMs = advance(1);
  response.once("close", () => {
    ratelimit.debit("render", subject, Math.min(MAX_PAGE_MS, advance(-1) - startedMs) - USUAL_PAGE_MS);
  });
  return true;
}
