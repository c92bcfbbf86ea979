import { otherSpelling } from "@/lib/supply/catalog/spelling";
import { FILLER_WORDS, STOP_WORDS } from "@/lib/supply/catalog/stop-words";

/** Most words of a search that are used; more would add cost, not meaning. */
const MAX_WORDS = 8;
const MAX_PHRASE_WORDS = 12;
/**
 * Of so many words, and of words of one or two letters, only the last is looked for as the beginning of a word: the index reads
 * every listing that a beginning may stand for, which doubled the cost of sentences.
 */
const MANY_WORDS = 4;
/** Shorter parts of words would match nearly everything. */
const MIN_PART_CHARS = 3;
/** Scripts without spaces. The database treats each of their characters as a word. */
const UNSPACED = "\\u2e80-\\u2fdf\\u3005-\\u3007\\u3040-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff";
const PIECES = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "g");
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`);

/** A search, as the arguments of the SQL function `listing_search`. */
export type SearchTerms = {
  /** The whole search, for exact names and for similarity. */
  phrase: string;
  /** All words in PostgreSQL's `tsquery` notation, most of them as prefixes; empty for a search of symbols alone. */
  allWords: string;
  /** The words too short for substring search, in the same notation; may be empty. */
  otherWords: string;
  /** Each significant word, in the same notation, for searches that few listings match as a whole. */
  anyWord: string[];
  /** The words that may be corrected: in Latin letters and long enough. */
  words: string[];
  /** `LIKE` patterns of the words long enough for substring search, or of a whole search of symbols. */
  parts: string[];
};

/**
 * Parses a search; null when it is blank. Everything but letters and digits separates words, so no query operator gets
 * through. Stop words count only when there is nothing else: "how do I review code" means "review code".
 */
export function parseSearch(search: string): SearchTerms | null {
  const typed = fold(search).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (typed.length === 0) {
    const signs = search.trim();
    if (!signs) return null;
    const pattern = `%${signs.replace(/[\\%_]/g, "\\$&")}%`;
    return { phrase: signs, allWords: "", otherWords: "", anyWord: [], words: [], parts: [pattern] };
  }
  const words = without(STOP_WORDS, typed).slice(0, MAX_WORDS);
  return {
    phrase: typed.slice(0, MAX_PHRASE_WORDS).join(" "),
    allWords: words
      .map((word, place) => lexeme(word, place === words.length - 1 || (words.length < MANY_WORDS && word.length > 2)))
      .join(" & "),
    otherWords: words
      .filter((word) => !hasParts(word))
      .map((word) => lexeme(word))
      .join(" & "),
    anyWord: without(FILLER_WORDS, words).map((word) => lexeme(word)),
    words: words.filter((word) => MAY_BE_MISSPELLED.test(word)),
    parts: words.filter(hasParts).map((word) => `%${partOf(word)}%`),
  };
}

/** A search with some of its words replaced. */
export function withCorrections(search: SearchTerms, corrections: { typed: string; corrected: string }[]): SearchTerms {
  if (corrections.length === 0) return search;
  const corrected = new Map(corrections.map((one) => [one.typed, one.corrected]));
  const words = search.phrase.split(" ").map((word) => corrected.get(word) ?? word);
  return parseSearch(words.join(" ")) ?? search;
}

/** The words that are not in a list, or all when that would leave none. */
function without(list: ReadonlySet<string>, words: string[]): string[] {
  const others = words.filter((word) => !list.has(word));
  return others.length > 0 ? others : words;
}

const MAY_BE_MISSPELLED = /^[a-z]{4,30}$/;

function partOf(word: string): string {
  const other = otherSpelling(word);
  if (!other) return word;
  let length = 0;
  while (word[length] === other[length]) length++;
  return length >= MIN_PART_CHARS ? word.slice(0, length) : word;
}

const hasParts = (word: string) => word.length >= MIN_PART_CHARS && !IS_UNSPACED.test(word);

function lexeme(word: string, isBeginning = true): string {
  const other = otherSpelling(word);
  return other ? `(${lexemeOf(word, isBeginning)} | ${lexemeOf(other, isBeginning)})` : lexemeOf(word, isBeginning);
}

/** A word, as the beginning of words if told, or the characters of one without spaces as a phrase. */
function lexemeOf(word: string, isBeginning: boolean): string {
  const pieces = word.match(PIECES) ?? [];
  const lexemes = pieces.map((piece) =>
    IS_UNSPACED.test(piece)
      ? Array.from(piece, (character) => `'${character}'`).join(" <-> ")
      : // A single letter is not the beginning of a word: nearly everything would match.
        `'${piece}'${!isBeginning || /^[a-z0-9]$/.test(piece) ? "" : ":*"}`,
  );
  return lexemes.length > 1 || IS_UNSPACED.test(word) ? `(${lexemes.join(" & ")})` : lexemes.join("");
}

/** Normalized as the database does with names: without accents, in lower case. */
function fold(text: string): string {
  // Only European diacritics are dropped: Japanese kana with marks are different letters.
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/\u00df/g, "ss")
    .normalize("NFC")
    .toLowerCase();
}
