/** Most words of a search that are used; what comes after adds cost, not meaning. */
const MAX_WORDS = 8;
/** Shorter parts of words would match nearly everything. */
const MIN_PART_CHARS = 3;

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
};

/** Takes a search apart. Everything but letters and digits separates words, so no operator of any language gets through. */
export function parseSearch(search: string): SearchTerms | null {
  const words = (fold(search).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const phrase = words.join(" ");
  return {
    phrase,
    allWords: words.map((word) => lexeme(word)).join(" & "),
    nameWords: words.map((word) => lexeme(word, "AB")).join(" & "),
    anyWord: words.map((word) => lexeme(word)).join(" | "),
    parts: words
      .filter((word) => word.length >= MIN_PART_CHARS || !/^[a-z0-9]+$/.test(word))
      .map((word) => `%${word}%`),
  };
}

/** A word, which may go on, unless it is a single letter: nearly everything begins with it. */
function lexeme(word: string, weights = ""): string {
  const flags = (/^[a-z0-9]$/.test(word) ? "" : "*") + weights;
  return flags ? `'${word}':${flags}` : `'${word}'`;
}

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
