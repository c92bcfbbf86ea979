import { count } from "@/lib/platform/core/counts";
import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";
import { memoryBuckets, type Verdict } from "@/lib/platform/ratelimit/memory";
import type { BucketPolicy } from "@/lib/platform/ratelimit/policy";

/** Failures in a row after which the store is paused, and how often it is probed then. */
const FAILURES_TO_PAUSE = 3;
const PROBE_MS = 500;

export type SharedStore = (id: string, policy: BucketPolicy) => Promise<Verdict>;
type Store = SharedStore | ReturnType<typeof memoryBuckets>;

/** The buckets of this installation: Upstash or Redis when configured, with memory as fallback; else memory. */
export function openStore(): Store {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = env();
  const memory = memoryBuckets();
  if (url && token)
    return withFallback(
      onDemand(({ upstashStore }) => upstashStore(url, token)),
      memory,
    );
  if (REDIS_URL)
    return withFallback(
      onDemand(({ redisStore }) => redisStore(REDIS_URL)),
      memory,
    );
  return memory;
}

/** A shared store; its client is loaded only now, so that an installation without one does not pay for it in memory. */
function onDemand(open: (clients: typeof import("@/lib/platform/ratelimit/redis")) => SharedStore): SharedStore {
  const opened = import("@/lib/platform/ratelimit/redis").then(open);
  return async (id, policy) => (await opened)(id, policy);
}

/**
 * A counter that is slow or gone must not slow the API: this process counts alone until it is back, and says so once. It is
 * asked now and then meanwhile, since what is asked of a counter that hangs takes memory and connections.
 */
function withFallback(store: SharedStore, memory: Store): SharedStore {
  let isDown = false;
  let failures = 0;
  let probeAt = 0;
  return async (id, policy) => {
    if (failures >= FAILURES_TO_PAUSE) {
      if (performance.now() < probeAt) return memory(id, policy);
      probeAt = performance.now() + PROBE_MS;
    }
    const verdict = await store(id, policy).catch(() => null);
    if (verdict === null) {
      failures++;
      count("dependency_failures_total", { dependency: "redis" });
      if (!isDown) log.warn("the shared rate limit store does not answer; limits are counted in this process");
      isDown = true;
      return memory(id, policy);
    }
    if (isDown) log.info("the shared rate limit store answers again");
    isDown = false;
    failures = 0;
    return verdict;
  };
}
