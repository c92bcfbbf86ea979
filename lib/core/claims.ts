/**
 * Claimed `Idempotency-Key`s, for services that keep the answer in the transaction of what it tells. Invariant: with the
 * effect there is the answer, so that not even a process that dies in between is answered otherwise when it asks again.
 */
import { type Queryable, query } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";

/** Most bytes of an answer that are stored for retries. */
export const MAX_STORED_BYTES = 64 * 1024;

/** A claimed key, to be completed once with the answer; `isStored` when its service has done that already. */
export type Claim = {
  accountId: string;
  key: string;
  token: string;
  isStored?: boolean;
  /** How many bytes are stored for it. */
  storedBytes?: number;
  /** The body that answers a result. */
  textOf?: (result: unknown) => string;
};

/** How the record of an answer begins that is too large to be stored. */
const NOT_STORED = '{"not_stored":';

/** What is stored of an answer: its text, or what `about` says when it is larger than `MAX_STORED_BYTES`. */
export function toStored(claimed: Claim, text: string, about: object = {}): string {
  const isSmall = Buffer.byteLength(text) <= MAX_STORED_BYTES;
  const stored = isSmall ? text : `${NOT_STORED}${JSON.stringify(about)}}`;
  claimed.storedBytes = Buffer.byteLength(stored) + claimed.key.length;
  return stored;
}

/** Throws answer_not_stored for the record of an answer that was too large; `details` are what is known of it. */
export function requireStored(stored: string): void {
  if (!stored.startsWith(NOT_STORED)) return;
  const { not_stored: about } = JSON.parse(stored) as { not_stored: object };
  throw new AppError(
    "answer_not_stored",
    `The first request with this Idempotency-Key succeeded. Its answer is not repeated: it is larger than ${MAX_STORED_BYTES} bytes.`,
    { param: "Idempotency-Key", details: { ...about, max_bytes: MAX_STORED_BYTES } },
  );
}

/**
 * Keeps a result as the answer of a claimed key, in the transaction that brought it about; nothing without a key. Throws
 * idempotency_in_progress when another request has taken the key over: then that one does the work.
 */
export async function keepAnswer(db: Queryable, claimed: Claim | null, result: unknown): Promise<void> {
  if (!claimed) return;
  const text = claimed.textOf ? claimed.textOf(result) : JSON.stringify(result);
  const [answer] = await query<{ kept: boolean }>(
    "claims.keep",
    "SELECT idempotency_complete($1, $2, $3, 200, $4) AS kept",
    [claimed.accountId, claimed.key, claimed.token, toStored(claimed, text)],
    db,
  );
  if (!answer?.kept)
    throw new AppError(
      "idempotency_in_progress",
      "A later request with this Idempotency-Key has taken over. Nothing was done by this one.",
      { param: "Idempotency-Key", retryAfterSeconds: 1 },
    );
  claimed.isStored = true;
}
