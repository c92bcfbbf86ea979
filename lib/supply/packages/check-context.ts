/** Whether a phrase is used or only mentioned. A rule of thumb for English prose; what is mentioned is still reported, as low. */

/** How far around a phrase its sentence is looked at. */
const MAX_CONTEXT_CHARACTERS = 240;
const MAX_INTRODUCTION_CHARACTERS = 1000;

const SENTENCE_END = /[.!?]["'\u201d\u2019`)*]{0,3}\s|\n\s{0,8}\n|\n\s{0,8}(?:[-*+|#>]|\d{1,3}\.)\s?/g;
/** Words that forbid what follows, but not "do not hesitate to" and its like. */
const NEGATION =
  /\b(?:never|cannot|(?:do|does|did|must|should|may|can|will|shall|would|could|is|are)\s(?:not|never)|(?:do|does|must|should|ca|wo|would|could|is|are)n['\u2019]t|not\sto|avoids?|refuses?(?:\sto)?|declines?(?:\sto)?)\b(?!\s(?:hesitate|forget|fail|worry|stop|mind|be\safraid|only|just))/gi;
/** Words that make what follows the subject of a sentence instead of an order to its reader. */
const DESCRIPTION =
  /\b(?:detect(?:s|ing|ion\sof)?|prevent(?:s|ing|ion\sof)?|block(?:s|ing)|reject(?:s|ing)?|refus(?:es?|ing)|resist(?:s|ing)?|(?:protect|guard|defend)(?:s|ing)?\s(?:\w{1,15}\s){0,3}?(?:against|from)|watch(?:es|ing)?\s(?:out\s)?for|(?:scan|look)(?:s|ing)\sfor|(?:tries|trying|attempts?|attempting|requests?|asking)\sto|(?:tells|asks|instructs|orders|telling|asking|instructing)\s(?:you|it|them|the\s(?:agent|model|assistant))\sto|(?:anything|something|inputs?|prompts?|content|text|pages?|documents?|messages?)\s(?:that|which)|such\sas|e\.g\.|for\sexample)(?!\w)/gi;
/** Where the force of such a word ends: another clause, or a way to do the very thing. */
const CLAUSE_END = /[;:]|\b(?:and|but|then|instead|just|simply|always|now|ways?|how\sto|means|methods?)\b/i;
/** Words beside a quotation that say what is quoted. */
const QUOTED_AS =
  /\b(?:such\sas|like|e\.g\.|examples?|phrases?|sentences?|patterns?|strings?|tokens?|says?|reads?|contains?|attacks?|injections?|suspicious|detects?|flag(?:s|ged)?|refuse[sd]?|reject(?:s|ed)?|watch\sfor)(?!\w)/i;

/** Whether the phrase at `start` to `end` is forbidden, described or quoted rather than told to the reader. */
export function isMentioned(text: string, start: number, end: number): boolean {
  return isForbidden(text, start, end) || governs(DESCRIPTION, clauseBefore(text, start), text.slice(start, end));
}

/** Whether the phrase is forbidden, or quoted as an example; a description of it is no excuse. */
export function isForbidden(text: string, start: number, end: number): boolean {
  const phrase = text.slice(start, end);
  return governs(NEGATION, clauseBefore(text, start), phrase) || isQuotedAsExample(text, start, end);
}

/** The part of the sentence before a place, in one line. */
function clauseBefore(text: string, start: number): string {
  const near = text.slice(Math.max(0, start - MAX_CONTEXT_CHARACTERS), start);
  const sentence = near.slice([...near.matchAll(SENTENCE_END)].map(endOf).at(-1) ?? 0);
  return sentence.replace(/\s+/g, " ");
}

/** Whether the last of `words` reaches the phrase. A list goes on over commas: "never reveal, repeat or print". */
function governs(words: RegExp, before: string, phrase: string): boolean {
  const last = [...before.matchAll(words)].at(-1);
  if (last === undefined) return false;
  const between = before.slice(endOf(last));
  if (CLAUSE_END.test(between)) return false;
  return !between.includes(",") || /\b(?:or|nor)\b/i.test(`${between.slice(between.lastIndexOf(","))}${phrase}`);
}

const QUOTES: [open: string, close: string][] = [
  ['"', '"'],
  ["`", "`"],
  ["“", "”"],
  ["«", "»"],
];

function isQuotedAsExample(text: string, start: number, end: number): boolean {
  const lineStart = Math.max(text.lastIndexOf("\n", start) + 1, start - MAX_CONTEXT_CHARACTERS);
  const lineEnd = text.indexOf("\n", end);
  const before = text.slice(lineStart, start);
  const after = text.slice(end, Math.min(lineEnd < 0 ? text.length : lineEnd, end + MAX_CONTEXT_CHARACTERS));
  const isQuoted = QUOTES.some(([open, close]) => {
    const opened = before.split(open).length - 1;
    const isOpen = open === close ? opened % 2 === 1 : opened > before.split(close).length - 1;
    return isOpen && after.includes(close);
  });
  if (!isQuoted) return false;
  const around = `${before} ${after}`;
  if (QUOTED_AS.test(around)) return true;
  return (
    /^\s{0,12}(?:[-*+]|\d{1,3}\.)\s{1,4}["`\u201c\u00ab]/.test(before) && QUOTED_AS.test(introduction(text, lineStart))
  );
}

function introduction(text: string, listItemStart: number): string {
  const above = text.slice(Math.max(0, listItemStart - MAX_INTRODUCTION_CHARACTERS), listItemStart);
  return above.split("\n").findLast((line) => line.trimEnd().endsWith(":")) ?? "";
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}
