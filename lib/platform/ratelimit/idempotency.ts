/**
 * Answers stored under `Idempotency-Key` for 24 hours, so that a retry never spends or creates twice.
 * Invariants: one request a key runs at a time, until its process is killed; only the request that holds a key may complete it; an
 * effect that cannot be repeated stores its answer in its own transaction, so that a process that dies in between leaves both or neither.
 */
import { createHash, randomUUID } from "node:crypto";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { hasDoneNothing, isUnavailable } from "@/lib/platform/core/db-errors";
import { AppError, type ErrorCode, invalid, keyReused } from "@/lib/platform/core/errors";
import { releaseLater } from "@/lib/platform/core/unreleased";
import { isPunctual, LEASE_SECONDS, requireLease } from "@/lib/platform/jobs/leases";
import { hoursAgo, prune } from "@/lib/platform/jobs/pruning";
import * as ratelimit from "@/lib/platform/ratelimit/service";

export const MAX_STORED_BYTES = 64 * 1024;
/**
 * How long a claim may stay open while its process lives: longer than any request, shorter than what reconciliation calls stuck. When
 * the process was killed, its lease ends within seconds, and the claim with it.
 */
const CLAIM_SECONDS = 120;
const STORED_HOURS = 24;
const BYTES_PER_KIB = 1024;
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

export type StoredAnswer = { status: number; body: string };

/** A claimed key, to be completed once with the answer; `isStored` when its service has done that already. */
export type Claim = {
  accountId: string;
  key: string;
  token: string;
  isStored?: boolean;
  storedBytes?: number;
  textOf?: (result: unknown) => string;
};

/** The key of a request, or null. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || IDEMPOTENCY_KEY.test(key)) return key;
  throw invalid([{ param: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" }]);
}

/** Longest key of a batch: each of its calls has a number behind it. */
const MAX_BATCH_KEY_CHARS = 240;

/** The key of a batch, or null. */
export function batchKeyOf(request: Request): string | null {
  const key = idempotencyKeyOf(request);
  if (key !== null && key.length > MAX_BATCH_KEY_CHARS)
    throw invalid([{ param: "Idempotency-Key", message: "must be at most 240 characters for a batch" }]);
  return key;
}

type Found = { token: string; same: boolean; status: number | null; body: string | null; wait: number };

/**
 * Whether the process of a claim is gone. A claim as young as a lease is left alone: this statement may have begun before the lease
 * of the claim's process, and would not see it.
 */
const IS_ABANDONED = `$is_punctual AND r.created_at < now() - make_interval(secs => $lease) AND r.process_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM process_lease l WHERE l.id = r.process_id AND l.expires_at > now())`;

/** Claims a key, or reads what it has; `wait` are the seconds after which an open claim is free, unless its process lives on. */
const CLAIM = `WITH claimed AS (
    INSERT INTO idempotency_record AS r (account_id, key, token, fingerprint, process_id)
      VALUES ($account, $key, $token, $fingerprint, $process)
    ON CONFLICT (account_id, key) DO UPDATE SET token = excluded.token, fingerprint = excluded.fingerprint,
      process_id = excluded.process_id, created_at = now(), status = NULL, body = NULL, completed_at = NULL
    WHERE r.created_at < now() - make_interval(hours => $stored_hours)
       OR (r.completed_at IS NULL AND r.fingerprint = excluded.fingerprint
         AND (r.created_at < now() - make_interval(secs => $claim_seconds) OR ${IS_ABANDONED}))
    RETURNING token, true AS same, status, body, 0 AS wait)
  SELECT * FROM claimed
  UNION ALL
  SELECT r.token, r.fingerprint = $fingerprint, r.status, r.body, ceil(extract(epoch FROM
      CASE WHEN r.process_id IS NULL THEN r.created_at + make_interval(secs => $claim_seconds)
           -- The other request may have begun after this statement's now().
           ELSE least(greatest(l.expires_at, r.created_at + make_interval(secs => $lease)), now() + make_interval(secs => $lease)) END
      - now()))::int
    FROM idempotency_record r LEFT JOIN process_lease l ON l.id = r.process_id
   WHERE r.account_id = $account AND r.key = $key AND NOT EXISTS (SELECT 1 FROM claimed)`;

/** For `JSON.stringify`: an object's fields in one order, whatever order a client sent them in. */
function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** SHA-256 of the parts of a request, whatever order a client sent their fields in. */
export const fingerprintOf = (request: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(request, inOneOrder)).digest();

/** Claims a key for one request, which is recognized by its parts, or returns the answer that it already has. */
export async function claim(
  accountId: string,
  key: string,
  request: readonly unknown[],
): Promise<Claim | StoredAnswer> {
  ratelimit.requireBudget("keeping", accountId);
  const token = randomUUID();
  const fingerprint = ratelimit.withinCpuBudget("checking", accountId, () => fingerprintOf(request));
  const processId = await requireLease();
  const [row] = await query<Found>("idempotency.claim", CLAIM, {
    account: accountId,
    key,
    token,
    fingerprint,
    claim_seconds: CLAIM_SECONDS,
    stored_hours: STORED_HOURS,
    process: processId,
    is_punctual: isPunctual(),
    lease: LEASE_SECONDS,
  }).catch((error: unknown) => {
    // It may be claimed all the same, for a request that does not begin.
    if (isUnavailable(error) && !hasDoneNothing(error))
      releaseLater("key", token, () => abandon({ accountId, key, token }));
    throw error;
  });
  if (row?.token === token) return { accountId, key, token };
  if (row && !row.same) throw keyReused();
  if (row?.status && row.body !== null) {
    requireStored(row.body);
    return { status: row.status, body: row.body };
  }
  throw inProgress("The first request with this Idempotency-Key is still running.", row?.wait);
}

const inProgress = (message: string, wait = 1) =>
  new AppError("idempotency_in_progress", message, {
    param: "Idempotency-Key",
    retryAfterSeconds: Math.max(1, wait),
  });

/** What is stored of a call's answer: its result, which may be any JSON, and the JSON of its other fields. */
export type StoredResult = { result: string | null; about: string };

/** What is stored of a call's answer; without the result when the two are larger than `MAX_STORED_BYTES`. */
export function toStoredResult(claimed: Claim, result: string | null, fields: object): StoredResult {
  const about = JSON.stringify(fields);
  const bytes = Buffer.byteLength(result ?? "") + Buffer.byteLength(about);
  const isSmall = bytes <= MAX_STORED_BYTES;
  claimed.storedBytes = (isSmall ? bytes : Buffer.byteLength(about)) + claimed.key.length;
  return isSmall ? { result, about } : { result: null, about: JSON.stringify({ not_stored: fields }) };
}

/** What is stored of any other answer: its text, unless it is larger than that. */
function toStored(claimed: Claim, text: string): string {
  const stored = Buffer.byteLength(text) <= MAX_STORED_BYTES ? text : JSON.stringify({ not_stored: {} });
  claimed.storedBytes = Buffer.byteLength(stored) + claimed.key.length;
  return stored;
}

function requireStored(stored: string): void {
  const { not_stored: about } = JSON.parse(stored) as { not_stored?: object };
  if (!about) return;
  throw new AppError(
    "answer_not_stored",
    `The first request with this Idempotency-Key succeeded. Its response can't be repeated: it is larger than ${MAX_STORED_BYTES} bytes.`,
    { param: "Idempotency-Key", details: { ...about, max_bytes: MAX_STORED_BYTES } },
  );
}

/** Stores the answer of a claimed request. Returns whether this request still held the key. */
export async function complete(claimed: Claim, answer: StoredAnswer, db?: Queryable): Promise<boolean> {
  const [row] = await query<{ stored: boolean }>(
    "idempotency.complete",
    "SELECT idempotency_complete($1, $2, $3, $4, $5) AS stored",
    [claimed.accountId, claimed.key, claimed.token, answer.status, toStored(claimed, answer.body)],
    db,
  );
  return row?.stored ?? false;
}

/** Stores a result as the answer of a claimed key, in the transaction that brought it about; nothing without a key. */
export async function keepAnswer(db: Queryable, claimed: Claim | null, result: unknown): Promise<void> {
  if (!claimed) return;
  const body = claimed.textOf ? claimed.textOf(result) : JSON.stringify(result);
  if (!(await complete(claimed, { status: 200, body }, db)))
    throw inProgress("A later request with this Idempotency-Key has taken over. Nothing was done by this one.");
  claimed.isStored = true;
}

/** Failures that are never stored as the answer: nothing was decided yet, and the same request may continue. */
const OPEN_STATUSES = [401, 429, 500, 503];
const OPEN_CODES: ErrorCode[] = ["processor_failed", "processor_timeout", "approval_required"];

/**
 * Stores the failure of a claimed request, or releases its key when a retry may turn out differently; later, when the database is
 * away: it knows by then whether the request took effect.
 */
export async function settleClaim(claimed: Claim, failure: StoredAnswer & { code: ErrorCode }): Promise<void> {
  const isOpen = OPEN_STATUSES.includes(failure.status) || OPEN_CODES.includes(failure.code);
  const settle = () => (isOpen ? abandon(claimed) : complete(claimed, failure));
  try {
    await settle();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    releaseLater("key", claimed.token, settle);
  }
}

/** Debits the bytes that a request has stored for its retries. */
export function countStored({ accountId, storedBytes = 0 }: Claim): void {
  ratelimit.debit("keeping", accountId, storedBytes / BYTES_PER_KIB);
}

/** Releases a key, so that the same request can be retried. */
async function abandon({ accountId, key, token }: Claim): Promise<void> {
  await prisma().idempotencyRecord.deleteMany({ where: { accountId, key, token, completedAt: null } });
}

/** Deletes answers older than 24 hours and claims whose process died. Returns how many. */
export async function expireAnswers(): Promise<number> {
  const answers = await prune((limit) =>
    prisma().idempotencyRecord.deleteMany({ where: { createdAt: { lt: hoursAgo(STORED_HOURS) } }, limit }),
  );
  // In one statement: a claim that is completed meanwhile stays.
  const claims = await prisma().idempotencyRecord.deleteMany({
    where: { completedAt: null, createdAt: { lt: new Date(Date.now() - CLAIM_SECONDS * 1000) } },
  });
  return answers + claims.count;
}
