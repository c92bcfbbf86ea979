/**
 * Finds values in texts of others, also as programs usually escape them in URLs, JSON and HTML, in a time that grows with the texts' length.
 */

type Secrets = readonly { value: string }[];
/**
 * A text that is looked for; `borders` has, for each beginning of it, the longest shorter beginning that it ends with, and `core` is
 * a part that programs don't escape.
 */
type Pattern = { text: string; borders: Uint16Array; core: string };
export type Patterns = readonly Pattern[];
/** Where a value is: `to` is the first character after it. */
export type Range = { from: number; to: number };
/** A text with its escapes undone; `at` is where a character of it is in the text itself. */
type View = { text: string; at: (index: number) => number };
/** A way to escape characters: what each begins with, what one is, and what the end of a text may be that cuts one. */
type Escape = { mark: string; whole: RegExp; cut: RegExp };

const ESCAPES: readonly Escape[] = [
  { mark: "%", whole: /%([0-9a-f]{2})/gi, cut: /%[0-9a-f]?$/i },
  { mark: "\\", whole: /\\(?:u00([0-9a-f]{2})|(["'\\/]))/gi, cut: /\\(?:u[0-9a-f]{0,3})?$/i },
  { mark: "&", whole: /&(?:#x([0-9a-f]{2,4})|(amp|lt|gt|quot|apos|#\d{2,4}));/gi, cut: /&[#a-z0-9]{0,6}$/i },
];
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const MAX_CUT_CHARS = 8;
const HEX = 16;

/** What is looked for: the values, also with a form's or one space for theirs, and in base64. */
export function patternsOf(secrets: Secrets): Patterns {
  const texts = secrets.flatMap(({ value }) => [
    value,
    value.replaceAll(" ", "+"),
    // As errors repeat it, in one line.
    value.replace(/\s+/g, " "),
    Buffer.from(value).toString("base64"),
    Buffer.from(value).toString("base64url"),
  ]);
  return [...new Set(texts)].map((text) => ({ text, borders: bordersOf(text), core: coreOf(text) }));
}

const coreOf = (text: string): string =>
  text.split(/[^A-Za-z0-9]+/).reduce((core, run) => (run.length > core.length ? run : core), "");

function bordersOf(text: string): Uint16Array {
  const borders = new Uint16Array(text.length + 1);
  const pattern = { text, borders };
  for (let length = 1; length < text.length; length++)
    borders[length + 1] = longer(pattern, borders[length] ?? 0, text[length]);
  return borders;
}

/** How much of a pattern a text ends with, that ended with so much of it before its last character. */
function longer(
  { text, borders }: Pick<Pattern, "text" | "borders">,
  length: number,
  last: string | undefined,
): number {
  let rest = length;
  while (rest > 0 && text[rest] !== last) rest = borders[rest] ?? 0;
  return text[rest] === last ? rest + 1 : 0;
}

/** Where the values are in a text, in its order, without overlaps. */
export function rangesIn(text: string, patterns: Patterns): Range[] {
  const likely = patterns.filter(({ core }) => text.includes(core));
  if (likely.length === 0) return [];
  const escaped = ESCAPES.filter(({ mark }) => text.includes(mark)).map((way) => undone(text, way));
  const found = [asIs(text), ...escaped].flatMap((view) => likely.flatMap((pattern) => occurrences(view, pattern)));
  const ranges: Range[] = [];
  for (const { from, to } of found.sort((a, b) => a.from - b.from)) {
    const last = ranges.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
}

function occurrences({ text, at }: View, pattern: Pattern): Range[] {
  const found: Range[] = [];
  const { length } = pattern.text;
  for (let from = text.indexOf(pattern.text); from >= 0; from = text.indexOf(pattern.text, from + length))
    found.push({ from: at(from), to: at(from + length) });
  return found;
}

/**
 * Where the end of a text begins that may be the beginning of a value, of `least` characters at the least, or of an escaped
 * character with `least` 0; its length if there is none.
 */
export function beginningAtEnd(text: string, patterns: Patterns, least = 0): number {
  const views = ESCAPES.flatMap((way): View[] => {
    const cut = way.cut.exec(text.slice(-MAX_CUT_CHARS))?.[0];
    const whole = text.includes(way.mark) ? [undone(text, way)] : [];
    return cut === undefined ? whole : [...whole, undone(text.slice(0, text.length - cut.length), way)];
  });
  const beginnings = [asIs(text), ...views].map(({ text: shown, at }) => {
    const length = Math.max(0, ...patterns.map((pattern) => begunAtEnd(shown, pattern)));
    return length < least ? text.length : at(shown.length - length);
  });
  return Math.min(...beginnings);
}

/** How much of the beginning of a pattern a text ends with; less than all of it. */
function begunAtEnd(text: string, pattern: Pattern): number {
  let length = 0;
  for (let at = Math.max(0, text.length - pattern.text.length + 1); at < text.length; at++)
    length = longer(pattern, length, text[at]);
  return length;
}

const asIs = (text: string): View => ({ text, at: (index) => index });

function undone(text: string, { whole }: Escape): View {
  const parts: string[] = [];
  // After each escape: how long the view is, and where the text goes on.
  const [lengths, ends] = [[0], [0]];
  let [length, end] = [0, 0];
  for (const match of text.matchAll(whole)) {
    parts.push(text.slice(end, match.index), charOf(match[1], match[2]));
    length += match.index - end + 1;
    end = match.index + match[0].length;
    lengths.push(length);
    ends.push(end);
  }
  return {
    text: parts.join("") + text.slice(end),
    at: (index) => {
      let [low, high] = [0, lengths.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((lengths[middle] ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      return (ends[low] ?? 0) + index - (lengths[low] ?? 0);
    },
  };
}

function charOf(hex: string | undefined, said = ""): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, HEX));
  return said.startsWith("#") ? String.fromCharCode(Number(said.slice(1))) : (NAMED[said.toLowerCase()] ?? said);
}
