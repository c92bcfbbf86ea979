/** Most words of a search that are used; what comes after adds cost, not meaning. */
const MAX_WORDS = 8;
/** Shorter parts of words would match nearly everything. */
const MIN_PART_CHARS = 3;
/** Scripts that write without spaces. The database takes each of their characters for a word. */
const UNSPACED = "\\u2e80-\\u2fdf\\u3005-\\u3007\\u3040-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff";
const PIECES = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "g");
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`);

/** A search, as the catalogue's statements want it. */
export type SearchTerms = {
  /** The whole search, for exact names and for similarity. */
  phrase: string;
  /** All words, each as a prefix, in PostgreSQL's `tsquery` notation. */
  allWords: string;
  /** The same for the words of names only. */
  nameWords: string;
  /** Any of the words, for searches that nothing matches as a whole. */
  anyWord: string;
  /** `LIKE` patterns of the words long enough to be looked for inside others. */
  parts: string[];
  /** The words that are not, in `tsquery` notation; empty when there are none. */
  otherWords: string;
  /** The `LIKE` pattern of a search of signs alone, which are looked for as they stand; all else is then empty. */
  signs: string | null;
};

const NOTHING = { phrase: "", allWords: "", nameWords: "", anyWord: "", parts: [], otherWords: "" };

/**
 * Takes a search apart; null when it is blank. Everything but letters and digits separates words, so no operator of any
 * language gets through.
 */
export function parseSearch(search: string): SearchTerms | null {
  const words = (fold(search).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_WORDS);
  if (words.length === 0) {
    const text = search.trim();
    return text ? { ...NOTHING, signs: `%${text.replace(/[\\%_]/g, "\\$&")}%` } : null;
  }
  const phrase = words.join(" ");
  return {
    phrase,
    signs: null,
    allWords: words.map((word) => lexeme(word)).join(" & "),
    nameWords: words.map((word) => lexeme(word, "AB")).join(" & "),
    anyWord: words.map((word) => lexeme(word)).join(" | "),
    parts: words.filter(hasParts).map((word) => `%${word}%`),
    otherWords: words
      .filter((word) => !hasParts(word))
      .map((word) => lexeme(word))
      .join(" & "),
  };
}

const hasParts = (word: string) => word.length >= MIN_PART_CHARS && !IS_UNSPACED.test(word);

/** A word, which may go on, or the characters of one that is written without spaces, one after the other. */
function lexeme(word: string, weights = ""): string {
  const pieces = word.match(PIECES) ?? [];
  const lexemes = pieces.map((piece) =>
    IS_UNSPACED.test(piece)
      ? Array.from(piece, (character) => flagged(character, weights)).join(" <-> ")
      : flagged(piece, (/^[a-z0-9]$/.test(piece) ? "" : "*") + weights),
  );
  return lexemes.length > 1 || IS_UNSPACED.test(word) ? `(${lexemes.join(" & ")})` : lexemes.join("");
}

// A single letter is not the beginning of a word: nearly everything would match.
const flagged = (text: string, flags: string) => (flags ? `'${text}':${flags}` : `'${text}'`);

/** As the database folds names: without accents, in lower case. */
function fold(text: string): string {
  // Only marks of European letters are dropped: those of Japanese kana make other letters of them.
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/ß/g, "ss")
    .normalize("NFC")
    .toLowerCase();
}
