import type { ListingColumns } from "@/lib/supply/catalog/columns";
import { grown } from "@/lib/supply/catalog/number-lists";
import { FIELD_BITS, type SearchIndex } from "@/lib/supply/catalog/search-index";

/** Of ten words of either text, so many must be in both. */
const [SHARED, OF] = [9, 10];
/** More than there are words. */
const WORDS = 2 ** 32;

/** What a list leaves out, until the next one: listings for which another one stands. */
export type Collapsed = {
  hidden: number;
  isHidden: (listing: number) => boolean;
  /** How many listings one stands for. */
  similarOf: (listing: number) => number;
};

/** Leaves nothing out. */
export const NONE: Collapsed = { hidden: 0, isHidden: () => false, similarOf: () => 0 };

/**
 * Listings whose names and descriptions are the same, or have nearly the same words. Each knows the one near it that was approved
 * first; what these lead to in the end stands for all of them. Invariant: that depends on the listings there are, not on the order
 * in which they came.
 */
export class Copies {
  readonly #index: SearchIndex;
  readonly #columns: ListingColumns;
  /** By listing: the oldest one near it, or itself. */
  #original = new Uint32Array(64);
  readonly #copies = new Set<number>();
  /** Marks by word and by listing, for one comparison after the other. */
  #words = new Uint32Array(1024);
  #seen = new Uint32Array(64);
  /** By the first of near copies, in a list: the mark of the list, how many copies there are, and which one is shown. */
  #counted = new Uint32Array(64);
  #sizes = new Uint32Array(64);
  #shown = new Uint32Array(64);
  #keys = new Float64Array(64);
  #mark = 0;

  constructor(index: SearchIndex, columns: ListingColumns) {
    this.#index = index;
    this.#columns = columns;
  }

  /** Relates a listing that was put into index and columns. */
  add(listing: number): void {
    this.#original = grown(this.#original, listing + 1);
    this.#seen = grown(this.#seen, this.#original.length);
    this.#counted = grown(this.#counted, this.#original.length);
    this.#sizes = grown(this.#sizes, this.#original.length);
    this.#shown = grown(this.#shown, this.#original.length);
    let oldest = listing;
    for (const other of this.#near(listing)) {
      if (this.#isOlder(other, oldest)) oldest = other;
      if (this.#isOlder(listing, this.#original[other] as number)) this.#set(other, listing);
    }
    this.#set(listing, oldest);
  }

  /** Forgets a listing that is still in index and columns. */
  remove(listing: number): void {
    this.#set(listing, listing);
    for (const other of this.#near(listing)) {
      if (this.#original[other] !== listing) continue;
      const left = this.#near(other).filter((one) => one !== listing);
      this.#set(
        other,
        left.reduce((oldest, one) => (this.#isOlder(one, oldest) ? one : oldest), other),
      );
    }
  }

  /** What a list of all listings that pass a filter leaves out. */
  collapse(passes: (listing: number) => boolean): Collapsed {
    return this.#collapse(this.#copies, passes);
  }

  /** What a list of some listings leaves out. */
  collapseAmong(listings: readonly number[]): Collapsed {
    const mark = ++this.#mark;
    for (const listing of listings) this.#seen[listing] = mark;
    return this.#collapse(listings, (listing) => this.#seen[listing] === mark);
  }

  #collapse(listings: Iterable<number>, passes: (listing: number) => boolean): Collapsed {
    const mark = ++this.#mark;
    let hidden = 0;
    for (const listing of listings) {
      if (this.#original[listing] === listing || !passes(listing)) continue;
      const first = this.firstOf(listing);
      const shown = this.#shown[first] as number;
      hidden++;
      if (this.#counted[first] !== mark) {
        this.#counted[first] = mark;
        this.#sizes[first] = 1;
        this.#shown[first] = passes(first) ? first : listing;
        if (this.#shown[first] === listing) hidden--;
        continue;
      }
      this.#sizes[first] = (this.#sizes[first] as number) + 1;
      if (shown !== first && this.#isOlder(listing, shown)) this.#shown[first] = listing;
    }
    if (hidden === 0) return NONE;
    const isShown = (listing: number, first: number) => this.#counted[first] !== mark || this.#shown[first] === listing;
    return {
      hidden,
      isHidden: (listing) => this.#original[listing] !== listing && !isShown(listing, this.firstOf(listing)),
      similarOf: (listing) => {
        const first = this.firstOf(listing);
        if (this.#counted[first] !== mark) return 0;
        return (this.#sizes[first] as number) - (listing === first ? 0 : 1);
      },
    };
  }

  /** The listing that stands for one in a list of all. */
  firstOf(listing: number): number {
    let first = listing;
    while (this.#original[first] !== first) first = this.#original[first] as number;
    return first;
  }

  #set(listing: number, original: number): void {
    this.#original[listing] = original;
    if (original === listing) this.#copies.delete(listing);
    else this.#copies.add(listing);
  }

  #isOlder = (a: number, b: number): boolean => this.#columns.compareAges(a, b) < 0;

  /**
   * The listings near one. One of them lacks at most a tenth of its words, so it has at least one of any tenth and one more: only
   * those with one of the rarest are compared.
   */
  #near(listing: number): number[] {
    const words = this.#index.textWordsOf(listing);
    const least = Math.ceil((words.length * SHARED) / OF);
    const most = Math.floor((words.length * OF) / SHARED);
    const { postings, textSizes } = this.#index;
    // As one number, a word and how many have it are sorted without a comparison of ours.
    this.#keys = grown(this.#keys, words.length);
    for (let at = 0; at < words.length; at++)
      this.#keys[at] = postings.lengthOf(words[at] as number) * WORDS + (words[at] as number);
    const byRarity = this.#keys.subarray(0, words.length).sort();
    const mark = this.#markWords(words);
    const near: number[] = [];
    this.#seen[listing] = mark;
    for (let place = 0; place <= words.length - least; place++) {
      const word = (byRarity[place] as number) % WORDS;
      for (let at = postings.startOf(word), end = at + postings.lengthOf(word); at < end; at++) {
        const other = (postings.numbers[at] as number) >>> FIELD_BITS;
        const size = textSizes[other] as number;
        if (size < least || size > most || this.#seen[other] === mark) continue;
        this.#seen[other] = mark;
        if (this.#isNear(listing, other, words.length)) near.push(other);
      }
    }
    return near;
  }

  #markWords(words: Uint32Array): number {
    const mark = ++this.#mark;
    this.#words = grown(this.#words, this.#index.words.size);
    for (let at = 0; at < words.length; at++) this.#words[words[at] as number] = mark;
    return mark;
  }

  /** Whether another listing is near the one whose words are marked. Those of one publisher must be the same to the letter. */
  #isNear(listing: number, other: number, size: number): boolean {
    const isSame = this.#index.textDigests[listing] === this.#index.textDigests[other];
    if (!isSame && this.#columns.haveSamePublisher(listing, other)) return false;
    let shared = 0;
    const words = this.#index.textWordsOf(other);
    for (let at = 0; at < words.length; at++) if (this.#words[words[at] as number] === this.#mark) shared++;
    return isSame ? shared === size : shared * OF >= (size + words.length - shared) * SHARED;
  }
}
