import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BRAND = "skm_";
const RANDOM_CHARS = 30;
const CHECK_CHARS = 6;
/** Characters of a key that its owner sees in lists: enough to tell keys apart, useless to a thief. */
const PREFIX_CHARS = BRAND.length + 6;
const FORM = new RegExp(`^${BRAND}([0-9A-Za-z]{${RANDOM_CHARS}})([0-9A-Za-z]{${CHECK_CHARS}})$`);

/** A new secret: the brand, 30 random base62 characters (178 bits) and their CRC-32, so that typing errors need no query. */
export function newSecret(): string {
  let random = "";
  for (let i = 0; i < RANDOM_CHARS; i++) random += ALPHABET[randomInt(ALPHABET.length)];
  return BRAND + random + checksum(random);
}

/** SHA-256 of a secret, which is all that is stored of it; null when the text cannot be a key. */
export function hashSecret(secret: string): Buffer | null {
  const match = FORM.exec(secret);
  if (!match || checksum(match[1] ?? "") !== match[2]) return null;
  return createHash("sha256").update(secret).digest();
}

/** The part of a secret that lists show. */
export function prefixOf(secret: string): string {
  return secret.slice(0, PREFIX_CHARS);
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let i = 0; i < CHECK_CHARS; i++) {
    text = (ALPHABET[rest % ALPHABET.length] ?? "") + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
