import { hash, verify } from "@node-rs/argon2";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { LIMITS } from "@/lib/platform/core/limits";

let common: Promise<Set<string>> | undefined;

/** The most common leaked passwords of allowed length, in lower case. Loaded on first use, which takes 70 ms. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(({ length }) => length >= LIMITS.password.minLength));
}

export async function requireUncommon(password: string, param: string): Promise<void> {
  common ??= loadCommon();
  if ((await common).has(password.toLowerCase())) throw invalid([{ param, message: "is too common. Choose another." }]);
}

/** Most sign-ins at a time: some two seconds of hashing. */
const MAX_WAITING = 50;
const RETRY_SECONDS = 2;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Does work that checks a password, unless too many others wait for theirs: then it throws too_many_in_flight. */
export async function withPasswordTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING)
    throw new AppError("too_many_in_flight", "Too many people are signing in. Try again in a moment.", {
      retryAfterSeconds: RETRY_SECONDS,
    });
  waiting++;
  try {
    return await work();
  } finally {
    waiting--;
  }
}

/**
 * Hashes one password at a time: each takes a core for 30 ms and 19 MiB, and sign-ins from many addresses, whose limits don't add up,
 * must leave the other core to everybody else.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}

/** An argon2id hash with the library's defaults (19 MiB, 2 passes: OWASP's recommendation). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/** Whether a password matches a hash. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password));
}
