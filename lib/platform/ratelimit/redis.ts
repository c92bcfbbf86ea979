import { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import type { SharedStore } from "@/lib/platform/ratelimit/store";

/** Longest wait for a shared counter before this process counts alone. */
const STORE_TIMEOUT_MS = 25;
/** When an abandoned request to Upstash is aborted; later than STORE_TIMEOUT_MS, since opening a connection takes longer. */
const ABORT_MS = 1_000;

/** Buckets that every process of an installation shares, in the Redis at an address; they reject when it is slow or gone. */
export function redisStore(address: string): SharedStore {
  return shared(ioredisClient(address));
}

/** The same over Upstash's REST API. */
export function upstashStore(url: string, token: string): SharedStore {
  return shared(upstashClient(url, token));
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
