import { grown } from "@/lib/supply/catalog/number-lists";
import { sortedBy } from "@/lib/supply/catalog/sorting";
import { stemmer } from "@/lib/supply/catalog/stemmer";

/** Words that came since the last sorting are looked through one by one; so many are sorted in, or this part of all. */
const MAX_FRESH = 500;
const FRESH_SHARE = 1 / 16;
/** Beginnings of words so common that the rest would not change what is found first. */
const MAX_FOUND = 400;
/** Letters that words have in common to be alike. */
const MIN_ALIKE = 3;
/** Words that one step writes. */
const WORDS_AT_ONCE = 8_192;
const IS_LATIN = /^[a-z]+$/;

/** What forms of an English word have in common; "scraper" and "scraping" as well. */
const stemOf = (word: string): string =>
  IS_LATIN.test(word) ? stemmer(word).replace(/(?<=^.{5,})(?:er|or|e)$/, "") : word;

/** The words that listings have, each with a number: found by beginnings, parts, stems and near misses. */
export class Vocabulary {
  readonly #texts: string[] = [];
  readonly #ids = new Map<string, number>();
  /** Which of the letters a to z a word has, one bit each. */
  #letters = new Uint32Array(1024);
  /** Numbers in the order of their words, but for the fresh ones; and the words in one text, each on a line. */
  #sorted = new Uint32Array(0);
  #lines = "\n";
  #fresh: number[] = [];
  /** Numbers of words that no listing had any more at the last sorting. */
  readonly #free: number[] = [];

  /** Stems of the words that were looked at. */
  readonly #stems: (string | undefined)[] = [];

  /** How many listings have a word. */
  readonly countOf: (id: number) => number;

  constructor(countOf: (id: number) => number) {
    this.countOf = countOf;
  }

  get size(): number {
    return this.#texts.length;
  }

  textOf = (id: number): string => this.#texts[id] ?? "";

  /** The number of a word that a listing has, or undefined. */
  find(text: string): number | undefined {
    const id = this.#ids.get(text);
    return id !== undefined && this.countOf(id) > 0 ? id : undefined;
  }

  /** The number of a word, which it gets when it is new. */
  add(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#free.pop() ?? this.#texts.length;
    this.#texts[id] = text;
    this.#stems[id] = undefined;
    this.#ids.set(text, id);
    this.#letters = grown(this.#letters, id + 1);
    this.#letters[id] = lettersOf(text);
    this.#fresh.push(id);
    return id;
  }

  /** Sorts in what came since the last time, once it is much; in short steps, between which words may come and go. */
  *tidying(): Generator<void> {
    if (this.#fresh.length <= Math.max(MAX_FRESH, this.#sorted.length * FRESH_SHARE)) return;
    const all = [...this.#sorted, ...this.#fresh];
    const taken = this.#fresh.length;
    const used = all.filter((id) => this.countOf(id) > 0);
    const unused = all.filter((id) => this.countOf(id) === 0);
    yield;
    const byText = (a: number, b: number) => (a === b ? 0 : this.textOf(a) < this.textOf(b) ? -1 : 1);
    const sorted = yield* sortedBy(Uint32Array.from(used), byText);
    let lines = "\n";
    for (let at = 0; at < sorted.length; at += WORDS_AT_ONCE) {
      for (const id of sorted.subarray(at, at + WORDS_AT_ONCE)) lines += `${this.textOf(id)}\n`;
      yield;
    }
    const again = unused.filter((id) => this.countOf(id) > 0);
    for (const id of unused) if (this.countOf(id) === 0) this.#release(id);
    this.#sorted = sorted;
    this.#lines = lines;
    this.#fresh = [...again, ...this.#fresh.slice(taken)];
  }

  /** Lets the number of a word that no listing has be used by another. */
  #release(id: number): void {
    this.#ids.delete(this.textOf(id));
    this.#free.push(id);
  }

  /** The words that begin so, the most common first where they are many. */
  beginningWith(beginning: string): number[] {
    return this.#mostCommon(this.#range(beginning));
  }

  /** The words that have a part. */
  containing(part: string): number[] {
    const found = this.#fresh.filter((id) => this.textOf(id).includes(part));
    for (let at = this.#lines.indexOf(part); at >= 0; ) {
      const [start, end] = [this.#lines.lastIndexOf("\n", at) + 1, this.#lines.indexOf("\n", at)];
      const id = this.#ids.get(this.#lines.slice(start, end));
      if (id !== undefined) found.push(id);
      at = this.#lines.indexOf(part, end);
    }
    return this.#mostCommon(found);
  }

  /** The words with the English stem of a word. */
  withStemOf(word: string): number[] {
    if (!IS_LATIN.test(word) || word.length < 3) return [];
    const stem = stemOf(word);
    // An ending "y" becomes "i" in a stem.
    const beginning = stem.slice(0, Math.max(2, stem.length - 1));
    return this.#range(beginning).filter((id) => {
      this.#stems[id] ??= stemOf(this.textOf(id));
      return this.#stems[id] === stem;
    });
  }

  /**
   * The word nearest to one that hardly any listing has: two letters swapped, or at most one letter apart when short, else two; of
   * several, the one that most listings have. The first letter is hardly ever wrong. Words that fewer than `least` have may be typing errors themselves.
   */
  near(word: string, least: number): string | undefined {
    const most = word.length < 6 ? 1 : 2;
    const letters = lettersOf(word);
    let best: { id: number; distance: number } | undefined;
    const beginnings = new Set([word[0] ?? "", word[1] ?? ""]);
    for (const beginning of beginnings)
      for (const id of this.#range(beginning)) {
        const text = this.textOf(id);
        if (Math.abs(text.length - word.length) > most || bitsOf((this.#letters[id] as number) ^ letters) > 2 * most)
          continue;
        if (!IS_LATIN.test(text) || text.length < 4 || this.countOf(id) < least || text === word) continue;
        const swapped = isSwapped(text, word);
        if (text[0] !== word[0] && !swapped) continue;
        const distance = swapped ? 1 : distanceOf(text, word, most);
        if (distance > most) continue;
        const isBetter =
          !best || distance < best.distance || (distance === best.distance && this.countOf(id) > this.countOf(best.id));
        if (isBetter) best = { id, distance };
      }
    return best && this.textOf(best.id);
  }

  /** So many of the words with the longest beginning in common with one, of at least three letters; the most common first. */
  alike(word: string, most: number): string[] {
    for (let length = word.length; length >= MIN_ALIKE; length--) {
      const found = this.#range(word.slice(0, length)).filter((id) => this.textOf(id).length > MIN_ALIKE);
      if (found.length > 0)
        return found
          .sort((a, b) => this.countOf(b) - this.countOf(a))
          .slice(0, most)
          .map(this.textOf);
    }
    return [];
  }

  #range(beginning: string): number[] {
    const found = this.#fresh.filter((id) => this.textOf(id).startsWith(beginning));
    for (let at = this.#placeOf(beginning); at < this.#sorted.length; at++) {
      const id = this.#sorted[at] as number;
      if (!this.textOf(id).startsWith(beginning)) break;
      found.push(id);
    }
    return found.filter((id) => this.countOf(id) > 0);
  }

  #placeOf(text: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.textOf(this.#sorted[middle] as number) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #mostCommon(ids: number[]): number[] {
    if (ids.length <= MAX_FOUND) return ids;
    return ids.sort((a, b) => this.countOf(b) - this.countOf(a)).slice(0, MAX_FOUND);
  }
}

function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) - 97;
    if (letter >= 0 && letter < 26) bits |= 1 << letter;
  }
  return bits >>> 0;
}

function bitsOf(value: number): number {
  let count = 0;
  for (let rest = value >>> 0; rest > 0; rest = (rest & (rest - 1)) >>> 0) count++;
  return count;
}

/** Whether two letters side by side are swapped, and nothing else differs. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

/** How many letters must be added, left out or changed; one more than `most` when it is more. */
function distanceOf(one: string, other: string, most: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const value = Math.min((row[j - 1] as number) + same, (row[j] as number) + 1, (next[j - 1] as number) + 1);
      next.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    row = next;
  }
  return row[other.length] as number;
}
