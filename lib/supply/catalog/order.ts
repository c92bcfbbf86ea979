import { grown } from "@/lib/supply/catalog/number-lists";
import { sortedBy } from "@/lib/supply/catalog/sorting";

/** Listings by one of their numbers, ascending, and by their ids where it is the same: an order that never leaves two places open. */
export class Order {
  /** By listing. */
  keys = new Float64Array(64);
  /** The listings in their order. */
  listings = new Uint32Array(64);
  #count = 0;
  #isSorted = false;
  readonly #ids: readonly string[];

  constructor(ids: readonly string[]) {
    this.#ids = ids;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.keys.byteLength + this.listings.byteLength;
  }

  compare = (a: number, b: number): number => {
    const difference = (this.keys[a] as number) - (this.keys[b] as number);
    if (difference !== 0 || a === b) return difference;
    return (this.#ids[a] as string) < (this.#ids[b] as string) ? -1 : 1;
  };

  /** Adds a listing. */
  add(listing: number, key: number): void {
    this.keys = grown(this.keys, listing + 1);
    this.listings = grown(this.listings, this.#count + 1);
    this.keys[listing] = key;
    const place = this.#isSorted ? this.#placeOf(listing) : this.#count;
    this.listings.copyWithin(place + 1, place, this.#count);
    this.listings[place] = listing;
    this.#count++;
  }

  /** Takes a listing out, which must be there. */
  remove(listing: number): void {
    const place = this.#isSorted ? this.#placeOf(listing) : this.listings.indexOf(listing);
    this.listings.copyWithin(place, place + 1, this.#count);
    this.#count--;
  }

  /** Moves a listing to the place of another key. */
  move(listing: number, key: number): void {
    if (this.keys[listing] === key) return;
    this.remove(listing);
    this.add(listing, key);
  }

  /** Sorts what was added until then; from then on it stays sorted. Each step takes a few milliseconds. */
  *sorting(): Generator<void> {
    this.listings = yield* sortedBy(this.listings.slice(0, this.#count), this.compare);
    this.#isSorted = true;
  }

  #placeOf(listing: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.compare(this.listings[middle] as number, listing) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
