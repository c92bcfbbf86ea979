const SAMPLE_BYTES = 8192;
/** A script stays a script with a stray control byte in it; real binaries are full of them. */
const MAX_CONTROL_SHARE = 0.1;

/**
 * Reads a file as text: UTF-8, or UTF-16 if it says so; bytes that fit neither become U+FFFD. Null for a binary file.
 */
export function decodeText(content: Buffer): string | null {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder("utf-16be").decode(content);
  const sample = content.subarray(0, SAMPLE_BYTES);
  let controlCount = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controlCount++;
  if (controlCount > sample.length * MAX_CONTROL_SHARE) return null;
  return new TextDecoder("utf-8").decode(content);
}
