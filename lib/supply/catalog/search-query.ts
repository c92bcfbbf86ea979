import { FILLER_WORDS, FOREIGN_STOP_WORDS, STOP_WORDS } from "@/lib/supply/catalog/stop-words";
import { fold, wordsOf } from "@/lib/supply/catalog/tokens";

/** Most words of a search that are used; more would add cost, not meaning. */
const MAX_WORDS = 8;
/** Most words of a search that are compared with whole names. */
const MAX_PHRASE_WORDS = 12;
/** Of so many words, and of words of one or two letters, only the last may be half typed. */
const MANY_WORDS = 4;

/** A word of a search. */
export type SearchWord = {
  text: string;
  /** Whether it may be half typed. */
  isBeginning: boolean;
  /** Words of any question count only as part of the whole search, never alone. */
  isFiller: boolean;
  /** In Latin letters alone, and long enough to be recognized when it is misspelled. */
  mayBeMisspelled: boolean;
};

export type Search = {
  /** The whole search as names are compared with it. */
  phrase: string;
  words: SearchWord[];
};

const MAY_BE_MISSPELLED = /^[a-z]{4,30}$/;
/** Languages other than English: their words are no misspelled English. */
const HAS_FOREIGN_LETTERS = /[^\0-\x7f]/;

/**
 * Takes a search apart; null when it is blank. Stop words count only when there is nothing else: "how do I review code" means
 * "review code".
 */
export function parseSearch(search: string): Search | null {
  if (search.trim() === "") return null;
  const typed = wordsOf(fold(search));
  const words = without(FOREIGN_STOP_WORDS, without(STOP_WORDS, typed)).slice(0, MAX_WORDS);
  const telling = new Set(without(FILLER_WORDS, words));
  const isEnglish = !HAS_FOREIGN_LETTERS.test(search);
  return {
    phrase: typed.slice(0, MAX_PHRASE_WORDS).join(" "),
    words: words.map((text, place) => ({
      text,
      isBeginning: text.length > 1 && (place === words.length - 1 || (words.length < MANY_WORDS && text.length > 2)),
      isFiller: !telling.has(text),
      mayBeMisspelled: isEnglish && MAY_BE_MISSPELLED.test(text),
    })),
  };
}

/** A search with some of its words replaced. */
export function withCorrections(search: Search, corrections: { typed: string; corrected: string }[]): Search {
  const corrected = new Map(corrections.map((one) => [one.typed, one.corrected]));
  const replaced = (word: string) => corrected.get(word) ?? word;
  return {
    phrase: search.phrase.split(" ").map(replaced).join(" "),
    words: search.words.map((word) => ({ ...word, text: replaced(word.text), mayBeMisspelled: false })),
  };
}

/** The words that are not in a list, or all when that would leave none. */
function without(list: ReadonlySet<string>, words: string[]): string[] {
  const others = words.filter((word) => !list.has(word));
  return others.length > 0 ? others : words;
}
