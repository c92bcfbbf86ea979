/**
 * What leaves a wallet again because its payment was refunded or disputed. Invariants: the balance transactions of a dispute
 * decide how much it took, each once; a refund that failed takes nothing; what is posted is the difference to what was posted before, in whatever order events come.
 */

import * as documents from "@/lib/money/billing/documents";
import * as ledger from "@/lib/money/ledger/service";
import * as cards from "@/lib/money/payments/cards";
import type { Facts } from "@/lib/money/payments/facts";
import {
  type Dispute,
  NEEDS_RESPONSE,
  partsOf,
  type Refund,
  refundedCents,
  reversal,
  type Sums,
  takenBy,
  withNews,
  withRefundNews,
} from "@/lib/money/payments/reversal";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import type { TopupOrder } from "@/lib/platform/core/generated/client";
import { isUuid } from "@/lib/platform/core/ids";
import { creditsForCents, formatCredits } from "@/lib/platform/core/money";
import { notify, notifyAdministrators } from "@/lib/platform/notifications/service";

/** An order; its JSON columns have the types that are written here. */
export type Order = Omit<TopupOrder, "refunds" | "disputes"> & {
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
};

/** Stores how much of an order's charge was refunded so far. The caller holds the locks of wallet and order. */
export async function noteChargeRefunded(
  db: Queryable,
  order: Order,
  { cents, paymentIntentId, receiptUrl }: Facts & { kind: "charge_refunded" },
): Promise<void> {
  await prisma(db).topupOrder.update({
    where: { id: order.id },
    data: {
      paymentIntentId: order.paymentIntentId ?? paymentIntentId,
      ...(receiptUrl && { receiptUrl }),
    },
  });
  await keepRefunds(db, order, Math.max(Number(order.chargeRefundedCents), cents), order.refunds);
}

/** The name under which a refund that a buyer asked for counts until the processor gives it one. */
const askedFor = (requestId: string) => `asked:${requestId}`;

/** Counts a refund that the processor has yet to be asked for. The caller holds the locks of wallet and order. */
export async function noteAsked(db: Queryable, order: Order, requestId: string, cents: number): Promise<void> {
  const refunds = { ...order.refunds, [askedFor(requestId)]: { cents, isFailed: false } };
  await keepRefunds(db, order, Number(order.chargeRefundedCents), refunds);
}

/** Forgets a refund that the processor will not make. The caller holds the locks of wallet and order. */
export async function forgetAsked(db: Queryable, order: Order, requestId: string): Promise<void> {
  const { [askedFor(requestId)]: _, ...refunds } = order.refunds;
  await keepRefunds(db, order, Number(order.chargeRefundedCents), refunds);
}

/**
 * Stores one refund of an order's payment. One that failed gives its credits back, and notifies buyer and administrators
 * once. The caller holds the locks of wallet and order.
 */
export async function noteRefund(
  db: Queryable,
  order: Order,
  { refundId, requestId, refund: news, reason }: Facts & { kind: "refund" },
): Promise<void> {
  const known = order.refunds[refundId];
  const refund = withRefundNews(known, news);
  const { [askedFor(requestId ?? "")]: _, ...others } = order.refunds;
  await keepRefunds(db, order, Number(order.chargeRefundedCents), { ...others, [refundId]: refund });
  if (requestId && isUuid(requestId))
    await prisma(db).cardRefund.updateMany({
      where: { id: requestId, orderId: order.id },
      data: { refundId, state: refund.isFailed ? "failed" : "sent", failure: reason, nextTryAt: null },
    });
  if (!refund.isFailed || known?.isFailed) return;
  const dollars = formatCredits(creditsForCents(BigInt(refund.cents)));
  await notify(db, order.accountId, refundId, { kind: "refund_failed", data: { dollars } });
  await notifyAdministrators(db, refundId, {
    kind: "buyer_refund_failed",
    data: { dollars, refund: refundId, accountId: order.accountId, reason },
  });
}

async function keepRefunds(db: Queryable, order: Order, named: number, refunds: Record<string, Refund>): Promise<void> {
  const cents = refundedCents(named, refunds);
  await prisma(db).topupOrder.update({
    where: { id: order.id },
    data: { refunds, chargeRefundedCents: named, refundedCents: cents },
  });
  // A refunded automatic payment was unwanted: do not charge the card again.
  if (order.automatic && cents > Number(order.refundedCents))
    await pause(db, order, `refund:${cents}`, "An automatic payment was refunded.");
}

/** Stores what a dispute of an order's payment has moved. The caller holds the locks of wallet and order. */
export async function noteDispute(
  db: Queryable,
  order: Order,
  { disputeId, dispute: news }: Facts & { kind: "dispute" },
): Promise<void> {
  const known = order.disputes[disputeId];
  const dispute = withNews(known, news);
  const taken = takenBy(dispute);
  const isOpened = known === undefined && !news.isOver;
  if (isOpened || taken > takenBy(known)) await pause(db, order, `${disputeId}:${taken}`, "A payment was disputed.");
  // An inquiry becomes a dispute, or a lost one an appeal: each wants its own answer.
  const isAskedAgain =
    known !== undefined && dispute.status !== known.status && NEEDS_RESPONSE.includes(dispute.status ?? "");
  if (isOpened || isAskedAgain)
    await notifyAdministrators(db, isOpened ? disputeId : `${disputeId}:${dispute.status}`, {
      kind: "dispute_opened",
      data: {
        dollars: formatCredits(creditsForCents(BigInt(dispute.cents ?? 0))),
        dispute: disputeId,
        accountId: order.accountId,
        due: dispute.dueBy ? new Date(dispute.dueBy * 1000).toISOString().slice(0, 10) : null,
        ...(isAskedAgain && { isAskedAgain }),
      },
    });
  const disputes = { ...order.disputes, [disputeId]: dispute };
  const disputed = Object.values(disputes).reduce((sum, each) => sum + takenBy(each), 0);
  await prisma(db).topupOrder.update({
    where: { id: order.id },
    data: { disputes, disputedCents: disputed },
  });
}

/** Turns automatic top-ups off until their owner turns them on again, and notifies them once per subject. */
async function pause(db: Queryable, order: Order, subject: string, reason: string): Promise<void> {
  if (await cards.pause(db, order.accountId, reason))
    await notify(db, order.accountId, `${order.id}:${subject}`, {
      kind: "auto_topup_paused",
      data: { reason },
    });
}

/**
 * Posts the difference to what refunds and disputes of a paid order amount to now, with a credit note, or a receipt for what
 * came back. The caller holds the locks.
 */
export async function settle(db: Queryable, orderId: string, cause: "refund" | "dispute"): Promise<void> {
  const order = await prisma(db).topupOrder.findUnique({ where: { id: orderId } });
  if (order?.state !== "paid") return;
  const returned = partsOf(order.refundedCents + order.disputedCents, order);
  const target = {
    cents: returned.net,
    most: order.creditsMicros,
    already: order.reversedMicros,
  };
  const { accountId } = order;
  const sums = await sumsOf(db, accountId);
  const move = reversal(target, sums);
  if (!move) return;
  const source = { type: "reversal", id: `${orderId}:${order.reversals + 1}` } as const;
  await ledger.post(db, {
    kind: move.total > 0n ? "refund" : "refund_reversed",
    sourceType: source.type,
    sourceId: source.id,
    subject: null,
    entries: [
      { account: "wallet", ownerId: accountId, amount: -move.wallet },
      { account: "receivable", ownerId: accountId, amount: -move.receivable },
      { account: "processor", ownerId: null, amount: move.total },
    ],
  });
  await prisma(db).topupOrder.update({
    where: { id: orderId },
    data: { reversedMicros: { increment: move.total }, reversals: { increment: 1 } },
  });
  // Only spending triggers an automatic top-up, however low a reversal leaves the balance.
  if (!sums.isTopupDue)
    await prisma(db).wallet.updateMany({ where: { accountId, topupDue: true }, data: { topupDue: false } });
  const isBack = move.total < 0n;
  const taxLeft = creditsForCents(order.taxCents - returned.tax);
  const taxBefore = (await documents.balanceOf(db, orderId)).tax;
  await documents.issue(db, {
    kind: isBack ? "receipt" : "credit_note",
    reason: isBack ? "refund_reversed" : cause,
    accountId,
    orderId,
    source,
    net: isBack ? -move.total : move.total,
    tax: isBack ? taxLeft - taxBefore : taxBefore - taxLeft,
  });
}

/** What an account may spend, what it owes, and whether an automatic top-up is due. */
export async function sumsOf(db: Queryable | undefined, accountId: string): Promise<Sums & { isTopupDue: boolean }> {
  const [row] = await query<{ available: string; debt: string; topup_due: boolean }>(
    "reversals.sums",
    `SELECT posted_micros - held_micros AS available, topup_due,
       (SELECT coalesce(-sum(amount_micros), 0) FROM ledger_entry WHERE account = 'receivable'
       AND owner_id = $1) AS debt
     FROM wallet WHERE account_id = $1`,
    [accountId],
    db,
  );
  return {
    available: BigInt(row?.available ?? 0),
    debt: BigInt(row?.debt ?? 0),
    isTopupDue: row?.topup_due ?? false,
  };
}
