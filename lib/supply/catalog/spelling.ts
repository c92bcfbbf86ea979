/**
 * Endings that British and American English spell differently: the letters `after` which they occur, and the shared
 * `rest`.
 */
const ENDINGS: { british: string; american: string; after?: string; rest: string }[] = [
  { british: "is", american: "iz", rest: "e|ed|er|ers|es|ing|ation|ations|able" },
  { british: "ys", american: "yz", rest: "e|ed|er|ers|es|ing" },
  // Not "validator" and its like, which have no other spelling.
  { british: "our", american: "or", after: "(?<![hrst])", rest: "|s|ed|ing|ful|al|ally|ist|able|ite|ites" },
  { british: "ogue", american: "og", rest: "|s|d" },
  { british: "tre", american: "ter", rest: "|s|d" },
  { british: "ll", american: "l", rest: "ed|ing|er|ers" },
  { british: "ence", american: "ense", rest: "|s" },
];
/** Shorter words have no such endings: "wise", "four". */
const MIN_CHARS = 5;

const RULES = ENDINGS.flatMap(({ british, american, after = "", rest }) => [
  { ending: new RegExp(`${after}${british}(${rest})$`), other: american },
  { ending: new RegExp(`${after}${american}(${rest})$`), other: british },
]);

/**
 * The British or American alternative of a word, or null. It may not exist: "editour" matches nothing, which does no
 * harm.
 */
export function otherSpelling(word: string): string | null {
  if (word.length < MIN_CHARS || !/^[a-z]+$/.test(word)) return null;
  const rule = RULES.find(({ ending }) => ending.test(word));
  return rule ? word.replace(rule.ending, `${rule.other}$1`) : null;
}
