import { isNeeded } from "@/lib/platform/core/hidden-characters";

/** Part of a text: visible as it is, or invisible, with a visible description of it. */
export type VisiblePart = { text: string; isHidden: boolean };

/** Runs of everything that is not seen: controls (but line ends and tabs), invisible characters, selectors, lone surrogates. */
const UNSEEN =
  /(?:(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0\ufff0-\ufffb\u{e0000}-\u{e01ef}]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]){1,400}/gu;
const MAX_NAMED = 6;
const MIN_SPELLED = 3;

/**
 * Splits an untrusted text into visible and invisible parts. Invisible characters become code points, hidden letters
 * the words that they spell, so that a reviewer sees all that an agent reads.
 */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let end = 0;
  for (const { index, 0: run } of text.matchAll(UNSEEN)) {
    const codes = unneeded(text, index, run);
    if (codes.length === 0) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isHidden: false });
    parts.push({ text: labelOf(codes), isHidden: true });
    end = index + run.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHidden: false });
  return parts;
}

/** The codes of a run that are hidden for no reason; emoji and scripts that need a joiner or a selector keep theirs. */
function unneeded(text: string, start: number, run: string): number[] {
  const codes = [...run].map((character) => character.codePointAt(0) ?? 0);
  let index = start;
  return codes.filter((code) => {
    const at = index;
    index += code > 0xffff ? 2 : 1;
    if (code === 0x0d) return text[at + 1] !== "\n";
    if (code >= 0xfe00 && code <= 0xfe0f && at > 0) return codes.length > 1;
    return !isNeeded(text, at, code);
  });
}

function labelOf(codes: number[]): string {
  const spelled = spelledBy(codes);
  if (spelled !== null) return spelled;
  const [first] = codes;
  if (codes.length > 1 && codes.every((code) => code === first)) return `${nameOf(first)} ×${codes.length}`;
  const named = codes.slice(0, MAX_NAMED).map(nameOf).join(" ");
  return codes.length > MAX_NAMED ? `${named} … ${codes.length} in all` : named;
}

function nameOf(code = 0): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The text that is smuggled in a run of tags or variation selectors, or null. */
function spelledBy(codes: number[]): string | null {
  if (codes.length < MIN_SPELLED) return null;
  const isTags = codes.every((code) => code >= 0xe0000 && code <= 0xe007f);
  const bytes = isTags ? codes.map((code) => code - 0xe0000) : codes.map(selectorByte);
  if (bytes.includes(-1)) return null;
  const letters = bytes.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
  return `${codes.length} hidden letters: “${letters}”`;
}

function selectorByte(code: number): number {
  if (code >= 0xfe00 && code <= 0xfe0f) return code - 0xfe00;
  return code >= 0xe0100 && code <= 0xe01ef ? code - 0xe0100 + 16 : -1;
}
