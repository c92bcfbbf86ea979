import { LRUCache } from "lru-cache";

export type CacheStats = { name: string; hits: number; misses: number; entries: number; bytes: number };

type CacheOptions<Value> = {
  /** The name in `/metrics`. */
  name: string;
  /** Most bytes of all values together; the least recently used leave first. */
  maxBytes: number;
  maxEntries?: number;
  bytesOf: (value: Value) => number;
  /** How long a value is served; without, until it leaves. */
  ttlMs?: number;
  now?: () => number;
};

// The pages' bundle and the host's are separate copies of this module in one thread; `/metrics` adds them up.
const shared = globalThis as typeof globalThis & { marketplaceCaches?: Set<() => CacheStats[]> };

/** Has `/metrics` add what another thread's caches did. */
export function shareCacheStats(read: () => CacheStats[]): void {
  shared.marketplaceCaches ??= new Set();
  shared.marketplaceCaches.add(read);
}

/** A cache of bounded bytes whose hits, misses and size are in `/metrics`. Synchronous; nothing in it may be changed. */
export class Cache<Value extends object> {
  readonly #entries: LRUCache<string, Value>;
  #hits = 0;
  #misses = 0;

  constructor({ name, maxBytes, maxEntries, bytesOf, ttlMs, now }: CacheOptions<Value>) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value) => Math.max(1, bytesOf(value)),
      ...(maxEntries && { max: maxEntries }),
      ...(ttlMs && { ttl: ttlMs }),
      ...(now && { perf: { now }, ttlResolution: 0 }),
    });
    shareCacheStats(() => [
      {
        name,
        hits: this.#hits,
        misses: this.#misses,
        entries: this.#entries.size,
        bytes: this.#entries.calculatedSize,
      },
    ]);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether a value is there, which counts neither as a hit nor as a miss. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** The value of a key, or undefined; `isCurrent` decides whether one that is there counts. */
  get(key: string, isCurrent: (value: Value) => boolean = () => true): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && isCurrent(value)) {
      this.#hits++;
      return value;
    }
    this.#misses++;
    return undefined;
  }

  /** Takes a value out. */
  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Replaces a value. One that is larger than the whole cache is not stored. */
  set(key: string, value: Value): void {
    this.#entries.set(key, value);
  }
}

/** The metrics of this process's caches, summed by name. */
export function cacheStats(): CacheStats[] {
  const sums = new Map<string, CacheStats>();
  for (const { name, hits, misses, entries, bytes } of [...(shared.marketplaceCaches ?? [])].flatMap((read) =>
    read(),
  )) {
    const sum = sums.get(name) ?? { name, hits: 0, misses: 0, entries: 0, bytes: 0 };
    sums.set(name, {
      name,
      hits: sum.hits + hits,
      misses: sum.misses + misses,
      entries: sum.entries + entries,
      bytes: sum.bytes + bytes,
    });
  }
  return [...sums.values()];
}
