const HASH_CHARS = 16;

/** Enough of a SHA-256 to tell the files that one browser has opened apart; a page may carry a thousand of them. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, HASH_CHARS);
}
