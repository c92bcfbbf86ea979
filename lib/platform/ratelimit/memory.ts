import { LRUCache } from "lru-cache";
import type { BucketPolicy } from "@/lib/platform/ratelimit/policy";

/** Most buckets in memory; evicting the oldest can only allow more requests. */
const MAX_BUCKETS = 100_000;

export type Verdict = { allowed: boolean; remaining: number; resetMs: number };

type Bucket = { tokens: number; at: number };

/** Token buckets in this process's memory; `giveBack` returns tokens, or takes more with a negative count. */
export function memoryBuckets(now: () => number = Date.now) {
  // By size: with `max`, room for all of them would be allocated up front.
  const buckets = new LRUCache<string, Bucket>({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 });
  const take = (id: string, { perSecond, burst }: BucketPolicy): Verdict => {
    const at = now();
    const known = buckets.get(id);
    const tokens = known ? Math.min(burst, known.tokens + (Math.max(0, at - known.at) / 1000) * perSecond) : burst;
    const allowed = tokens >= 1;
    const left = allowed ? tokens - 1 : tokens;
    buckets.set(id, { tokens: left, at });
    return { allowed, remaining: Math.floor(left), resetMs: left >= 1 ? 0 : ((1 - left) / perSecond) * 1000 };
  };
  const giveBack = (id: string, { burst }: BucketPolicy, count = 1): void => {
    const known = buckets.peek(id);
    if (known) known.tokens = Math.min(burst, known.tokens + count);
  };
  return Object.assign(take, { giveBack });
}
