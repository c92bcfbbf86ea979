import { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { count } from "@/lib/core/counts";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { memoryBuckets, type Verdict } from "@/lib/ratelimit/memory";
import type { BucketPolicy } from "@/lib/ratelimit/policy";

/** Longest wait for a shared counter before this process counts alone. */
const STORE_TIMEOUT_MS = 25;
/** When an abandoned request to Upstash is aborted; later than STORE_TIMEOUT_MS, since opening a connection takes longer. */
const ABORT_MS = 1_000;
/** Failures in a row after which the store is paused, and how often it is probed then. */
const FAILURES_TO_PAUSE = 3;
const PROBE_MS = 500;

type SharedStore = (id: string, policy: BucketPolicy) => Promise<Verdict>;
type Store = SharedStore | ReturnType<typeof memoryBuckets>;

/** The buckets of this installation: Upstash or Redis when configured, with memory as fallback; else memory. */
export function openStore(): Store {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = env();
  const memory = memoryBuckets();
  if (url && token) return withFallback(shared(upstashClient(url, token)), memory);
  if (REDIS_URL) return withFallback(sharedStore(REDIS_URL), memory);
  return memory;
}

/** Buckets that every process of an installation shares, in the Redis at an address; they reject when it is slow or gone. */
export function sharedStore(address: string): SharedStore {
  return shared(ioredisClient(address));
}

type RedisClient = ConstructorParameters<typeof Ratelimit>[0]["redis"];

/** One definition for Upstash's REST API and for any Redis: the limiter needs no more than these commands. */
function shared(redis: RedisClient): SharedStore {
  const limiters = new Map<string, Ratelimit>();
  return async (id, { perSecond, burst }) => {
    const shape = `${perSecond}/${burst}`;
    const refillMs = perSecond >= 1 ? 1000 : Math.round(1000 / perSecond);
    const limiter =
      limiters.get(shape) ??
      new Ratelimit({
        redis,
        prefix: "skm",
        limiter: Ratelimit.tokenBucket(Math.max(1, Math.round(perSecond)), `${refillMs} ms`, burst),
        timeout: STORE_TIMEOUT_MS,
      });
    limiters.set(shape, limiter);
    const { success, remaining, reset, reason } = await limiter.limit(id);
    if (reason === "timeout") throw new Error("the shared rate limit store did not answer in time");
    return {
      allowed: success,
      remaining: Math.max(0, remaining),
      resetMs: success ? 0 : Math.max(0, reset - Date.now()),
    };
  };
}

function upstashClient(url: string, token: string): RedisClient {
  // Left to itself, the client would keep each request to a server that hangs for minutes, and then send it again.
  return new UpstashRedis({
    url,
    token,
    enableTelemetry: false,
    retry: false,
    signal: () => AbortSignal.timeout(ABORT_MS),
  });
}

function ioredisClient(address: string): RedisClient {
  const client = new Redis(address, {
    maxRetriesPerRequest: 0,
    // Without it, commands to a server that hangs would pile up in memory.
    commandTimeout: STORE_TIMEOUT_MS,
    enableOfflineQueue: false,
    lazyConnect: false,
  });
  // Each failed command falls back; the connection retries in the background.
  client.on("error", () => {});
  const scripts = {
    // The limiter's scripts begin with a flag that only Upstash knows. Without it their digest is another one, so they
    // are always sent whole.
    evalsha: () => Promise.reject(new Error("NOSCRIPT the script is sent whole")),
    eval: (script: string, keys: string[], args: unknown[]) =>
      client.eval(script.replace(/^#!lua[^\n]*\n/, ""), keys.length, ...keys, ...args.map(String)),
  };
  return scripts as unknown as RedisClient;
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
      if (!isDown)
        log.warn("the shared rate limit store does not answer; limits are counted in this process");
      isDown = true;
      return memory(id, policy);
    }
    if (isDown) log.info("the shared rate limit store answers again");
    isDown = false;
    failures = 0;
    return verdict;
  };
}
