import { grown, NumberLists } from "@/lib/supply/catalog/number-lists";
import { fold, termsOf, wordsOf } from "@/lib/supply/catalog/tokens";
import { Vocabulary } from "@/lib/supply/catalog/vocabulary";

/** Where a listing has a word: bits beside its number in the list of the word. */
export const IN_NAME = 128;
export const IN_DESCRIPTION = 64;
export const IN_PUBLISHER = 32;
export const IN_SAMPLES = 16;
/** Numbers of listings stand above the bits: sixteen million of them. */
export const FIELD_BITS = 8;
export const FIELD_MASK = (1 << FIELD_BITS) - 1;

/** What a search looks through. */
export type Texts = { name: string; description: string; publisher: string; samples: string };

/** The words of listings: which listings have a word, and where. */
export class SearchIndex {
  /** By word: the listings that have it, ascending, each as its number and the bits of where. */
  readonly postings = new NumberLists();
  readonly words = new Vocabulary(this.postings.lengthOf);
  /** By listing: its words, so that they can be taken out again. */
  readonly #wordsOf = new NumberLists();
  /** Names as searches compare them. */
  readonly names: string[] = [];
  /** How many words a name has. */
  nameLengths = new Uint8Array(64);
  /** How many different words name and description have, and a digest of both. */
  textSizes = new Uint16Array(64);
  textDigests = new Uint32Array(64);
  /** By word: where the listing that is put in has it. */
  #bits = new Uint8Array(1024);
  /** What the texts were, in 32 bits: a change of something else need not be indexed again. */
  #digests = new Uint32Array(64);

  get bytes(): number {
    return this.postings.bytes + this.#wordsOf.bytes;
  }

  /** Whether a listing has these texts. */
  has(listing: number, texts: Texts): boolean {
    return this.#digests[listing] === digestOf(texts);
  }

  /** The different words of a listing's name and description. Do not keep it. */
  textWordsOf = (listing: number): Uint32Array => this.wordsOf(listing).subarray(0, this.textSizes[listing]);

  /** All words of a listing. Do not keep it. */
  wordsOf(listing: number): Uint32Array {
    const start = this.#wordsOf.startOf(listing);
    return this.#wordsOf.numbers.subarray(start, start + this.#wordsOf.lengthOf(listing));
  }

  /** Where a listing has one of its words, in bits. */
  placesOf(listing: number, word: number): number {
    return (this.postings.atLeast(word, (listing << FIELD_BITS) >>> 0) ?? 0) & FIELD_MASK;
  }

  /** Sets the texts of a listing. */
  put(listing: number, texts: Texts): void {
    this.remove(listing);
    const { name, description, publisher, samples } = texts;
    const found: number[] = [];
    const named = wordsOf(fold(name));
    this.#collect(named, IN_NAME, found);
    this.#collect(wordsOf(fold(description)), IN_DESCRIPTION, found);
    const textSize = found.length;
    this.#collect(wordsOf(fold(publisher)), IN_PUBLISHER, found);
    this.#collect(wordsOf(fold(samples)), IN_SAMPLES, found);
    for (const id of found) {
      this.postings.insert(id, ((listing << FIELD_BITS) | (this.#bits[id] as number)) >>> 0);
      this.#bits[id] = 0;
    }
    this.#wordsOf.set(listing, found);
    this.#note(listing, named, textSize);
    this.textDigests[listing] = digestOf({ name, description });
    this.#digests[listing] = digestOf(texts);
  }

  /** Notes where words are, and which are new. */
  #collect(words: string[], bit: number, found: number[]): void {
    for (const word of words)
      for (const term of termsOf(word)) {
        const id = this.words.add(term);
        if (id >= this.#bits.length) this.#bits = grown(this.#bits, id + 1);
        if (this.#bits[id] === 0) found.push(id);
        this.#bits[id] = (this.#bits[id] as number) | bit;
      }
  }

  /** Forgets the texts of a listing. */
  remove(listing: number): void {
    const start = this.#wordsOf.startOf(listing);
    const low = (listing << FIELD_BITS) >>> 0;
    for (let at = start; at < start + this.#wordsOf.lengthOf(listing); at++)
      this.postings.removeBetween(this.#wordsOf.numbers[at] as number, low, low + (1 << FIELD_BITS));
    this.#wordsOf.set(listing, []);
    this.names[listing] = "";
    if (listing >= this.#digests.length) return;
    this.#digests[listing] = 0;
    this.textSizes[listing] = 0;
  }

  #note(listing: number, name: string[], textSize: number): void {
    this.names[listing] = name.join(" ");
    this.textSizes = grown(this.textSizes, listing + 1);
    this.nameLengths = grown(this.nameLengths, this.textSizes.length);
    this.textDigests = grown(this.textDigests, this.textSizes.length);
    this.#digests = grown(this.#digests, this.textSizes.length);
    this.nameLengths[listing] = Math.min(255, name.length);
    this.textSizes[listing] = textSize;
  }
}

/** FNV-1a over all texts; never 0, which stands for none. */
function digestOf({
  name,
  description,
  publisher = "",
  samples = "",
}: Pick<Texts, "name" | "description"> & Partial<Texts>): number {
  let hash = 0x811c9dc5;
  for (const text of [name, description, publisher, samples]) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0xffff, 0x01000193);
  }
  return hash >>> 0 || 1;
}
