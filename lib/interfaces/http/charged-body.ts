import { type Json, MAX_FIELDS_BYTES, readJson } from "@/lib/interfaces/http/body";
import { limitedAs } from "@/lib/interfaces/http/gate";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Most bytes of large bodies that one process holds for all accounts: as objects, they take up to twenty times as much. */
export const MAX_BODIES_BYTES = 32 * 1024 * 1024;
const RETRY_SECONDS = 1;
/** What taking a body in costs before it is parsed: some 5 ms a MiB. */
const MS_PER_BYTE = 5 / (1024 * 1024);
/** What is parsed is written again, for the endpoint and for retries. */
const TIMES_WORKED = 2;

let heldBytes = 0;

/** Whose processor time a request takes: its account's, or its address's. */
export type Payer = { name: "checking" | "render"; subject: string };

/** Who pays for a request's body. */
export function payerOf(caller: Caller | null, address: string): Payer {
  return caller ? { name: "checking", subject: limitedAs(caller) } : { name: "render", subject: address };
}

/** Largest body, who pays for it, and what may refuse its bytes before they are parsed. */
type BodyRules = { maxBytes: number; payer: Payer; admit?: (bytes: Uint8Array) => void };

/**
 * Reads a JSON body as `readJson` does, parses it with `parse`, and does the work. A body of more than 16 KiB is
 * charged to its payer's processor time: its bytes before they are parsed, then what parsing took. Its bytes count
 * against those of all accounts until the work is done.
 */
export async function withJson<B, T>(
  request: Request,
  { maxBytes, payer: { name, subject }, admit }: BodyRules,
  parse: (raw: Json) => B,
  work: (body: B, raw: Json) => Promise<T>,
): Promise<T> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_FIELDS_BYTES) ratelimit.requireBudget(name, subject);
  let ownBytes = 0;
  // Only once it has arrived: a slow sender must not keep others out.
  const take = (sent: Uint8Array) => {
    if (sent.length <= MAX_FIELDS_BYTES) return admit?.(sent);
    ratelimit.requireBudget(name, subject);
    ratelimit.debit(name, subject, sent.length * MS_PER_BYTE);
    admit?.(sent);
    if (heldBytes + sent.length > MAX_BODIES_BYTES) throw full();
    heldBytes += sent.length;
    ownBytes = sent.length;
  };
  const timed = <R>(run: () => R): R => (ownBytes > 0 ? ratelimit.measured(name, subject, run, TIMES_WORKED) : run());
  try {
    const raw = await readJson(request, maxBytes, { timed, admit: take });
    return await work(
      timed(() => parse(raw)),
      raw,
    );
  } finally {
    heldBytes -= ownBytes;
  }
}

function full(): AppError {
  return new AppError(
    "too_many_in_flight",
    "The marketplace is reading as many large requests as it can. Nothing was done. Try again shortly.",
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
