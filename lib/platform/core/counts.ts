import { type Micros, toCredits } from "@/lib/platform/core/money";

/** What this process has done, for `/metrics`; the name and labels are those of the metric. */
export type Count = { name: CountName; labels: Record<string, string>; value: number };

/** Every counter and what it counts. */
export const COUNTERS = {
  upstream_calls_total: "Calls to skills' endpoints by outcome: ok, or the error's code.",
  charges_total: "Charges by kind: call, download, purchase.",
  charged_credits_total: "Credits charged by kind: call, download, purchase.",
  refunds_total: "Refunds of purchases.",
  refunded_credits_total: "Credits given back by refunds of purchases.",
  dependency_failures_total: "Requests to smtp, redis, storage and processor that failed.",
  session_requests_total: "Sign-ins and other requests of browser sessions, by action and status.",
  mails_total: "Mails by outcome: sent, failed.",
} as const;

type CountName = keyof typeof COUNTERS;

// The pages' bundle and the host's are separate copies of this module in one thread.
const shared = globalThis as typeof globalThis & { marketplaceCounts?: Map<string, Count> };

/** Adds to a counter of `/metrics`. Labels are of a small fixed set: no id, address or name of a caller's. */
export function count(name: CountName, labels: Record<string, string>, by = 1): void {
  shared.marketplaceCounts ??= new Map();
  const id = `${name} ${JSON.stringify(labels)}`;
  const entry = shared.marketplaceCounts.get(id);
  if (entry) entry.value += by;
  else shared.marketplaceCounts.set(id, { name, labels, value: by });
}

/** Counts a charge, in micro-credits; a free use is none. */
export function countCharge(kind: "call" | "download" | "purchase", price: Micros): void {
  if (price === 0n) return;
  count("charges_total", { kind });
  count("charged_credits_total", { kind }, toCredits(price));
}

let readOthers: () => Count[] = () => [];

/** Has `/metrics` add what another thread counted. */
export function shareCounts(read: () => Count[]): void {
  readOthers = read;
}

/** Everything that was counted so far. */
export function counts(): Count[] {
  return [...(shared.marketplaceCounts?.values() ?? []), ...readOthers()];
}
