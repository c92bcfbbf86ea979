const HIDDEN =
  /[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e01ef}]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]{2,}/gu;
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;
/** Scripts that need joiners to be spelled right. */
const JOINED_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]/u;
const EMOJI_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const BLACK_FLAG = 0x1f3f4;
/** A flag's tag letters follow it directly: `gbeng` and the end mark. */
const MAX_FLAG_TAGS = 7;

/** A character that people do not see but agents read, with its position. */
export type HiddenCharacter = { index: number; code: number };

/**
 * Characters that a reader does not see and an agent does: bidi controls, zero-width, tags, blank letters, selectors
 * in a row. Those that a script, an emoji or a flag needs are left out. Linear in the length of the text.
 */
export function* hiddenCharacters(text: string): Generator<HiddenCharacter> {
  for (const { index, 0: character } of text.matchAll(HIDDEN)) {
    const code = character.codePointAt(0) ?? 0;
    if (!isNeeded(text, index, code)) yield { index, code };
  }
}

/** Whether a text of one or more lines holds nothing else that is unseen. */
export function isPlainText(text: string): boolean {
  return isPlainLine(text.replace(/\r?\n|\t/g, " "));
}

/** Whether a text is one line that holds nothing unseen: neither control characters nor invisible ones. */
export function isPlainLine(text: string): boolean {
  if (!hiddenCharacters(text).next().done) return false;
  for (const { index, 0: character } of text.matchAll(CONTROLS))
    if (!isNeeded(text, index, character.codePointAt(0) ?? 0)) return false;
  return true;
}

/** A text as one line that holds nothing unseen: such characters are left out, and runs of space are one space. */
export function toPlainLine(text: string): string {
  const whole = text.toWellFormed();
  const unseen = new Map<number, string>();
  for (const { index, 0: character } of whole.matchAll(CONTROLS))
    if (!isNeeded(whole, index, character.codePointAt(0) ?? 0)) unseen.set(index, " ");
  for (const { index } of hiddenCharacters(whole)) unseen.set(index, "");
  let [line, at] = ["", 0];
  for (const character of whole) {
    line += unseen.get(at) ?? character;
    at += character.length;
  }
  return line.replace(/\s+/gu, " ").trim();
}

/** Joiners inside emoji and in scripts that need them, direction marks next to such scripts, and national flags. */
export function isNeeded(text: string, index: number, code: number): boolean {
  if (code === 0xfeff && index === 0) return true;
  const before = previousCharacter(text, index);
  const after = String.fromCodePoint(text.codePointAt(index + (code > 0xffff ? 2 : 1)) ?? 0);
  if (code >= 0x180b && code <= 0x180f) return /\p{Script=Mongolian}/u.test(before);
  if (code === ZERO_WIDTH_JOINER && EMOJI_PART.test(before) && EMOJI_PART.test(after)) return true;
  if (code === ZERO_WIDTH_JOINER || code === ZERO_WIDTH_NON_JOINER) return JOINED_SCRIPT.test(before);
  if (code === 0x200e || code === 0x200f) return RIGHT_TO_LEFT.test(before) || RIGHT_TO_LEFT.test(after);
  return code >= 0xe0061 && code <= 0xe007f && isFlag(text, index);
}

function previousCharacter(text: string, index: number): string {
  const low = text.slice(index - 1, index);
  const pair = text.slice(Math.max(0, index - 2), index);
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair) ? pair : low;
}

function isFlag(text: string, index: number): boolean {
  for (let back = 1; back <= MAX_FLAG_TAGS; back++) {
    const code = text.codePointAt(index - back * 2) ?? 0;
    if (code === BLACK_FLAG) return true;
    if (code < 0xe0061 || code > 0xe007f) return false;
  }
  return false;
}
