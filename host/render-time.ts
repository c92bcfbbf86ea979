import type { ServerResponse } from "node:http";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Most that one page is charged: what else the process did meanwhile is part of what is measured. */
const MAX_PAGE_MS = 250;

const USUAL_PAGE_MS = 40;

let rendering = 0;
/** Processor time of each page in the making, had it been made from the start of the process: time is divided among those that are. */
let sharedMs = 0;
let lookedAtMs = 0;

function advance(change: 1 | -1): number {
  const nowMs = ratelimit.cpuMs();
  if (rendering > 0) sharedMs += (nowMs - lookedAtMs) / rendering;
  lookedAtMs = nowMs;
  rendering += change;
  return sharedMs;
}

/** Charges the processor time until a response ends to a subject's budget of rendering; at first, what a page usually takes. */
export function chargeRendering(response: ServerResponse, subject: string): void {
  const startedMs = advance(1);
  ratelimit.debit("render", subject, USUAL_PAGE_MS);
  response.once("close", () => {
    ratelimit.debit("render", subject, Math.min(MAX_PAGE_MS, advance(-1) - startedMs) - USUAL_PAGE_MS);
  });
}
