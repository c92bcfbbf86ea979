import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readCookie, setCookie } from "@/lib/accounts/auth";
import { env } from "@/lib/core/env";

const NAME = "device";
/** How long a browser is remembered as one of the owner's. */
const LIFETIME_SECONDS = 365 * 24 * 60 * 60;

function sign(email: string, nonce: string): string {
  return createHmac("sha256", env().SESSION_SECRET).update(`device\n${email}\n${nonce}`).digest("base64url");
}

/**
 * The cookie that marks a browser as one in which the owner of an address has signed in before. It opens nothing: it
 * only gives this browser limits of its own, so that strangers' guesses cannot keep the owner out.
 */
export function deviceCookie(email: string): string {
  const nonce = randomBytes(12).toString("base64url");
  return setCookie(NAME, `${nonce}.${sign(email, nonce)}`, LIFETIME_SECONDS);
}

/** What a Cookie header says of the browser: its name, when it is one of the owner's of this address, else null. */
export function knownDevice(cookies: string | null, email: string): string | null {
  const [nonce, signature] = (readCookie(cookies, NAME) ?? "").split(".");
  if (!nonce || !signature) return null;
  const [given, right] = [signature, sign(email, nonce)].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return given && right && timingSafeEqual(given, right) ? nonce : null;
}
