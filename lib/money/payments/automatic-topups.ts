/**
 * What happens when a balance falls below a threshold: a notification, and a top-up with the saved card.
 * Invariants: the order comes first and its id is the processor's idempotency key, so a repeated attempt is the same
 * payment; at most one is in progress; a month's orders stay within the limit; credits arrive by the signed event alone.
 */

import { chargeDue } from "@/lib/money/payments/automatic-attempts";
import * as cards from "@/lib/money/payments/cards";
import { isLive } from "@/lib/money/payments/processor";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { lockWallet } from "@/lib/platform/core/locks";
import { creditsForCents, formatCredits } from "@/lib/platform/core/money";
import { forEachIsolated, isRunEnding } from "@/lib/platform/jobs/isolated";
import { notify } from "@/lib/platform/notifications/service";

/** Accounts per query. */
const BATCH = 100;
/** The id before every other one. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

type Plan = {
  enabled: boolean;
  amount_cents: string;
  monthly_limit_cents: string;
  spent_cents: string;
  is_due: boolean;
  is_under_way: boolean;
  is_suspended: boolean;
};

/** Notifies the accounts whose balance has just fallen below their threshold. Returns how many. */
export async function notifyLowBalances(): Promise<number> {
  const due = await prisma().wallet.findMany({
    where: { noticeDue: true },
    orderBy: { accountId: "asc" },
    take: BATCH,
    select: { accountId: true },
  });
  const accountOf = ({ accountId }: { accountId: string }) => accountId;
  const notified = await forEachIsolated("notify-low-balances", due, accountOf, ({ accountId }) =>
    transaction((db) => notifyLowBalance(db, accountId)),
  );
  return notified.length;
}

async function notifyLowBalance(db: Queryable, accountId: string): Promise<void> {
  const [row] = await prisma(db).wallet.updateManyAndReturn({
    where: { accountId, noticeDue: true },
    data: { noticeDue: false },
  });
  if (!row) return;
  await notify(db, accountId, newId(), {
    kind: "low_balance",
    data: {
      balance: formatCredits(row.postedMicros),
      threshold: formatCredits(row.noticeBelowMicros ?? 0n),
    },
  });
}

/** Tops up every account whose balance is below its threshold. Safe to run twice concurrently. Returns how many payments were tried. */
export async function topUpDue(): Promise<number> {
  await placeOrders();
  return chargeDue();
}

/** Opens the orders of low balances, and those that the monthly limit had postponed. */
async function placeOrders(): Promise<void> {
  let last = FIRST_ID;
  let found = BATCH;
  while (found === BATCH && !isRunEnding()) {
    const due = await query<{ account_id: string }>(
      "automatic.due",
      `SELECT account_id FROM wallet WHERE topup_due AND account_id > $1
       UNION SELECT account_id FROM auto_topup WHERE limited_until <= now() AND account_id > $1
       ORDER BY account_id LIMIT ${BATCH}`,
      [last],
    );
    await forEachIsolated(
      "top-up",
      due,
      ({ account_id }) => account_id,
      ({ account_id }) => transaction((db) => placeOrder(db, account_id)),
    );
    last = due.at(-1)?.account_id ?? last;
    found = due.length;
  }
}

async function placeOrder(db: Queryable, accountId: string): Promise<void> {
  await lockWallet(db, accountId);
  const [plan] = await query<Plan>(
    "automatic.plan",
    `SELECT a.enabled, a.amount_cents, a.monthly_limit_cents, ${cards.SPENT_THIS_MONTH} AS spent_cents,
       w.topup_due OR coalesce(a.limited_until <= now() AND w.posted_micros < w.topup_below_micros, false) AS is_due,
       EXISTS (SELECT 1 FROM topup_order o WHERE o.account_id = $1 AND o.automatic
       AND o.state IN ('created', 'open', 'processing')) AS is_under_way,
       EXISTS (SELECT 1 FROM account c WHERE c.id = $1 AND c.suspended_at IS NOT NULL) AS is_suspended
       FROM auto_topup a JOIN wallet w ON w.account_id = a.account_id WHERE a.account_id = $1`,
    [accountId],
    db,
  );
  await prisma(db).wallet.update({ where: { accountId }, data: { topupDue: false } });
  if (!plan) return;
  // An order in progress moves the balance when it arrives, which sets the flag again if that was not enough.
  const isWanted = plan.is_due && plan.enabled && !plan.is_under_way && !plan.is_suspended;
  const isBeyond = isWanted && BigInt(plan.spent_cents) + BigInt(plan.amount_cents) > BigInt(plan.monthly_limit_cents);
  await prisma(db).autoTopup.updateMany({
    where: isBeyond ? { accountId } : { accountId, limitedUntil: { not: null } },
    data: { limitedUntil: isBeyond ? nextMonth() : null },
  });
  if (isBeyond) await notifyLimit(db, accountId, plan);
  else if (isWanted) await order(db, accountId, BigInt(plan.amount_cents));
}

function nextMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

/** Once for each month and limit; otherwise every further call would notify again. */
async function notifyLimit(db: Queryable, accountId: string, { monthly_limit_cents: limit }: Plan): Promise<void> {
  const month = new Date().toISOString().slice(0, "2026-01".length);
  await notify(db, accountId, `${month}:${limit}`, {
    kind: "auto_topup_limit",
    data: { dollars: formatCredits(creditsForCents(BigInt(limit))), month },
  });
}

async function order(db: Queryable, accountId: string, cents: bigint): Promise<void> {
  await prisma(db).topupOrder.create({
    data: {
      id: newId(),
      accountId,
      amountCents: cents,
      creditsMicros: creditsForCents(cents),
      livemode: isLive(),
      automatic: true,
      nextTryAt: new Date(),
    },
  });
}
