import { hash, verify } from "@node-rs/argon2";
import { MIN_PASSWORD_CHARS } from "@/lib/accounts/schemas";
import { invalid } from "@/lib/core/errors";

let common: Promise<Set<string>> | undefined;

/** The most common leaked passwords of allowed length, in lower case. Loaded on first use, which takes 70 ms. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(({ length }) => length >= MIN_PASSWORD_CHARS));
}

/** Throws invalid_request for one of the most common passwords; `param` is the field's name. */
export async function requireUncommon(password: string, param: string): Promise<void> {
  common ??= loadCommon();
  if ((await common).has(password.toLowerCase()))
    throw invalid([{ param, message: "is one of the most common passwords; choose another one" }]);
}

/** An argon2id hash with the library's defaults (19 MiB, 2 passes: OWASP's recommendation). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Whether a password matches a hash. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}
