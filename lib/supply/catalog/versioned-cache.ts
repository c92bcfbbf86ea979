import { Cache } from "@/lib/platform/core/cache";

type Options<Value> = {
  name: string;
  maxBytes: number;
  /** About how many bytes of JSON a value has; without, they are counted. */
  bytesOf?: (value: Value) => number;
};

/**
 * A cache of catalog reads, valid for one generation. Authentication returns the current generation, so a request sees
 * everything published before it. Sizes are bytes of JSON.
 */
export class VersionedCache<Value> {
  readonly #cache: Cache<{ value: Value; generation: string }>;

  constructor({ name, maxBytes, bytesOf }: Options<Value>) {
    this.#cache = new Cache({
      name,
      maxBytes,
      bytesOf: ({ value }) => bytesOf?.(value) ?? Buffer.byteLength(JSON.stringify(value)),
    });
  }

  /** The value of an id if it was read from this generation; undefined for an unknown one. */
  get(id: string, generation: string | null | undefined): Value | undefined {
    return this.#cache.get(id, (entry) => entry.generation === generation)?.value;
  }

  /** Replaces a value. One that is larger than the whole cache is not stored. */
  set(id: string, value: Value, generation: string): void {
    this.#cache.set(id, { value, generation });
  }
}
