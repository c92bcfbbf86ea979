import { Cache } from "@/lib/platform/core/cache";

type Options<Value> = {
  name: string;
  maxBytes: number;
  /** About how many bytes of JSON a value has; without, they are counted. */
  bytesOf?: (value: Value) => number;
};

/**
 * A cache of catalog reads, each of the generation that the catalog had when it was read: whoever asks decides whether that is new
 * enough. Sizes are bytes of JSON.
 */
export class VersionedCache<Value> {
  readonly #cache: Cache<{ value: Value; generation: number }>;

  constructor({ name, maxBytes, bytesOf }: Options<Value>) {
    this.#cache = new Cache({
      name,
      maxBytes,
      bytesOf: ({ value }) => bytesOf?.(value) ?? Buffer.byteLength(JSON.stringify(value)),
    });
  }

  /** The value of a key if its generation is new enough; undefined for an unknown one. */
  get(key: string, isCurrent: (generation: number, value: Value) => boolean): Value | undefined {
    return this.#cache.get(key, ({ value, generation }) => isCurrent(generation, value))?.value;
  }

  /** Replaces a value. One that is larger than the whole cache is not stored. */
  set(key: string, value: Value, generation: number): void {
    this.#cache.set(key, { value, generation });
  }
}
