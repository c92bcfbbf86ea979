import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readCookie, setCookie } from "@/lib/accounts/auth";
import { env } from "@/lib/core/env";

const NAME = "device";
/** How long a browser is remembered as one of the owner's. */
const LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/**
 * How a browser has come to be known: by a whole sign-in, with the second step where there is one, or by a new password
 * that a link by mail allowed. The second is no proof against guesses at the second step, which guards against the mailbox.
 */
type Trust = "signed-in" | "reset";

function sign(email: string, nonce: string, trust: Trust): string {
  return createHmac("sha256", env().SESSION_SECRET)
    .update(`device:${trust}\n${email}\n${nonce}`)
    .digest("base64url");
}

/**
 * The cookie that marks a browser as one of the owner's of an address. It opens nothing: it only gives this browser limits
 * of its own, so that strangers' guesses cannot keep the owner out.
 */
export function deviceCookie(email: string, trust: Trust): string {
  const nonce = randomBytes(12).toString("base64url");
  return setCookie(NAME, `${nonce}.${sign(email, nonce, trust)}`, LIFETIME_SECONDS);
}

/** Whether a Cookie header brings a device cookie; it may be forged, or another account's. */
export function hasDeviceCookie(cookies: string | null): boolean {
  return readCookie(cookies, NAME) !== null;
}

/** What a Cookie header says of the browser: its name, when it came to be known for this address by one of these ways, else null. */
export function knownDevice(cookies: string | null, email: string, ways: readonly Trust[]): string | null {
  const [nonce, signature] = (readCookie(cookies, NAME) ?? "").split(".");
  if (!nonce || !signature) return null;
  const given = digestOf(signature);
  return ways.some((trust) => timingSafeEqual(given, digestOf(sign(email, nonce, trust)))) ? nonce : null;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
