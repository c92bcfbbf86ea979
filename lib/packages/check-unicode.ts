import { hiddenCharacters } from "@/lib/core/hidden-characters";
import { type Check, type Hit, MAX_HITS_PER_CHECK } from "@/lib/packages/check-hits";

/** Characters that a reader does not see and an agent does: bidi controls, zero-width, tags, blank letters. */
export const findHiddenUnicode: Check = (text) => {
  const hits: Hit[] = [];
  for (const { index, code } of hiddenCharacters(text)) {
    const shown = code.toString(16).toUpperCase().padStart(4, "0");
    hits.push({
      index,
      rule: "hidden_unicode",
      message: `Contains an invisible character: U+${shown}, ${kindOf(code)}.`,
    });
    if (hits.length >= MAX_HITS_PER_CHECK) break;
  }
  return hits;
};

function kindOf(code: number): string {
  if (code >= 0xe0100 || (code >= 0xfe00 && code <= 0xfe0f))
    return "a variation selector that can carry hidden bytes";
  if (code >= 0xe0000) return "a tag that spells hidden text";
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
    return "which reorders the text around it";
  if (code === 0x200e || code === 0x200f || code === 0x061c) return "which changes the direction of the text";
  if (code === 0xad || (code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff)
    return "of no width";
  return "which shows as nothing";
}
