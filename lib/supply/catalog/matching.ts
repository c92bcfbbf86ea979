import { grown } from "@/lib/supply/catalog/number-lists";
import {
  FIELD_BITS,
  FIELD_MASK,
  IN_DESCRIPTION,
  IN_NAME,
  IN_SAMPLES,
  type SearchIndex,
} from "@/lib/supply/catalog/search-index";
import type { Term, Wanted, Way } from "@/lib/supply/catalog/search-ways";

const FIELD_WORTH = { name: 1, description: 0.45, samples: 0.4, publisher: 0.25 };
/** Worth of a match by the bits of where it is. */
export const WORTH = Float32Array.from({ length: 1 << FIELD_BITS }, (_, bits) => {
  if (bits & IN_NAME) return FIELD_WORTH.name;
  if (bits & IN_DESCRIPTION) return FIELD_WORTH.description;
  return bits & IN_SAMPLES ? FIELD_WORTH.samples : FIELD_WORTH.publisher;
});
/** Words of more listings are common. */
const COMMON = 2_000;
/** Of so many times fewer listings, each is looked up in a list, rather than the list read. */
const LOOKED_UP = 24;

/** By listing: the worth of a word, and whether the name has it; and the listings that have it. */
type Tally = { worth: Float32Array; named: Uint8Array; touched: number[] };

/** The listings that have words, and what these are worth in each. Numbers by listing serve one search after the other. */
export class Matcher {
  readonly #index: SearchIndex;
  /** Of the word that is looked at: its worth, and whether the name has it. */
  #worth = new Float32Array(0);
  #named = new Uint8Array(0);
  /** The same of one word of a phrase. */
  #partWorth = new Float32Array(0);
  #partNamed = new Uint8Array(0);
  /** Of all words so far: their worth, how many a listing has, and how many its name has. */
  #sum = new Float32Array(0);
  #count = new Uint8Array(0);
  #namedCount = new Uint8Array(0);
  /** Which listings are looked for: those with the current mark. */
  #marks = new Uint32Array(0);
  #mark = 0;
  /** The most that the words can be worth. */
  #most = 0;

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** What the words of the last search are worth in a listing, from 0 to 1. */
  worthOf = (listing: number): number => (this.#sum[listing] as number) / this.#most;
  /** How many of them a listing has. */
  countOf = (listing: number): number => this.#count[listing] as number;
  /** How many of them its name has. */
  namedCountOf = (listing: number): number => this.#namedCount[listing] as number;

  /** The listings that have all words, in a catalogue of so many. */
  matchAll(wanted: Wanted[], listings: number): number[] {
    this.#clear();
    // The rarest first: of every further one, only what has the others is looked at.
    let hits: number[] | null = null;
    for (const { one, size } of this.#byRarity(wanted)) {
      hits = this.#addWord(one, rarityOf(size, listings), hits);
      if (hits.length === 0) break;
    }
    return hits ?? [];
  }

  /** Listings that have any of the words; once there are `enough` of those with rare ones, common ones count in these alone. */
  matchSome(wanted: Wanted[], listings: number, enough: number): number[] {
    this.#clear();
    const found: number[] = [];
    for (const { one, size } of this.#byRarity(wanted)) {
      const among = size > COMMON && found.length >= enough ? found : null;
      for (const listing of this.#addWord(one, rarityOf(size, listings), among))
        if (this.#count[listing] === 1) found.push(listing);
    }
    return found;
  }

  #byRarity = (wanted: Wanted[]) =>
    wanted.map((one) => ({ one, size: this.#sizeOf(one) })).sort((a, b) => a.size - b.size);

  #clear(): void {
    const listings = this.#index.textSizes.length;
    this.#worth = grown(this.#worth, listings);
    this.#named = grown(this.#named, listings);
    this.#partWorth = grown(this.#partWorth, listings);
    this.#partNamed = grown(this.#partNamed, listings);
    this.#marks = grown(this.#marks, listings);
    this.#sum = grown(this.#sum, listings).fill(0);
    this.#count = grown(this.#count, listings).fill(0);
    this.#namedCount = grown(this.#namedCount, listings).fill(0);
    this.#most = 0;
  }

  /** About how many listings have a word. */
  #sizeOf({ ways }: Wanted): number {
    const sizeOf = (group: Term[]) => group.reduce((sum, { id }) => sum + this.#index.postings.lengthOf(id), 0);
    return ways.reduce((sum, way) => sum + Math.min(...way.map(sizeOf)), 0);
  }

  /** Adds what a word is worth to every listing that has it, of `among` if told, which have all words before. Returns those. */
  #addWord({ ways }: Wanted, rarity: number, among: number[] | null): number[] {
    const touched: number[] = [];
    for (const way of ways) {
      if (way.length > 1) this.#addPhrase(way, among, touched);
      else this.#addTerms(way[0] ?? [], among, { worth: this.#worth, named: this.#named, touched });
    }
    for (const listing of touched) {
      this.#sum[listing] = (this.#sum[listing] as number) + rarity * (this.#worth[listing] as number);
      this.#count[listing] = (this.#count[listing] as number) + 1;
      this.#namedCount[listing] = (this.#namedCount[listing] as number) + (this.#named[listing] as number);
      this.#worth[listing] = 0;
      this.#named[listing] = 0;
    }
    this.#most += rarity;
    return touched;
  }

  /** The same of what has one of every group: it is worth what the least of them is. */
  #addPhrase(way: Way, among: number[] | null, touched: number[]): void {
    let left = new Map<number, { worth: number; named: number }>();
    for (const [place, group] of way.entries()) {
      const part = { worth: this.#partWorth, named: this.#partNamed, touched: [] as number[] };
      this.#addTerms(group, place === 0 ? among : [...left.keys()], part);
      const found: typeof left = new Map();
      for (const listing of part.touched) {
        const [worth, named] = [part.worth[listing] as number, part.named[listing] as number];
        part.worth[listing] = 0;
        part.named[listing] = 0;
        const before = left.get(listing);
        if (place === 0) found.set(listing, { worth, named });
        else if (before) found.set(listing, { worth: Math.min(worth, before.worth), named: named & before.named });
      }
      left = found;
    }
    for (const [listing, { worth, named }] of left) {
      if (this.#worth[listing] === 0) touched.push(listing);
      this.#worth[listing] = Math.max(this.#worth[listing] as number, worth);
      this.#named[listing] = (this.#named[listing] as number) | named;
    }
  }

  /** Notes the best worth of words in every listing that has one, of `among` if told. */
  #addTerms(terms: Term[], among: number[] | null, into: Tally) {
    const { postings } = this.#index;
    const marks = among && this.#marked(among);
    for (const { id, quality } of terms) {
      const [start, length] = [postings.startOf(id), postings.lengthOf(id)];
      if (among && among.length * LOOKED_UP < length) {
        for (const listing of among) {
          const entry = postings.atLeast(id, (listing << FIELD_BITS) >>> 0);
          if (entry !== undefined && entry >>> FIELD_BITS === listing) note(into, entry, quality);
        }
        continue;
      }
      const { numbers } = postings;
      const mark = this.#mark;
      for (let at = start; at < start + length; at++) {
        const entry = numbers[at] as number;
        if (marks === null || marks[entry >>> FIELD_BITS] === mark) note(into, entry, quality);
      }
    }
  }

  /** Numbers by listing of which those of some listings are the current mark. */
  #marked(listings: number[]): Uint32Array {
    this.#mark++;
    for (const listing of listings) this.#marks[listing] = this.#mark;
    return this.#marks;
  }
}

/** Notes that a listing has a word, unless it has a better one. */
function note({ worth, named, touched }: Tally, entry: number, quality: number): void {
  const listing = entry >>> FIELD_BITS;
  const own = quality * (WORTH[entry & FIELD_MASK] as number);
  const before = worth[listing] as number;
  if (before === 0) touched.push(listing);
  if (own > before) worth[listing] = own;
  if (entry & IN_NAME) named[listing] = 1;
}

const rarityOf = (size: number, listings: number): number => Math.log(1 + listings / Math.max(1, size));
