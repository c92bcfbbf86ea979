const SAMPLE_BYTES = 8192;
/** Packed and compiled data is far above this; a script with a few stray bytes, or text in an old encoding, below. */
const MAX_UNREADABLE_SHARE = 0.25;
const REPLACEMENT = 0xfffd;
const ESCAPE = 27;

/**
 * Reads a file as text: UTF-8, or UTF-16 if it says so; bytes that fit neither become U+FFFD. Null for a binary file.
 */
export function decodeText(content: Buffer): string | null {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder("utf-16be").decode(content);
  const sample = new TextDecoder("utf-8").decode(content.subarray(0, SAMPLE_BYTES));
  let unreadableCount = 0;
  for (let index = 0; index < sample.length; index++) {
    const code = sample.charCodeAt(index);
    // Tabs, line ends and terminal colours are text.
    if (code < 9 || (code > 13 && code < 32 && code !== ESCAPE) || code === REPLACEMENT) unreadableCount++;
  }
  return unreadableCount > sample.length * MAX_UNREADABLE_SHARE ? null : new TextDecoder("utf-8").decode(content);
}
