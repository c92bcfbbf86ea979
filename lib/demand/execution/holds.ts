/**
 * Holds of metered calls: reserved before the call, captured or released after it, each in one short transaction.
 * Invariants: a hold is closed once; what a failed or abandoned call reserved is released.
 */
import { setTimeout } from "node:timers/promises";
import { type Reservation, type ReserveRow, refusal } from "@/lib/demand/execution/refusals";
import { releaseLater } from "@/lib/demand/execution/unreleased";
import type { StoredTrace } from "@/lib/demand/usage/schemas";
import { NO_FEE } from "@/lib/money/ledger/fee";
import { FINISHING, runOperations, STARTING, walletBatcher } from "@/lib/money/ledger/wallet-batcher";
import type { Caller } from "@/lib/platform/core/caller";
import { isUnavailable, violates } from "@/lib/platform/core/db-errors";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { noteOnLog } from "@/lib/platform/core/log-fields";
import type { Micros } from "@/lib/platform/core/money";
import { requireLease } from "@/lib/platform/jobs/leases";
import type { Claim, StoredResult } from "@/lib/platform/ratelimit/idempotency";
import type * as catalog from "@/lib/supply/catalog/service";

/**
 * A hold outlives the longest call by a little. A download's hold is closed once the package is open, so it is short: after a crash
 * the buyer can retry within half a minute.
 */
const HOLD_SECONDS = { execute: 90, download: 20 };

/** How often a download checks whether another one of the same package has started, and the pause before each check. */
const OPENING_CHECKS = 40;
const OPENING_PAUSE_MS = 50;

/** The latest plausible time of a call: a wrong clock must not write into a month without a partition. */
const LATEST = "now() + interval '1 day'";

type Opening = {
  holdId: string;
  accountId: string;
  isAdmin: boolean;
  skillId: string;
  kind: "execute" | "download";
  keyId: string | null;
  keyPrefix: string | null;
  maxPrice: Micros | null;
  holdSeconds: number;
  version: number;
  sessionId: string | null;
};

const limits = async () => {
  const { MAX_IN_FLIGHT, MAX_IN_FLIGHT_SKILL } = env();
  return [MAX_IN_FLIGHT, MAX_IN_FLIGHT_SKILL, NO_FEE, await requireLease()];
};

/**
 * Its commit does not wait for the disk (asynchronous commit): settle and release come later in the WAL and wait for both. A hold
 * that is lost in a crash was never charged, and its call can no longer be settled.
 */
const WITHOUT_WAITING = "set_config('synchronous_commit', 'off', true)";

/** Named columns: a newer release running beside this one may return more. */
const RESERVED = `r.outcome, r.price, r.is_free, r.available, r.limit_micros, r.spent_micros, r.signing_secret,
  r.pseudonym_secret, ${WITHOUT_WAITING}`;
const SETTLED = "r.settled, r.posted, r.held";

const RESERVE = {
  one: `SELECT ${RESERVED} FROM execution_reserve($1, $2, $12, $3, $4, $5, $6, $7, $8, make_interval(secs => $9), $13,
    $14, $15, $16, $10, $11) AS r`,
  // Arrays stand in subselects here and below, or PostgreSQL never picks the generic plan.
  batch: `SELECT ${RESERVED}
       FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::boolean[]), (SELECT $4::uuid[]),
       (SELECT $5::text[]), (SELECT $6::uuid[]), (SELECT $7::text[]), (SELECT $8::bigint[]), (SELECT $9::int[]),
       (SELECT $10::int[]), (SELECT $11::uuid[]))
       WITH ORDINALITY AS m (hold, renewal, admin, skill, kind, key, prefix, max_price, seconds, version, session, place),
     LATERAL execution_reserve(m.hold, m.renewal, $12, m.admin, m.skill, m.kind, m.key, m.prefix, m.max_price,
       make_interval(secs => m.seconds), $13, $14, $15, $16, m.version, m.session) AS r ORDER BY m.place`,
};

const openHold = walletBatcher(
  async (accountId, all: Opening[]): Promise<ReserveRow[]> =>
    runOperations<ReserveRow>(
      "execution.reserve",
      RESERVE,
      all.map((one) => [
        one.holdId,
        newId(),
        one.isAdmin,
        one.skillId,
        one.kind,
        one.keyId,
        one.keyPrefix,
        one.maxPrice,
        one.holdSeconds,
        one.version,
        one.sessionId,
      ]),
      [accountId, ...(await limits())],
    ),
  STARTING,
);

type Wanted = { kind: "execute" | "download"; maxPrice: Micros | null; holdSeconds?: number };

/**
 * Checks access and takes a free call, renews a due subscription or holds the price: at most `maxPrice` micro-credits,
 * null for any price.
 */
export async function reserve(
  caller: Caller,
  listing: catalog.ListingDetail,
  { kind, maxPrice, holdSeconds = HOLD_SECONDS[kind] }: Wanted,
): Promise<Reservation> {
  const holdId = newId();
  const opening = {
    holdId,
    accountId: caller.accountId,
    isAdmin: caller.isAdmin,
    skillId: listing.skill_id,
    kind,
    keyId: caller.key?.id ?? null,
    keyPrefix: caller.key?.prefix ?? null,
    maxPrice,
    holdSeconds,
    version: listing.revision_number,
    sessionId: caller.session?.id ?? null,
  };
  let row = await openHold(opening).catch((error: unknown) => {
    // It may exist although the answer was lost.
    const closing = { ...opening, usageId: null, errorCode: null, durationMs: 0 };
    if (isUnavailable(error)) releaseLater(holdId, () => releaseHold(closing));
    throw error;
  });
  for (let check = 0; row?.outcome === "being_opened" && check < OPENING_CHECKS; check++) {
    await setTimeout(OPENING_PAUSE_MS);
    row = await openHold(opening);
  }
  if (row?.outcome !== "held") throw refusal(row ?? { outcome: "not_found", price: null }, caller, listing.slug);
  noteOnLog({ call: holdId });
  return {
    holdId,
    slug: listing.slug,
    version: listing.revision_number,
    kind,
    price: BigInt(row.price ?? 0),
    isFree: row.is_free,
    signingSecrets: row.signing_secret.split(" "),
    pseudonymSecret: row.pseudonym_secret,
  };
}

/** How a call succeeded; `stored` is its answer but the balance, kept under the claimed key. */
export type Success = {
  usageId: string;
  durationMs: number;
  at: Date;
  /** The claimed Idempotency-Key of the request, when it came with one. */
  claimed: Claim | null;
  stored: StoredResult | null;
  /** The error code to record with it, when its answer is not what the skill promises. */
  note?: string | null;
  /** How it went at the endpoint; downloads have none. */
  trace?: StoredTrace;
};
type Capture = Success & { accountId: string; holdId: string };
type SettleRow = { settled: boolean; posted: string; held: string };

const SETTLE = {
  one: `SELECT ${SETTLED} FROM execution_capture($1, $12, $2, $3, $4, $13, least($5::timestamptz, ${LATEST}), $6, $7,
    $8, $9, $10, $11) AS r`,
  batch: `SELECT ${SETTLED}
       FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::uuid[]), (SELECT $4::int[]),
       (SELECT $5::timestamptz[]), (SELECT $6::text[]), (SELECT $7::uuid[]), (SELECT $8::text[]), (SELECT $9::text[]),
       (SELECT $10::text[]), (SELECT $11::jsonb[])) WITH ORDINALITY AS m (hold, posting, usage, duration_ms, at, key,
       token, about, result, note, trace, place),
     LATERAL execution_capture(m.hold, $12, m.posting, m.usage, m.duration_ms, $13, least(m.at, ${LATEST}), m.key,
       m.token, m.about, m.result, m.note, m.trace) AS r ORDER BY m.place`,
};

const captureHold = walletBatcher(
  (accountId, all: Capture[]): Promise<SettleRow[]> =>
    runOperations<SettleRow>(
      "execution.settle",
      SETTLE,
      all.map((one) => [
        one.holdId,
        newId(),
        one.usageId,
        one.durationMs,
        one.at,
        one.claimed?.key ?? null,
        one.claimed?.token ?? null,
        one.stored?.about ?? null,
        one.stored?.result ?? null,
        one.note ?? null,
        one.trace ?? null,
      ]),
      [accountId, NO_FEE],
    ),
  FINISHING,
);

/** Charges what succeeded. Returns what the wallet has and holds then. */
export async function capture(caller: Caller, { holdId }: Reservation, success: Success): Promise<[Micros, Micros]> {
  const capturing = { ...success, accountId: caller.accountId, holdId };
  const row = await captureHold(capturing).catch((cause: unknown) => {
    // The batcher no longer starts it, or another request has taken its Idempotency-Key.
    throw cause instanceof AppError || violates(cause, "idempotency_claim_lost") ? tooLate(cause) : cause;
  });
  if (!row?.settled) throw tooLate();
  return [BigInt(row.posted), BigInt(row.held)];
}

function tooLate(cause?: unknown): AppError {
  return new AppError("upstream_timeout", "The call took too long to be settled. Nothing was charged.", {
    cause,
  });
}

/** How a call failed; `trace` is how it went at the endpoint, if it got there. */
type Failure = { code: string; durationMs?: number; trace?: StoredTrace };

/** Releases the hold of a failed call and records the call. While the database is down it is done later. */
export async function release(
  accountId: string,
  holdId: string,
  { code, durationMs = 0, trace }: Failure,
): Promise<boolean> {
  return close({ accountId, holdId, usageId: newId(), errorCode: code, durationMs, trace });
}

type Closing = {
  accountId: string;
  holdId: string;
  usageId: string | null;
  errorCode: string | null;
  durationMs: number;
  trace?: StoredTrace | undefined;
};
type ReleaseRow = { released: boolean };

const RELEASE = {
  one: `SELECT execution_release($1, $6, $2, $3, $4, least($7::timestamptz, ${LATEST}), $5) AS released`,
  batch: `SELECT execution_release(m.hold, $6, m.usage, m.code, m.duration_ms, least($7::timestamptz, ${LATEST}),
     m.trace) AS released
     FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::text[]), (SELECT $4::int[]),
       (SELECT $5::jsonb[]))
       WITH ORDINALITY AS m (hold, usage, code, duration_ms, trace, place) ORDER BY m.place`,
};

const releaseHold = walletBatcher(
  (accountId, all: Closing[]): Promise<ReleaseRow[]> =>
    runOperations<ReleaseRow>(
      "execution.release",
      RELEASE,
      all.map(({ holdId, usageId, errorCode, durationMs, trace }) => [
        holdId,
        usageId,
        errorCode,
        durationMs,
        trace ?? null,
      ]),
      [accountId, new Date()],
    ),
  FINISHING,
);

async function close(closing: Closing): Promise<boolean> {
  const row = await releaseHold(closing).catch((error: unknown) => {
    if (isUnavailable(error)) releaseLater(closing.holdId, () => releaseHold(closing));
    else log.error({ err: error, hold: closing.holdId }, "a hold could not be released; the sweeper will");
  });
  return row?.released ?? false;
}
