/**
 * Secrets that others entrust to us, encrypted with the keys of second factors (TWO_FACTOR_KEYS). Invariant: a sealed text opens only in
 * the context that it was sealed for, so that a row that is copied elsewhere is worth nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/platform/core/env";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const PURPOSE = "skills-marketplace/sealed-secret";

/** What a secret is bound to: what it is, whose, and for what. */
type Context = readonly string[];

/** Encrypts a text for a context. */
export function seal(text: string, context: Context): string {
  const [key] = env().TWO_FACTOR_KEYS;
  if (!key) throw new Error("TWO_FACTOR_KEYS has no key");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(key.value), nonce).setAAD(Buffer.from(JSON.stringify(context)));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [key.version, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".");
}

/** The text that was sealed for this context. Throws when its key is gone, or when it was sealed for another one. */
export function unseal(sealed: string, context: Context): string {
  const [version = "", nonce = "", tag = "", text = ""] = sealed.split(".");
  const key = env().TWO_FACTOR_KEYS.find((one) => String(one.version) === version);
  if (!key) throw new Error(`TWO_FACTOR_KEYS has no key of version ${version}, which a secret is encrypted with`);
  const decipher = createDecipheriv(CIPHER, keyOf(key.value), Buffer.from(nonce, "base64url"))
    .setAAD(Buffer.from(JSON.stringify(context)))
    .setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([decipher.update(Buffer.from(text, "base64url")), decipher.final()]).toString("utf8");
}

/** Whether a text was sealed with the key that seals now. */
export function isCurrent(sealed: string): boolean {
  return sealed.startsWith(`${env().TWO_FACTOR_KEYS[0]?.version}.`);
}

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", PURPOSE, KEY_BYTES));
