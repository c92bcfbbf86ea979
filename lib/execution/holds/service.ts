/**
 * What a metered call takes: opened with a hold, closed by charging or by giving back, each in one short transaction that
 * calls arriving together share. Invariants: a hold is closed once; what a failed or abandoned call took is given back.
 */
import { setTimeout } from "node:timers/promises";
import type * as catalog from "@/lib/catalog/service";
import type { Caller } from "@/lib/core/caller";
import type { Claim } from "@/lib/core/claims/service";
import { query, violates } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import type { Micros } from "@/lib/core/money";
import { requireLease } from "@/lib/execution/leases/service";
import { type Reservation, type ReserveRow, refusal } from "@/lib/execution/refusals";
import { BEGINNING, ENDING, LOCKED_WALLETS, lane, placed } from "@/lib/ledger/lanes";

/**
 * A hold lives longer than the longest call, and not much longer; one of a download, which is closed once the package is open,
 * only so long that a process which dies in between keeps the buyer from trying again for half a minute at most.
 */
const HOLD_SECONDS = { execute: 90, download: 20 };

/** How often a download checks whether another one of the same package has started, and the pause before each check. */
const OPENING_CHECKS = 40;
const OPENING_PAUSE_MS = 50;

/** The latest time of a call that is believed: a clock that is wrong must not fill a month whose table is not made yet. */
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
};

const limits = async () => {
  const { MAX_IN_FLIGHT, MAX_IN_FLIGHT_SKILL, feeBps } = env();
  return [MAX_IN_FLIGHT, MAX_IN_FLIGHT_SKILL, feeBps, await requireLease()];
};

/**
 * Its commit does not wait for the disk: what settles or releases a hold comes behind it in the database's log and waits
 * for both. A hold that is lost with a database that breaks down in between was never charged, and its call cannot be.
 */
const WITHOUT_WAITING = "set_config('synchronous_commit', 'off', true)";

/** Columns are named, so that a newer release beside this one may answer more of them. */
const RESERVED = `r.outcome, r.price, r.is_free, r.available, r.limit_micros, r.spent_micros, r.signing_secret,
  r.pseudonym_secret, ${WITHOUT_WAITING}`;
const SETTLED = "r.settled, r.posted, r.held";

const openHold = lane(
  async (one: Opening): Promise<ReserveRow | undefined> => {
    const { holdId, accountId, isAdmin, skillId, kind, keyId, keyPrefix, maxPrice } = one;
    const [row] = await query<ReserveRow>(
      "execution.reserve",
      `SELECT ${RESERVED} FROM execution_reserve($1, $2, $3, $4, $5, $6, $7, $8, $9, make_interval(secs => $10), $11, $12, $13, $14) AS r`,
      [
        ...[holdId, newId(), accountId, isAdmin, skillId, kind, keyId, keyPrefix, maxPrice],
        HOLD_SECONDS[kind],
        ...(await limits()),
      ],
    );
    return row;
  },
  async (all) =>
    placed(
      all.length,
      await query<ReserveRow & { place: number }>(
        "execution.reserve.many",
        `${LOCKED_WALLETS}
         SELECT m.place::int, ${RESERVED} FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::bigint[], $10::int[])
             WITH ORDINALITY AS m (account, hold, renewal, admin, skill, kind, key, prefix, max_price, seconds, place)
           JOIN locked l ON l.account_id = m.account,
           LATERAL execution_reserve(m.hold, m.renewal, l.account_id, m.admin, m.skill, m.kind, m.key, m.prefix,
             m.max_price, make_interval(secs => m.seconds), $11, $12, $13, $14) AS r`,
        [
          all.map(({ accountId }) => accountId),
          all.map(({ holdId }) => holdId),
          all.map(() => newId()),
          all.map(({ isAdmin }) => isAdmin),
          all.map(({ skillId }) => skillId),
          all.map(({ kind }) => kind),
          all.map(({ keyId }) => keyId),
          all.map(({ keyPrefix }) => keyPrefix),
          all.map(({ maxPrice }) => maxPrice),
          all.map(({ kind }) => HOLD_SECONDS[kind]),
          ...(await limits()),
        ],
      ),
    ),
  BEGINNING,
);

/**
 * Checks access and takes a free call, renews a due subscription or holds the price: at most `maxPrice` micro-credits, null
 * for any price. Throws not_found, purchase_required, price_changed, insufficient_credits, key_limit_reached and
 * too_many_in_flight; then nothing is held, charged or recorded.
 */
export async function reserve(
  caller: Caller,
  listing: catalog.ListingDetail,
  { kind, maxPrice }: { kind: "execute" | "download"; maxPrice: Micros | null },
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
  };
  let row = await openHold(opening);
  for (let check = 0; row?.outcome === "being_opened" && check < OPENING_CHECKS; check++) {
    await setTimeout(OPENING_PAUSE_MS);
    row = await openHold(opening);
  }
  if (row?.outcome !== "held")
    throw refusal(row ?? { outcome: "not_found", price: null }, caller, listing.slug);
  return {
    holdId,
    slug: listing.slug,
    kind,
    price: BigInt(row.price ?? 0),
    isFree: row.is_free,
    signingSecrets: row.signing_secret.split(" "),
    pseudonymSecret: row.pseudonym_secret,
  };
}

/** How a call succeeded; `stored` is its answer up to the balance, kept under the claimed key. */
export type Success = {
  usageId: string;
  durationMs: number;
  at: Date;
  /** The claimed Idempotency-Key of the request, when it came with one. */
  claimed: Claim | null;
  stored: string | null;
};
type Capture = Success & { accountId: string; holdId: string };
type SettleRow = { settled: boolean; posted: string; held: string };

async function captureOne(one: Capture): Promise<SettleRow | undefined> {
  const { holdId, accountId, usageId, durationMs, at, claimed, stored } = one;
  const { key = null, token = null } = claimed ?? {};
  const [row] = await query<SettleRow>(
    "execution.settle",
    `SELECT ${SETTLED} FROM execution_settle($1, $2, $3, $4, $5, $6, least($7, ${LATEST}), $8, $9, $10) AS r`,
    [holdId, accountId, newId(), usageId, durationMs, env().feeBps, at, key, token, stored],
  );
  return row;
}

async function captureMany(all: Capture[]): Promise<(SettleRow | undefined)[]> {
  return placed(
    all.length,
    await query<SettleRow & { place: number }>(
      "execution.settle.many",
      `${LOCKED_WALLETS}
       SELECT m.place::int, ${SETTLED} FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::timestamptz[], $7::text[], $8::uuid[], $9::text[])
           WITH ORDINALITY AS m (account, hold, posting, usage, duration_ms, at, key, token, body, place)
         JOIN locked l ON l.account_id = m.account,
         LATERAL execution_settle(m.hold, l.account_id, m.posting, m.usage, m.duration_ms, $10, least(m.at, ${LATEST}), m.key, m.token, m.body) AS r`,
      [
        all.map(({ accountId }) => accountId),
        all.map(({ holdId }) => holdId),
        all.map(() => newId()),
        all.map(({ usageId }) => usageId),
        all.map(({ durationMs }) => durationMs),
        all.map(({ at }) => at),
        all.map(({ claimed }) => claimed?.key ?? null),
        all.map(({ claimed }) => claimed?.token ?? null),
        all.map(({ stored }) => stored),
        env().feeBps,
      ],
    ),
  );
}

const captureHold = lane(captureOne, captureMany, ENDING);

/** Charges what succeeded. Returns what the wallet has and holds then. Throws upstream_timeout when the hold is gone already. */
export async function capture(
  caller: Caller,
  { holdId }: Reservation,
  success: Success,
): Promise<[Micros, Micros]> {
  const capturing = { ...success, accountId: caller.accountId, holdId };
  const row = await captureHold(capturing).catch((cause: unknown) => {
    // Nobody begins to settle it any more, or another request has its key by now.
    throw cause instanceof AppError || violates(cause, "idempotency_claim_kept") ? tooLate(cause) : cause;
  });
  if (!row?.settled) throw tooLate();
  return [BigInt(row.posted), BigInt(row.held)];
}

function tooLate(cause?: unknown): AppError {
  return new AppError("upstream_timeout", "The call took too long to be settled. Nothing was charged.", {
    cause,
  });
}

/** Gives back what a failed call took, and records it. A database that is gone now is made good by the sweeper. */
export async function release(
  accountId: string,
  holdId: string,
  errorCode: string,
  durationMs: number,
): Promise<boolean> {
  return close({ accountId, holdId, usageId: newId(), errorCode, durationMs });
}

type Closing = {
  accountId: string;
  holdId: string;
  usageId: string | null;
  errorCode: string | null;
  durationMs: number;
};
type ReleaseRow = { released: boolean };

const releaseHold = lane(
  async ({ accountId, holdId, usageId, errorCode, durationMs }: Closing): Promise<ReleaseRow | undefined> => {
    const [row] = await query<ReleaseRow>(
      "execution.release",
      `SELECT execution_release($1, $2, $3, $4, $5, least($6, ${LATEST})) AS released`,
      [holdId, accountId, usageId, errorCode, durationMs, new Date()],
    );
    return row;
  },
  async (all) =>
    placed(
      all.length,
      await query<ReleaseRow & { place: number }>(
        "execution.release.many",
        `${LOCKED_WALLETS}
         SELECT m.place::int, execution_release(m.hold, l.account_id, m.usage, m.code, m.duration_ms, least($6, ${LATEST})) AS released
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[])
             WITH ORDINALITY AS m (account, hold, usage, code, duration_ms, place)
           JOIN locked l ON l.account_id = m.account`,
        [
          all.map(({ accountId }) => accountId),
          all.map(({ holdId }) => holdId),
          all.map(({ usageId }) => usageId),
          all.map(({ errorCode }) => errorCode),
          all.map(({ durationMs }) => durationMs),
          new Date(),
        ],
      ),
    ),
  ENDING,
);

async function close(closing: Closing): Promise<boolean> {
  const row = await releaseHold(closing).catch((error: unknown) => {
    log.error({ err: error, hold: closing.holdId }, "a hold could not be released; the sweeper will");
  });
  return row?.released ?? false;
}
