/**
 * Answers kept under `Idempotency-Key` for 24 hours, so that a retry never spends or creates twice.
 * Invariant: one request a key runs at a time, and only the process that claimed a key may complete it.
 */
import { createHash, randomUUID } from "node:crypto";
import { type Claim, requireStored, toStored } from "@/lib/core/claims";
import { query } from "@/lib/core/db";
import { AppError, type ErrorCode, invalid, keyReused } from "@/lib/core/errors";
import { prune } from "@/lib/jobs/pruning";
import * as ratelimit from "@/lib/ratelimit/service";

/** How long a claim may stay open; longer than any request, shorter than what reconciliation calls stuck. */
const CLAIM_SECONDS = 120;
const KEPT_HOURS = 24;
const BYTES_PER_KIB = 1024;
/** What an Idempotency-Key is made of. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

export type StoredAnswer = { status: number; body: string };

/** The key of a request, or null. Throws invalid_request when it is not 1 to 255 printable characters. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || IDEMPOTENCY_KEY.test(key)) return key;
  throw invalid([{ param: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" }]);
}

/**
 * Claims a key for one request, or returns the answer that it already has.
 * Throws idempotency_key_reused for another request under the same key, idempotency_in_progress while the first runs,
 * answer_not_stored when its answer was too large, and rate_limited when too much is stored for the account's retries.
 */
export async function claim(accountId: string, key: string, request: string): Promise<Claim | StoredAnswer> {
  ratelimit.requireUnspent("keeping", accountId);
  const token = randomUUID();
  const fingerprint = createHash("sha256").update(request).digest();
  const [row] = await query<{ token: string; same: boolean; status: number | null; body: string | null }>(
    "idempotency.claim",
    `WITH claimed AS (
       INSERT INTO idempotency_record AS r (account_id, key, token, fingerprint) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, key) DO UPDATE SET token = excluded.token, fingerprint = excluded.fingerprint,
         created_at = now(), status = NULL, body = NULL, completed_at = NULL
       WHERE r.created_at < now() - make_interval(hours => $6)
          OR (r.completed_at IS NULL AND r.fingerprint = excluded.fingerprint AND r.created_at < now() - make_interval(secs => $5))
       RETURNING token, true AS same, status, body)
     SELECT * FROM claimed
     UNION ALL
     SELECT token, fingerprint = $4, status, body FROM idempotency_record
      WHERE account_id = $1 AND key = $2 AND NOT EXISTS (SELECT 1 FROM claimed)`,
    [accountId, key, token, fingerprint, CLAIM_SECONDS, KEPT_HOURS],
  );
  if (row?.token === token) return { accountId, key, token };
  if (row && !row.same) throw keyReused();
  if (row?.status && row.body !== null) {
    requireStored(row.body);
    return { status: row.status, body: row.body };
  }
  throw new AppError(
    "idempotency_in_progress",
    "The first request with this Idempotency-Key is still running.",
    {
      param: "Idempotency-Key",
      retryAfterSeconds: 1,
    },
  );
}

/** Keeps the answer of a claimed request, unless its service has stored it in the transaction that moved the money. */
export async function complete(claimed: Claim, answer: StoredAnswer): Promise<void> {
  await query("idempotency.complete", "SELECT idempotency_complete($1, $2, $3, $4, $5)", [
    claimed.accountId,
    claimed.key,
    claimed.token,
    answer.status,
    toStored(claimed, answer.body),
  ]);
}

/** Failures that are no key's answer: nothing was decided yet, and the same request may go on where it stopped. */
const OPEN_STATUSES = [401, 429, 500];
const OPEN_CODES: ErrorCode[] = ["processor_failed", "processor_timeout"];

/** Keeps the failure of a claimed request, unless a retry may turn out differently: then the key is free again. */
export async function settleClaim(
  claimed: Claim,
  failure: StoredAnswer & { code: ErrorCode },
): Promise<void> {
  const isOpen = OPEN_STATUSES.includes(failure.status) || OPEN_CODES.includes(failure.code);
  await (isOpen ? abandon(claimed) : complete(claimed, failure));
}

/** Counts what a request has stored for its retries, whoever stored it. */
export function countStored({ accountId, storedBytes = 0 }: Claim): void {
  ratelimit.spend("keeping", accountId, storedBytes / BYTES_PER_KIB);
}

/** Gives a key back, so that the same request may be tried again. */
async function abandon({ accountId, key, token }: Claim): Promise<void> {
  await query(
    "idempotency.abandon",
    "DELETE FROM idempotency_record WHERE account_id = $1 AND key = $2 AND token = $3 AND completed_at IS NULL",
    [accountId, key, token],
  );
}

/** Forgets answers older than 24 hours and claims whose process died. Returns how many. */
export async function expireAnswers(): Promise<number> {
  const [answers, claims] = [
    await prune("idempotency.expire", "idempotency_record", {
      where: "created_at < now() - make_interval(hours => $1)",
      values: [KEPT_HOURS],
    }),
    await prune("idempotency.claims", "idempotency_record", {
      where: "completed_at IS NULL AND created_at < now() - make_interval(secs => $1)",
      values: [CLAIM_SECONDS],
    }),
  ];
  return answers + claims;
}
