/**
 * Claimed `Idempotency-Key`s, for services that keep the answer in the transaction of what it tells. Invariant: with the
 * effect there is the answer, so that not even a process that dies in between is answered otherwise when it asks again.
 */
import { type Queryable, query } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";

/** A claimed key, to be completed once with the answer; `isStored` when its service has done that already. */
export type Claim = {
  accountId: string;
  key: string;
  token: string;
  isStored?: boolean;
  /** The body that answers a result. */
  textOf?: (result: unknown) => string;
};

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
    [claimed.accountId, claimed.key, claimed.token, text],
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
