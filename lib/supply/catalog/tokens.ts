/** Scripts without spaces: each of their characters, and each two in a row, stand for a word. */
const UNSPACED = "\\u2e80-\\u2fdf\\u3005-\\u3007\\u3040-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff";
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "g");
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`);
const IS_ASCII = /^[\0-\x7f]*$/;
/** A word: letters, marks and digits, with what belongs to the names of a few languages; or a sign that is no punctuation. */
const TOKENS = /[\p{L}\p{N}\p{M}]+(?:\+\+|#)?|[^\p{L}\p{N}\p{M}\s.,:;!?'"()[\]{}/&*|-]/gu;
const LETTERS: Record<string, string> = { ß: "ss", đ: "d", ø: "o", ł: "l", æ: "ae", œ: "oe" };

/** Text in lower case and without European accents; marks of kana are different letters and stay. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\u00df\u0111\u00f8\u0142\u00e6\u0153]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The words and signs of a folded text, in order. */
export function wordsOf(folded: string): string[] {
  const found = folded.match(TOKENS) ?? [];
  return IS_ASCII.test(folded) ? found : found.flatMap(splitScripts);
}

/** "Rustの本" is "rust" and "の本". */
const splitScripts = (word: string): string[] => (HAS_UNSPACED.test(word) ? (word.match(RUNS) ?? []) : [word]);

/** Whether a word of `wordsOf` is of a script without spaces. */
export const isUnspaced = (word: string): boolean => HAS_UNSPACED.test(word);

/** What a word of `wordsOf` is found by: itself, "c++" by "c" as well, or its characters and all that stand side by side. */
export function termsOf(word: string): string[] {
  if (word.length > 1 && (word.endsWith("+") || word.endsWith("#"))) return [word, word.replace(/[+#]+$/, "")];
  if (!isUnspaced(word)) return [word];
  const characters = Array.from(word);
  return [...characters, ...pairsOf(characters)];
}

/** What a listing must have to have a word of a script without spaces: every two characters in a row. */
export function pairsOf(characters: string[]): string[] {
  return characters.slice(1).map((character, place) => `${characters[place]}${character}`);
}
