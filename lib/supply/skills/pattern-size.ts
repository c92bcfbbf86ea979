/** Instructions that a group which is remembered adds around what is in it. */
const GROUP = 2;
/** The beginning of a group, with its name or flags. */
const OPENING = /\((?:\?(?:<[^>]*>|[\w-]*:))?/y;
const REPEAT = /\{(\d+)(,?)(\d*)\}/y;
/** An escape with what belongs to it: `\\p{Letter}`, `\\x{41}`, `\\k<name>`. */
const ESCAPE = /\\[pPxu]\{[^}]*\}|\\k<[^>]*>|\\./sy;
const CLASS = /\[\^?(?:\\.|[^\]\\])*\]?/sy;

/**
 * About how many instructions a pattern compiles to, found by reading it once: compiling one that repeats what repeats
 * takes seconds.
 */
export function patternSize(pattern: string): number {
  /** What the groups around this place hold so far; the last one is the innermost. */
  const outer: number[] = [];
  let total = 0;
  let last = 0;
  let at = 0;
  const skip = (form: RegExp) => {
    form.lastIndex = at;
    const found = form.exec(pattern);
    at += found?.[0].length ?? 1;
    return found;
  };
  while (at < pattern.length) {
    const sign = pattern[at];
    if (sign === "(") {
      outer.push(total);
      const [opening] = skip(OPENING) ?? [];
      [total, last] = [opening?.endsWith(":") ? 0 : GROUP, 0];
    } else if (sign === ")" && outer.length > 0) {
      last = total;
      total = (outer.pop() ?? 0) + last;
      at++;
    } else if (sign === "{") {
      const times = timesOf(skip(REPEAT));
      total += last * (times - 1);
      last *= times;
    } else {
      if (sign === "\\" || sign === "[") skip(sign === "[" ? CLASS : ESCAPE);
      else at++;
      const repeats = sign === "*" || sign === "+" || sign === "?";
      last = repeats ? last + 1 : 1;
      total++;
    }
  }
  return outer.reduce((sum, part) => sum + part, total);
}

/** How often a part is written out for `{3}`, `{2,5}` or `{4,}`; anything else in braces is a text. */
function timesOf(repeat: RegExpExecArray | null): number {
  if (!repeat) return 1;
  const [, least, comma, most] = repeat;
  return Math.max(1, Number(most || least) + (comma && !most ? 1 : 0));
}
