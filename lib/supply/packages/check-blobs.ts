import { type Check, type Hit, MAX_HITS_PER_CHECK, patternCheck } from "@/lib/supply/packages/check-hits";

/** Signatures and public keys are shorter; an embedded program is not. */
const MIN_BASE64_CHARACTERS = 600;
const MIN_HEX_CHARACTERS = 300;
/** Wrapped blobs go on from line to line if their lines are at least this long; word lists are not. */
const MIN_WRAPPED_LINE_CHARACTERS = 40;
/** Rules of dashes and repeated letters hide nothing. */
const MIN_DISTINCT_BASE64 = 20;
const MIN_DISTINCT_HEX = 8;

const HEX = 1;
const BASE64 = 2;
const KINDS = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_") {
  KINDS[character.charCodeAt(0)] = BASE64 | (/[0-9a-fA-F]/.test(character) ? HEX : 0);
}
const NEWLINE = 10;
const RETURN = 13;

const ESCAPED_BYTES = /(?:\\x[0-9a-fA-F]{2}){100}/g;
const LISTED_BYTES = /(?:0x[0-9a-fA-F]{2},\s?){100}/g;

type Run = { start: number; length: number; lineLength: number; isHex: boolean };

/** Long stretches of base64 or hexadecimal, in one line or wrapped, and long lists of byte values. */
export const BLOB_CHECKS: Check[] = [
  findEncodedRuns,
  patternCheck("encoded_blob", "A long string of escaped bytes hides its meaning.", ESCAPED_BYTES),
  patternCheck("encoded_blob", "A long list of bytes hides its meaning.", LISTED_BYTES),
];

/** Walks the text by hand: a pattern for runs would start again inside each run that is too short. */
function findEncodedRuns(text: string): Hit[] {
  const hits: Hit[] = [];
  const newRun = (start: number): Run => ({ start, length: 0, lineLength: 0, isHex: true });
  let run = newRun(0);
  const finish = (end: number, next: number) => {
    const hit = judge(text, run, end);
    if (hit !== null) hits.push(hit);
    run = newRun(next);
  };
  for (let index = 0; index <= text.length && hits.length < MAX_HITS_PER_CHECK; index++) {
    const code = index === text.length ? 0 : text.charCodeAt(index);
    const kind = code < 128 ? (KINDS[code] ?? 0) : 0;
    if (kind !== 0) {
      const isHexEnd = run.isHex && (kind & HEX) === 0;
      // A word in the line after a block of hexadecimal must not turn all of it into too short a run of base64.
      if (isHexEnd && run.length >= MIN_HEX_CHARACTERS) finish(index, index);
      run.isHex &&= !isHexEnd;
      run.length++;
      run.lineLength++;
    } else if (code === NEWLINE && run.lineLength >= MIN_WRAPPED_LINE_CHARACTERS) {
      run.lineLength = 0;
    } else if (code !== RETURN) {
      finish(index, index + 1);
    }
  }
  return hits;
}

function judge(text: string, run: Run, end: number): Hit | null {
  const minimum = run.isHex ? MIN_HEX_CHARACTERS : MIN_BASE64_CHARACTERS;
  if (run.length < minimum) return null;
  const distinct = new Set(text.slice(run.start, end)).size;
  if (distinct < (run.isHex ? MIN_DISTINCT_HEX : MIN_DISTINCT_BASE64)) return null;
  const kind = run.isHex ? "hexadecimal" : "base64";
  return {
    index: run.start,
    rule: "encoded_blob",
    message: `${run.length} characters of ${kind} hide their meaning.`,
  };
}
