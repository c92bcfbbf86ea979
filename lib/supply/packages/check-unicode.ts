import { hiddenCharacters } from "@/lib/platform/core/hidden-characters";
import { type Check, type Hit, MAX_HITS_PER_CHECK } from "@/lib/supply/packages/check-hits";

/** Characters that people do not see but agents read: bidi controls, zero-width, tags, blank letters. */
export const findHiddenUnicode: Check = (text) => {
  const hits: Hit[] = [];
  let run: Run | null = null;
  for (const { index, code } of hiddenCharacters(text)) {
    if (run !== null && run.end === index && kindOf(run.code) === kindOf(code)) {
      run.count++;
    } else {
      if (run !== null) hits.push(toHit(run));
      if (hits.length >= MAX_HITS_PER_CHECK) return hits;
      run = { start: index, end: index, code, count: 1 };
    }
    run.end = index + (code > 0xffff ? 2 : 1);
  }
  if (run !== null) hits.push(toHit(run));
  return hits;
};

/** Characters of one kind that follow each other: hidden words are one remark, not one for each letter. */
type Run = { start: number; end: number; code: number; count: number };

function toHit({ start, code, count }: Run): Hit {
  const shown = code.toString(16).toUpperCase().padStart(4, "0");
  const what =
    count === 1 ? `an invisible character: U+${shown}` : `${count} invisible characters in a row, the first U+${shown}`;
  return { index: start, rule: "hidden_unicode", message: `Contains ${what}, ${kindOf(code)}.` };
}

function kindOf(code: number): string {
  if (code >= 0xe0100 || (code >= 0xfe00 && code <= 0xfe0f)) return "a variation selector that can carry hidden bytes";
  if (code >= 0xe0000) return "a tag that spells hidden text";
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
    return "which reorders the text around it";
  if (code === 0x200e || code === 0x200f || code === 0x061c) return "which changes the direction of the text";
  if (code === 0xad || (code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff) return "of no width";
  return "which shows as nothing";
}
