import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readCookie, setCookie } from "@/lib/identity/accounts/auth";
import { env } from "@/lib/platform/core/env";

const NAME = "device";
const LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/**
 * How a browser became trusted: by a complete sign-in, including two-factor, or by a password reset. A reset proves
 * only the mailbox, so it gives no exemption from the limit on two-factor codes.
 */
type Trust = "signed-in" | "reset";

function sign(email: string, nonce: string, trust: Trust): string {
  return createHmac("sha256", env().SESSION_SECRET).update(`device:${trust}\n${email}\n${nonce}`).digest("base64url");
}

/**
 * The device cookie: proof that the owner of an email signed in with this browser. It grants no access, only separate
 * rate limits, so that strangers' guesses cannot lock the owner out.
 */
export function deviceCookie(email: string, trust: Trust): string {
  const nonce = randomBytes(12).toString("base64url");
  return setCookie(NAME, `${nonce}.${sign(email, nonce, trust)}`, LIFETIME_SECONDS);
}

/** Whether a Cookie header contains a device cookie, which may be forged or another account's. */
export function hasDeviceCookie(cookies: string | null): boolean {
  return readCookie(cookies, NAME) !== null;
}

/** The browser's id from its device cookie if that is valid for this email and one of these ways, else null. */
export function knownDevice(cookies: string | null, email: string, ways: readonly Trust[]): string | null {
  const [nonce, signature] = (readCookie(cookies, NAME) ?? "").split(".");
  if (!nonce || !signature) return null;
  const given = digestOf(signature);
  return ways.some((trust) => timingSafeEqual(given, digestOf(sign(email, nonce, trust)))) ? nonce : null;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
