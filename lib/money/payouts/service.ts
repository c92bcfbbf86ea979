/**
 * Payouts of earnings to developers. Invariants: the payout's row and the debit of the earnings come first, in one
 * transaction that cannot take more than is free; one payout per developer at a time; what fails is returned once.
 */

import * as earnings from "@/lib/money/ledger/earnings";
import { isLive } from "@/lib/money/payments/processor";
import * as accounts from "@/lib/money/payouts/accounts";
import { unitsOf } from "@/lib/money/payouts/currencies";
import { MIN_PAYOUT_CREDITS, type PayoutInput, type PayoutView } from "@/lib/money/payouts/schemas";
import * as transfers from "@/lib/money/payouts/transfers";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { dollars } from "@/lib/platform/core/dollars";
import { env } from "@/lib/platform/core/env";
import { AppError, keyReused } from "@/lib/platform/core/errors";
import type { Payout } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { inDollars, type Micros, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { type CursorRequest, MAX_TOTAL, NEWEST_FIRST, newestPage } from "@/lib/platform/core/page";
import { forEachIsolated, isRunEnding } from "@/lib/platform/jobs/isolated";

/** Developers per query of the monthly job. */
const MONTHLY_BATCH = 500;
/** The first days of a month, in which the monthly payouts are opened. */
const MONTHLY_DAYS = 3;

type OpenRow = {
  outcome: "opened" | "known" | "key_reused" | "not_ready" | "in_progress" | "too_small" | "insufficient";
  available: string;
  payout_id: string | null;
};
type Opening = {
  developerId: string;
  amount: Micros | null;
  origin: PayoutView["origin"];
  key: string | null;
  leaseSeconds: number;
};

async function open({ developerId, amount, origin, key, leaseSeconds }: Opening): Promise<OpenRow> {
  const [row] = await query<OpenRow>(
    "payouts.open",
    `SELECT outcome, available, payout_id
      FROM payout_open($id, $posting, $developer, $amount, $least, make_interval(hours => 24 * $hold_days),
        make_interval(secs => $lease), $origin, $key, $live)`,
    {
      id: newId(),
      posting: newId(),
      developer: developerId,
      amount,
      least: priceToMicros(MIN_PAYOUT_CREDITS),
      hold_days: env().EARNINGS_HOLD_DAYS,
      lease: leaseSeconds,
      origin,
      key,
      live: isLive(),
    },
  );
  if (!row) throw new Error("payout_open returned nothing");
  return row;
}

/**
 * Pays out what is available, or a part of it. `pending` means that the processor has not decided yet;
 * the job continues. Throws idempotency_key_reused, payout_not_ready, payout_in_progress, payout_too_small and
 * insufficient_earnings.
 */
export async function request(caller: Caller, input: PayoutInput, requestKey: string | null) {
  const row = await open({
    developerId: caller.accountId,
    amount: input.amount === undefined ? null : priceToMicros(input.amount),
    origin: "requested",
    key: requestKey === null ? null : `request:${requestKey}`,
    leaseSeconds: transfers.LEASE_SECONDS,
  });
  if (row.payout_id === null || (row.outcome !== "opened" && row.outcome !== "known")) throw refusal(row);
  if (row.outcome === "opened") await transfers.begin(row.payout_id);
  return toPayoutView(await prisma().payout.findUniqueOrThrow({ where: { id: row.payout_id } }));
}

function refusal({ outcome, available }: OpenRow): AppError {
  const details = { minimum: MIN_PAYOUT_CREDITS, available: toCredits(BigInt(available)) };
  switch (outcome) {
    case "not_ready":
      return new AppError(
        "payout_not_ready",
        "Connect an account for payouts first, and finish the processor's form.",
        { details: { connect_url: `${env().PUBLIC_URL}/console/earnings` } },
      );
    case "key_reused":
      return keyReused();
    case "in_progress":
      return new AppError("payout_in_progress", "You can request another payout when this one arrives.");
    case "insufficient":
      return new AppError("insufficient_earnings", `Only ${inDollars(BigInt(available))} can be paid out now.`, {
        param: "amount",
        details,
      });
    default:
      return new AppError(
        "payout_too_small",
        `A payout is at least ${dollars(MIN_PAYOUT_CREDITS)}; ${inDollars(BigInt(available))} can be paid out now.`,
        { details },
      );
  }
}

function toPayoutView(row: Payout): PayoutView {
  return {
    id: row.id,
    state: row.state as PayoutView["state"],
    origin: row.origin as PayoutView["origin"],
    amount: toCredits(row.amountMicros),
    returned: toCredits(row.returnedMicros),
    currency: "usd",
    failure: row.failure,
    bank_amount:
      row.bankAmount === null || row.bankCurrency === null ? null : Number(row.bankAmount) / unitsOf(row.bankCurrency),
    bank_currency: row.bankCurrency,
    created_at: row.createdAt,
    paid_at: row.paidAt,
  };
}

/** The caller's payouts, newest first. Throws invalid_request when `starting_after` is none of them. */
export async function list({ accountId }: Caller, page: CursorRequest) {
  const where = { developerId: accountId };
  const id = page.starting_after;
  const last = id ? await prisma().payout.findUnique({ where: { id, ...where } }) : null;
  const { slice, after, wrap } = newestPage(page, last);
  const [rows, count] = await Promise.all([
    prisma().payout.findMany({ where: { ...where, ...after }, ...slice }),
    prisma().payout.count({ where, orderBy: NEWEST_FIRST, take: MAX_TOTAL + 1 }),
  ]);
  return wrap(rows.map(toPayoutView), count, page);
}

/** What the caller has earned: free, held, on its way and paid out. */
export async function summary(caller: Caller) {
  const [{ balance, held }, nextReleaseAt, groups, { monthly, state }] = await Promise.all([
    earnings.sums(caller),
    earnings.nextRelease(caller),
    prisma().payout.groupBy({
      by: "state",
      where: { developerId: caller.accountId },
      _sum: { amountMicros: true, returnedMicros: true },
    }),
    accounts.get(caller),
  ]);
  const sumOf = (states: string[]) =>
    groups
      .filter((group) => states.includes(group.state))
      .reduce((sum, { _sum }) => sum + (_sum.amountMicros ?? 0n) - (_sum.returnedMicros ?? 0n), 0n);
  const now = new Date();
  return {
    balance: toCredits(balance),
    available: toCredits(balance - held),
    held: toCredits(held),
    in_payout: toCredits(sumOf(["pending", "in_transit", "returning"])),
    paid_out: toCredits(sumOf(["paid"])),
    next_release_at: nextReleaseAt,
    next_payout_at:
      monthly && state === "ready" ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) : null,
    currency: "credits" as const,
  };
}

/** SQL: the developer had another payout in progress when the first days of the month ended. */
const HAD_TO_WAIT = `EXISTS (SELECT 1 FROM payout u
    CROSS JOIN (SELECT date_trunc('month', now(), 'UTC') + interval '${MONTHLY_DAYS} days' AS days_end) AS month
  WHERE u.developer_id = a.account_id AND u.created_at < days_end AND coalesce(u.ended_at, 'infinity') >= days_end)`;

/**
 * Opens the monthly payouts of developers who turned them on: of all in the first days of a month, then of those `late` whose
 * previous payout was still in progress. `advanceDue` sends them. Safe to run often and twice concurrently. A balance below the minimum
 * waits for the next month. Returns how many payouts were opened.
 */
export async function payMonthly(which: "all" | "late" = "all"): Promise<number> {
  const month = new Date().toISOString().slice(0, 7);
  const key = `monthly:${month}`;
  let after = "00000000-0000-0000-0000-000000000000";
  let opened = 0;
  for (;;) {
    const due = await query<{ account_id: string }>(
      `payouts.monthly.${which}`,
      `SELECT account_id FROM payout_account a WHERE is_monthly AND payouts_enabled AND account_id > $2
         AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.developer_id = a.account_id AND p.request_key = $1)
         ${which === "late" ? `AND ${HAD_TO_WAIT}` : ""} ORDER BY account_id LIMIT ${MONTHLY_BATCH}`,
      [key, after],
    );
    const idOf = ({ account_id }: { account_id: string }) => account_id;
    await forEachIsolated("monthly-payouts", due, idOf, async ({ account_id: developerId }) => {
      const row = await open({ developerId, amount: null, origin: "monthly", key, leaseSeconds: 0 });
      if (row.outcome === "opened") opened += 1;
    });
    const last = due.at(-1);
    if (!last || due.length < MONTHLY_BATCH || isRunEnding()) break;
    after = last.account_id;
  }
  if (opened > 0) log.info({ month, opened }, "monthly payouts were opened");
  return opened;
}
