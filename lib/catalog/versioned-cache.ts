import { Cache } from "@/lib/core/cache";

/**
 * What was read of the catalog, valid while its generation stands. The check of a key returns the generation, so nothing
 * that was published before a request is missed. Sizes are the bytes of a value's JSON.
 */
export class VersionedCache<Value> {
  readonly #cache: Cache<{ value: Value; generation: string }>;

  constructor({ name, maxBytes }: { name: string; maxBytes: number }) {
    this.#cache = new Cache({
      name,
      maxBytes,
      bytesOf: ({ value }) => Buffer.byteLength(JSON.stringify(value)),
    });
  }

  /** The value of an id if it was read from this generation; undefined for an unknown one. */
  get(id: string, generation: string | null | undefined): Value | undefined {
    return this.#cache.get(id, (entry) => entry.generation === generation)?.value;
  }

  /** Stores a value in place of the former one. One that is larger than the whole cache is not stored. */
  set(id: string, value: Value, generation: string): void {
    this.#cache.set(id, { value, generation });
  }
}
