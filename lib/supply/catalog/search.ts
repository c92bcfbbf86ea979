import { Matcher } from "@/lib/supply/catalog/matching";
import { type Reason, reasonsBy } from "@/lib/supply/catalog/reasons";
import type { SearchIndex } from "@/lib/supply/catalog/search-index";
import { parseSearch, type Search, withCorrections } from "@/lib/supply/catalog/search-query";
import {
  type Sources,
  type Synonyms,
  type Wanted,
  waysOf,
  withNear,
  withParts,
} from "@/lib/supply/catalog/search-ways";

/** Below so many hits, words that the search is a part of count too; below so few, also what merely comes near. */
const FEW_HITS = 100;
const NEXT_TO_NO_HITS = 30;
/** Parts of more words than these would improve nothing. */
const MAX_WORDS_IN_PARTS = 3;
/** Most listings of a search that finds next to nothing. */
const MAX_NEAR = 100;
/** Most words that are shown where a search finds nothing. */
const MAX_NEAR_WORDS = 4;
/** What it adds that a listing has all words, where most have some. */
const HAS_ALL = 0.1;
/** In a catalogue larger than this, a word that fewer than three listings have is as likely a typing error. */
const SMALL_CATALOG = 1_000;

export type Correction = { typed: string; corrected: string };
/**
 * What a search finds: listings by their numbers, in no order. `scoreOf` says how well one fits, until the next search, and
 * `reasons` begins to say why.
 */
export type Found = {
  listings: number[];
  scoreOf: (listing: number) => number;
  reasons: () => (listing: number) => Reason;
  corrections: Correction[];
};

type Reached = Pick<Found, "listings" | "scoreOf"> & { wanted: Wanted[] };

/** Searches an index. */
export class Searcher {
  readonly #index: SearchIndex;
  readonly #matcher: Matcher;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#matcher = new Matcher(index);
  }

  /** What a search finds in a catalogue of so many listings; null for a blank one. */
  find(text: string, listings: number, synonyms: Synonyms): Found | null {
    const search = parseSearch(text);
    if (!search) return null;
    const sources = { vocabulary: this.#index.words, synonyms };
    const corrections = this.#correctionsOf(waysOf(search.words, sources), listings);
    const corrected = corrections.length > 0 ? withCorrections(search, corrections) : search;
    const { wanted, ...found } = this.#reach(corrected, listings, sources);
    const typed = new Map(corrections.map((one) => [one.corrected, one.typed]));
    return { ...found, reasons: () => reasonsBy(wanted, this.#index, typed), corrections };
  }

  /** Words of the catalogue that begin like those of a search which finds nothing, the most common first. */
  wordsNear(text: string): string[] {
    const words = parseSearch(text)?.words ?? [];
    const near = words.flatMap((word) => this.#index.words.alike(word.text, MAX_NEAR_WORDS));
    return [...new Set(near)].slice(0, MAX_NEAR_WORDS);
  }

  /** Looks as far as it must: for words, for parts of words, for some of the words. */
  #reach({ phrase, words }: Search, listings: number, sources: Sources): Reached {
    let wanted = waysOf(words, sources);
    let hits = this.#matcher.matchAll(wanted, listings);
    if (hits.length < FEW_HITS && words.length <= MAX_WORDS_IN_PARTS) {
      wanted = withParts(wanted, sources);
      hits = this.#matcher.matchAll(wanted, listings);
    }
    const scoreOf = (listing: number) => this.#scoreOf(listing, phrase, wanted.length);
    if (hits.length >= NEXT_TO_NO_HITS) return { listings: hits, scoreOf, wanted };
    const telling = withNear(wanted, sources).filter((one) => one.words.some(({ isFiller }) => !isFiller));
    const near = this.#matcher.matchSome(telling, listings, MAX_NEAR);
    const hasAll = new Set(hits);
    const nearScoreOf = (listing: number) =>
      this.#scoreOf(listing, phrase, telling.length) + (hasAll.has(listing) ? HAS_ALL : 0);
    const others = near.filter((listing) => !hasAll.has(listing));
    const found = [...hits, ...theBest(others, nearScoreOf, MAX_NEAR - hits.length)];
    return { listings: found, scoreOf: nearScoreOf, wanted: telling };
  }

  /** How well a listing fits: by its words and where they are, by how much of its name they are, and most by an exact name. */
  #scoreOf(listing: number, phrase: string, words: number): number {
    const named = this.#matcher.namedCountOf(listing);
    const worth = this.#matcher.worthOf(listing);
    if (named === 0) return worth;
    const density = Math.min(1, named / Math.max(1, this.#index.nameLengths[listing] as number));
    const score = worth + (0.5 * density * named) / words;
    if (named < words) return score;
    return score + (this.#index.names[listing] === phrase ? 11 : 1);
  }

  /** The words that no listing has, not even as a part, each with the nearest one of the catalogue. */
  #correctionsOf(wanted: Wanted[], listings: number): Correction[] {
    const least = listings > SMALL_CATALOG ? 3 : 1;
    return wanted.flatMap(({ words, ways }) => {
      const [word] = words;
      const isKnown = words.length > 1 || ways[0]?.every((group) => group.length > 0);
      if (!word?.mayBeMisspelled || isKnown || this.#index.words.containing(word.text).length > 0) return [];
      const corrected = this.#index.words.near(word.text, least);
      return corrected ? [{ typed: word.text, corrected }] : [];
    });
  }
}

/** So many of the listings with the largest scores. */
function theBest(listings: number[], scoreOf: (listing: number) => number, count: number): number[] {
  if (listings.length <= count) return listings;
  const scores = Float32Array.from(listings, scoreOf);
  const least = scores.toSorted()[scores.length - count] as number;
  const above = listings.filter((_, place) => (scores[place] as number) > least);
  const asGood = listings.filter((_, place) => scores[place] === least);
  return [...above, ...asGood.slice(0, count - above.length)];
}
