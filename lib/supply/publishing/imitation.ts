/** Names that could be taken for a brand, a popular skill or its publisher: a pure rule, without a database. */

/** Shorter names are like too many others. */
const MIN_FOLDED_CHARS = 5;
/** From so many letters, names that are one letter, or two, apart are mistaken for each other. */
const MIN_ONE_APART = 6;
const MIN_TWO_APART = 14;

/** A name that others know; a brand is also found as a word of a longer name. */
export type KnownName = { kind: "brand" | "skill" | "publisher"; name: string };
/** `written`: a brand as a word. `same`: the same letters. `alike`: the same to somebody in a hurry. `close`: a slip of the keys away. */
export type Imitation = KnownName & { how: "written" | "same" | "alike" | "close" };

const LETTERS: Record<string, string> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  $: "s",
  "@": "a",
  "!": "l",
  "|": "l",
  i: "l",
  "\u0430": "a",
  "\u0435": "e",
  "\u043e": "o",
  "\u0440": "p",
  "\u0441": "c",
  "\u0445": "x",
  "\u0443": "y",
  "\u0456": "l",
  "\u0455": "s",
  "\u0458": "j",
  "\u04bb": "h",
  "\u0501": "d",
  "\u051b": "q",
  "\u03bf": "o",
  "\u03b1": "a",
  "\u03b9": "l",
  "\u0131": "l",
  "\u0261": "g",
  "\u2113": "l",
};

/** A name as somebody in a hurry reads it: without marks, hyphens and spaces, look-alike letters as one. */
export function folded(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const letters = [...plain].map((letter) => LETTERS[letter] ?? letter).join("");
  return letters
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Known names as they are compared. */
export type Folded = KnownName & { plain: string };

/** Makes known names ready to be compared with many others. */
export function foldAll(known: readonly KnownName[]): Folded[] {
  return known.map((one) => ({ ...one, plain: folded(one.name) }));
}

/** What a name imitates, the plainest case first; null for nothing. */
export function imitationOf(name: string, known: readonly Folded[]): Imitation | null {
  const words = wordsOf(name);
  const written = known.find((one) => one.kind === "brand" && words.includes(one.name));
  if (written) return found(written, "written");
  const whole = folded(name);
  // A brand inside a longer word is part of another word, as `notion` in `notional`.
  const parts = new Set([...words.map(folded), whole]);
  for (let at = 0; at + 1 < words.length; at++) parts.add(folded(`${words[at]}${words[at + 1]}`));
  const long = known.filter((one) => one.plain.length >= MIN_FOLDED_CHARS && !areSeries(one.name, name));
  const alike = long.find((one) => one.plain === whole || (one.kind === "brand" && parts.has(one.plain)));
  if (alike) return found(alike, wordsOf(alike.name).join(" ") === words.join(" ") ? "same" : "alike");
  const close = long.find((one) => areClose(one.plain, whole));
  return close ? found(close, "close") : null;
}

const wordsOf = (name: string) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
const found = ({ kind, name }: KnownName, how: Imitation["how"]): Imitation => ({ kind, name, how });

/** Names that differ by a number alone are a series, such as reports of several years. */
function areSeries(one: string, other: string): boolean {
  const only = (kind: RegExp, name: string) => name.toLowerCase().match(kind)?.join("") ?? "";
  return only(/\p{L}/gu, one) === only(/\p{L}/gu, other) && only(/\p{N}/gu, one) !== only(/\p{N}/gu, other);
}

function areClose(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  const most = least >= MIN_TWO_APART ? 2 : least >= MIN_ONE_APART ? 1 : 0;
  return Math.abs(one.length - other.length) <= most && most > 0 && distance(one, other) <= most;
}

/** How many letters are added, removed, changed or swapped with the next. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwap = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const [left = 0, above = 0, corner = 0] = [next[at - 1], last[at], last[at - 1]];
      const steps = Math.min(left + 1, above + 1, corner + (isSame ? 0 : 1));
      next.push(isSwap ? Math.min(steps, (before[at - 2] ?? row) + 1) : steps);
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
