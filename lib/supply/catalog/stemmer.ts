/** A word's end, and what stands for it when enough of the word is left. */
type Ending = [end: string, instead: string];

/** Ends of the second and third step, the longest of each letter first. */
const SECOND: Ending[] = [
  ...([
    ["ational", "ate"],
    ["tional", "tion"],
    ["enci", "ence"],
    ["anci", "ance"],
    ["izer", "ize"],
  ] as Ending[]),
  ...([
    ["bli", "ble"],
    ["alli", "al"],
    ["entli", "ent"],
    ["eli", "e"],
    ["ousli", "ous"],
    ["ization", "ize"],
  ] as Ending[]),
  ...([
    ["ation", "ate"],
    ["ator", "ate"],
    ["alism", "al"],
    ["iveness", "ive"],
    ["fulness", "ful"],
  ] as Ending[]),
  ...([
    ["ousness", "ous"],
    ["aliti", "al"],
    ["iviti", "ive"],
    ["biliti", "ble"],
    ["logi", "log"],
  ] as Ending[]),
];
const THIRD: Ending[] = [
  ...([
    ["icate", "ic"],
    ["ative", ""],
    ["alize", "al"],
    ["iciti", "ic"],
  ] as Ending[]),
  ...([
    ["ical", "ic"],
    ["ful", ""],
    ["ness", ""],
  ] as Ending[]),
];
const FOURTH = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

const isConsonant = (word: string, at: number): boolean =>
  /[^aeiouy]/.test(word[at] ?? "") || (word[at] === "y" && (at === 0 || !isConsonant(word, at - 1)));

/** A word as `c` and `v`, for consonants and vowels. */
const shapeOf = (word: string): string => Array.from(word, (_, at) => (isConsonant(word, at) ? "c" : "v")).join("");

/** How often a vowel is followed by a consonant: about how many syllables are left. */
const measureOf = (word: string): number => shapeOf(word).match(/v+c/g)?.length ?? 0;
const hasVowel = (word: string): boolean => shapeOf(word).includes("v");
/** Whether it ends like "hop": consonant, vowel, and a consonant that is not w, x or y. */
const endsShort = (word: string): boolean => shapeOf(word).endsWith("cvc") && !/[wxy]$/.test(word);
const endsDouble = (word: string): boolean =>
  word.length > 1 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1);

/** Puts something in the place of the first end that a word has, if enough is left. */
function replaced(word: string, endings: Ending[]): string {
  const found = endings.find(([end]) => word.endsWith(end));
  if (!found) return word;
  const rest = word.slice(0, -found[0].length);
  return measureOf(rest) > 0 ? rest + found[1] : word;
}

/** Without the ends of plurals, of the past and of "-ing". */
function withoutInflection(word: string): string {
  const single = word.replace(/(ss|i)es$/, "$1").replace(/([^s])s$/, "$1");
  if (single.endsWith("eed")) return measureOf(single.slice(0, -3)) > 0 ? single.slice(0, -1) : single;
  const rest = single.replace(/(ed|ing)$/, "");
  if (rest === single || !hasVowel(rest)) return single;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (endsDouble(rest) && !/[lsz]$/.test(rest)) return rest.slice(0, -1);
  return measureOf(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

/** The stem of an English word in lower case, by Porter's algorithm (1980). */
export function stemmer(word: string): string {
  if (word.length < 3) return word;
  let stem = withoutInflection(word);
  if (stem.endsWith("y") && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaced(replaced(stem, SECOND), THIRD);
  const ending = FOURTH.exec(stem);
  if (ending?.[1] && measureOf(ending[1]) > 1) stem = ending[1];
  const rest = stem.slice(0, -1);
  if (stem.endsWith("e") && (measureOf(rest) > 1 || (measureOf(rest) === 1 && !endsShort(rest)))) stem = rest;
  return stem.endsWith("ll") && measureOf(stem) > 1 ? stem.slice(0, -1) : stem;
}
