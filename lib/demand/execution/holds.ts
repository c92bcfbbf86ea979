/**
 * Holds of metered calls: reserved before the call, captured or released after it, each in one short transaction.
 * Invariants: a hold is closed once; what a failed or abandoned call reserved is released.
 */
import { setTimeout } from "node:timers/promises";
import { namedBy } from "@/lib/demand/approvals/service";
import { notAdmitted, type Opening, type Reservation, type ReserveRow, tooLate } from "@/lib/demand/execution/refusals";
import type { Charged } from "@/lib/demand/execution/unit-report";
import type { StoredTrace } from "@/lib/demand/usage/schemas";
import { NO_FEE } from "@/lib/money/ledger/fee";
import { FINISHING, operation, runOperations, STARTING, walletBatcher } from "@/lib/money/ledger/wallet-batcher";
import type { Caller } from "@/lib/platform/core/caller";
import { hasDoneNothing, isUnavailable, violates } from "@/lib/platform/core/db-errors";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { noteOnLog } from "@/lib/platform/core/log-fields";
import type { Micros } from "@/lib/platform/core/money";
import { releaseLater } from "@/lib/platform/core/unreleased";
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

const limits = async () => {
  const { MAX_IN_FLIGHT, MAX_IN_FLIGHT_SKILL } = env();
  return { max_account: MAX_IN_FLIGHT, max_skill: MAX_IN_FLIGHT_SKILL, process: await requireLease() };
};

/**
 * Its commit does not wait for the disk (asynchronous commit): settle and release come later in the WAL and wait for both. A hold
 * that is lost in a crash was never charged, and its call can no longer be settled.
 */
const WITHOUT_WAITING = "set_config('synchronous_commit', 'off', true)";

/** Named columns: a newer release running beside this one may return more. */
const RESERVED = `r.outcome, r.price, r.is_free, r.available, r.limit_micros, r.spent_micros, r.budget_id,
  r.signing_secret, r.pseudonym_secret, r.base, r.units, ${WITHOUT_WAITING}`;
const SETTLED = "r.settled, r.posted, r.held";

const RESERVE = operation(
  {
    hold: "uuid",
    renewal: "uuid",
    admin: "boolean",
    skill: "uuid",
    kind: "text",
    key: "uuid",
    prefix: "text",
    max_price: "bigint",
    seconds: "int",
    version: "int",
    session: "uuid",
    approval: "uuid",
    digest: "bytea",
    operation: "text",
  },
  RESERVED,
  (m) => `execution_reserve(${m.hold}, ${m.renewal}, $account, ${m.admin}, ${m.skill}, ${m.kind}, ${m.key}, ${m.prefix},
    ${m.max_price}, make_interval(secs => ${m.seconds}), $max_account, $max_skill, $fee, $process, ${m.version}, ${m.session},
    ${m.approval}, ${m.digest}, ${m.operation})`,
);

const openHold = walletBatcher(
  async (accountId, all: Opening[]): Promise<ReserveRow[]> =>
    runOperations(
      "execution.reserve",
      RESERVE,
      all.map((one) => ({
        hold: one.holdId,
        renewal: newId(),
        admin: one.isAdmin,
        skill: one.skillId,
        kind: one.kind,
        key: one.keyId,
        prefix: one.keyPrefix,
        max_price: one.maxPrice,
        seconds: one.holdSeconds,
        version: one.version,
        session: one.sessionId,
        approval: one.approval,
        digest: one.digest,
        operation: one.operation,
      })),
      { account: accountId, fee: NO_FEE, ...(await limits()) },
    ),
  STARTING,
);

/** `parameters` are what the request asks of the skill, which an approval is bound to. */
type Wanted = {
  kind: "execute" | "download";
  maxPrice: Micros | null;
  holdSeconds?: number;
  parameters?: unknown;
  operation?: string | undefined;
};

/**
 * Checks access and takes a free call, renews a due subscription or holds the price: at most `maxPrice` micro-credits,
 * null for any price.
 */
export async function reserve(
  caller: Caller,
  listing: catalog.ListingDetail,
  { kind, maxPrice, operation, parameters: sent, holdSeconds = HOLD_SECONDS[kind] }: Wanted,
): Promise<Reservation> {
  const holdId = newId();
  // An approval is for one tool of a skill, too.
  const parameters = operation === undefined ? sent : { tool: operation, parameters: sent };
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
    operation: operation ?? null,
    ...namedBy(caller, { kind, parameters }),
  };
  let row = await openHold(opening).catch((error: unknown) => {
    // It may exist although the answer was lost.
    const closing = { ...opening, usageId: null, errorCode: null, durationMs: 0 };
    if (isUnavailable(error) && !hasDoneNothing(error)) releaseLater("hold", holdId, () => releaseHold(closing));
    throw error;
  });
  for (let check = 0; row?.outcome === "being_opened" && check < OPENING_CHECKS; check++) {
    await setTimeout(OPENING_PAUSE_MS);
    row = await openHold(opening);
  }
  if (row?.outcome !== "held")
    throw await notAdmitted(row ?? { outcome: "not_found", price: null }, caller, listing, { kind, parameters });
  noteOnLog({ call: holdId });
  return {
    holdId,
    skillId: listing.skill_id,
    slug: listing.slug,
    version: listing.revision_number,
    operation: operation ?? null,
    kind,
    price: BigInt(row.price ?? 0),
    base: BigInt(row.base ?? 0),
    units: row.units,
    isFree: row.is_free,
    signingSecrets: row.signing_secret.split(" "),
    pseudonymSecret: row.pseudonym_secret,
  };
}

/** How a call succeeded; `stored` is its answer but the balance, stored under the claimed key. */
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
  /** What it costs by its units; without it, all that is held. */
  charged?: Charged;
};
type Capture = Success & { accountId: string; holdId: string };
type SettleRow = { settled: boolean; posted: string; held: string };

const SETTLE = operation(
  {
    hold: "uuid",
    posting: "uuid",
    usage: "uuid",
    duration_ms: "int",
    at: "timestamptz",
    key: "text",
    token: "uuid",
    about: "text",
    result: "text",
    note: "text",
    trace: "jsonb",
    cost: "bigint",
    units: "jsonb",
  },
  SETTLED,
  (m) => `execution_capture(${m.hold}, $account, ${m.posting}, ${m.usage}, ${m.duration_ms}, $fee,
    least(${m.at}::timestamptz, ${LATEST}), ${m.key}, ${m.token}, ${m.about}, ${m.result}, ${m.note}, ${m.trace},
    ${m.cost}, ${m.units})`,
);

const captureHold = walletBatcher(
  (accountId, all: Capture[]): Promise<SettleRow[]> =>
    runOperations(
      "execution.settle",
      SETTLE,
      all.map((one) => ({
        hold: one.holdId,
        posting: newId(),
        usage: one.usageId,
        duration_ms: one.durationMs,
        at: one.at,
        key: one.claimed?.key ?? null,
        token: one.claimed?.token ?? null,
        about: one.stored?.about ?? null,
        result: one.stored?.result ?? null,
        note: one.charged?.note ?? one.note ?? null,
        trace: one.trace ?? null,
        cost: one.charged?.units ? one.charged.cost : null,
        units: one.charged?.units ? JSON.stringify(one.charged.units) : null,
      })),
      { account: accountId, fee: NO_FEE },
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

const RELEASE = operation(
  { hold: "uuid", usage: "uuid", code: "text", duration_ms: "int", trace: "jsonb" },
  "r AS released",
  (
    m,
  ) => `execution_release(${m.hold}, $account, ${m.usage}, ${m.code}, ${m.duration_ms}, least($at::timestamptz, ${LATEST}),
    ${m.trace})`,
);

const releaseHold = walletBatcher(
  (accountId, all: Closing[]): Promise<ReleaseRow[]> =>
    runOperations(
      "execution.release",
      RELEASE,
      all.map((one) => ({
        hold: one.holdId,
        usage: one.usageId,
        code: one.errorCode,
        duration_ms: one.durationMs,
        trace: one.trace ?? null,
      })),
      { account: accountId, at: new Date() },
    ),
  FINISHING,
);

async function close(closing: Closing): Promise<boolean> {
  const row = await releaseHold(closing).catch((error: unknown) => {
    if (isUnavailable(error)) releaseLater("hold", closing.holdId, () => releaseHold(closing));
    else log.error({ err: error, hold: closing.holdId }, "a hold could not be released; the sweeper will");
  });
  return row?.released ?? false;
}
