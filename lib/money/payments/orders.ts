/**
 * What the processor's events do to our orders. Invariants: an order is credited once, with what it says itself; refunds
 * and disputes go to `reversals`.
 */
import type Stripe from "stripe";
import * as documents from "@/lib/money/billing/documents";
import * as ledger from "@/lib/money/ledger/service";
import { refuse } from "@/lib/money/payments/automatic-attempts";
import type { Facts } from "@/lib/money/payments/facts";
import { isLive } from "@/lib/money/payments/processor";
import { repayable } from "@/lib/money/payments/reversal";
import * as reversals from "@/lib/money/payments/reversals";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { isUuid } from "@/lib/platform/core/ids";
import { lockRows, lockWallet } from "@/lib/platform/core/locks";
import { creditsForCents, formatCredits } from "@/lib/platform/core/money";
import { notify } from "@/lib/platform/notifications/service";

/** How long an event waits for the earlier one that it overtook; after that it concerns a payment that is not ours. */
const OVERTAKING_SECONDS = 300;

/** Brings an order up to what an event says. Returns why it was refused, or null. The wallet is locked before the order. */
export async function applyFacts(
  db: Queryable,
  facts: Facts,
  { livemode: isLiveEvent, created }: Stripe.Event,
): Promise<string | null> {
  const { orderId, paymentIntentId } = facts;
  const found = await prisma(db).topupOrder.findFirst({
    where: {
      OR: [...(orderId && isUuid(orderId) ? [{ id: orderId }] : []), ...(paymentIntentId ? [{ paymentIntentId }] : [])],
    },
    select: { id: true, accountId: true },
  });
  if (!found) {
    // A refund or dispute may arrive before the event that names its payment intent: it is retried until then.
    const isOvertaking = ["charge_refunded", "refund", "dispute", "state"].includes(facts.kind);
    if (isOvertaking && Date.now() / 1000 - created < OVERTAKING_SECONDS)
      throw new Error("the payment of this event is not known yet");
    return facts.kind === "paid" ? "there is no such order" : null;
  }
  await lockWallet(db, found.accountId);
  await lockRows(db, "topup_order", "id", found.id);
  const order = (await prisma(db).topupOrder.findUnique({
    where: { id: found.id },
  })) as reversals.Order | null;
  if (!order) return "there is no such order";
  if (isLiveEvent !== isLive() || order.livemode !== isLiveEvent) return "test and live payments are mixed";
  const problem = facts.kind === "paid" ? await credit(db, order, facts) : await note(db, order, facts);
  if (problem) return problem;
  await reversals.settle(db, order.id, facts.kind === "dispute" ? "dispute" : "refund");
  return null;
}

async function credit(db: Queryable, order: reversals.Order, facts: Facts & { kind: "paid" }): Promise<string | null> {
  // A checkout's payment comes with two events. Only the session's counts: it alone may arrive later.
  if (order.automatic !== (facts.sessionId === null)) return null;
  if (facts.cents !== Number(order.amountCents)) return "the amount differs from the order's";
  if (facts.currency !== "usd" || facts.mode !== "payment") return "the currency or the mode differs from the order's";
  if (facts.accountId !== order.accountId) return "the account differs from the order's";
  if (order.sessionId !== null && facts.sessionId !== order.sessionId) return "the session differs from the order's";
  if (order.state === "paid") return null;
  const credits = order.creditsMicros;
  const repaid = repayable(await reversals.sumsOf(db, order.accountId), credits);
  await ledger.post(db, {
    kind: "topup",
    sourceType: "topup",
    sourceId: order.id,
    subject: null,
    entries: [
      { account: "wallet", ownerId: order.accountId, amount: credits - repaid },
      { account: "receivable", ownerId: order.accountId, amount: repaid },
      { account: "processor", ownerId: null, amount: -credits },
    ],
  });
  const { sessionId, paymentIntentId, taxCents } = facts;
  await prisma(db).topupOrder.update({
    where: { id: order.id },
    data: { state: "paid", paidAt: new Date(), sessionId, paymentIntentId, taxCents, failure: null },
  });
  const tax = creditsForCents(BigInt(taxCents));
  await notify(db, order.accountId, order.id, {
    kind: "receipt",
    data: { credits: formatCredits(credits), dollars: formatCredits(credits + tax) },
  });
  await documents.issue(db, {
    kind: "receipt",
    reason: "payment",
    accountId: order.accountId,
    orderId: order.id,
    source: { type: "topup", id: order.id },
    net: credits,
    tax,
  });
  return null;
}

async function note(db: Queryable, order: reversals.Order, facts: Exclude<Facts, { kind: "paid" }>): Promise<null> {
  if (facts.kind === "state") {
    await prisma(db).topupOrder.updateMany({
      where: { id: order.id, state: { in: ["created", "open", "processing"] } },
      data: { state: facts.state },
    });
  } else if (facts.kind === "refused") {
    if (order.automatic)
      await refuse(
        db,
        { id: order.id, account_id: order.accountId, amount_cents: String(order.amountCents) },
        facts.reason,
      );
    // The checkout stays open for another card.
    else
      await prisma(db).topupOrder.updateMany({
        where: { id: order.id, state: { in: ["created", "open", "processing"] } },
        data: { failure: facts.reason },
      });
  } else if (facts.kind === "receipt") {
    const { receiptUrl, card } = facts;
    const data = { ...(receiptUrl && { receiptUrl }), ...(card && { cardFingerprint: card }) };
    if (receiptUrl || card) await prisma(db).topupOrder.update({ where: { id: order.id }, data });
  } else if (facts.kind === "charge_refunded") await reversals.noteChargeRefunded(db, order, facts);
  else if (facts.kind === "refund") await reversals.noteRefund(db, order, facts);
  else await reversals.noteDispute(db, order, facts);
  return null;
}
