/**
 * What the processor's events do to our orders. Invariants: an order is credited once, with what it says itself; what is
 * given back follows refunds and disputes as a running total, in whatever order they come.
 */
import type Stripe from "stripe";
import { type Queryable, query } from "@/lib/core/db";
import { isUuid } from "@/lib/core/ids";
import { formatCredits } from "@/lib/core/money";
import * as ledger from "@/lib/ledger/service";
import { notify } from "@/lib/notifications/service";
import { refuse } from "@/lib/payments/automatic/attempts/service";
import * as cards from "@/lib/payments/cards/service";
import type { Facts } from "@/lib/payments/facts";
import { isLive } from "@/lib/payments/processor";
import { repayable, reversal, type Sums } from "@/lib/payments/reversal";

/** How long an event may wait for the one that it has overtaken; after that it is about somebody else's payment. */
const OVERTAKING_SECONDS = 300;

type Order = {
  id: string;
  account_id: string;
  amount_cents: string;
  credits_micros: string;
  state: string;
  session_id: string | null;
  livemode: boolean;
  refunded_cents: string;
  reversed_micros: string;
  reversals: number;
  disputes: Record<string, { cents: number; outcome: string | null }>;
  automatic: boolean;
};

const COLUMNS = `id, account_id, amount_cents, credits_micros, state, session_id, livemode, refunded_cents, disputed_cents,
  reversed_micros, reversals, disputes, automatic`;

/** Brings an order up to what an event says. Returns why it was refused, or null. The wallet is locked before the order. */
export async function applyFacts(
  db: Queryable,
  facts: Facts,
  { livemode: isLiveEvent, created }: Stripe.Event,
): Promise<string | null> {
  const [found] = await query<{ id: string; account_id: string }>(
    "events.order",
    "SELECT id, account_id FROM topup_order WHERE id = $1 OR payment_intent_id = $2",
    [facts.orderId && isUuid(facts.orderId) ? facts.orderId : null, facts.paymentIntentId],
    db,
  );
  if (!found) {
    // A refund or dispute may overtake the payment that tells us its payment intent: it is tried again until then.
    const isOvertaking = facts.kind === "refund" || facts.kind === "dispute" || facts.kind === "state";
    if (isOvertaking && Date.now() / 1000 - created < OVERTAKING_SECONDS)
      throw new Error("the payment of this event is not known yet");
    return facts.kind === "paid" ? "there is no such order" : null;
  }
  await ledger.lockWallet(db, found.account_id);
  const [order] = await query<Order>(
    "events.locked",
    `SELECT ${COLUMNS} FROM topup_order WHERE id = $1 FOR UPDATE`,
    [found.id],
    db,
  );
  if (!order) return "there is no such order";
  if (isLiveEvent !== isLive() || order.livemode !== isLiveEvent) return "test and live payments are mixed";
  const problem = facts.kind === "paid" ? await credit(db, order, facts) : await note(db, order, facts);
  if (problem) return problem;
  await settleReversals(db, order.id);
  return null;
}

async function credit(db: Queryable, order: Order, facts: Facts & { kind: "paid" }): Promise<string | null> {
  // The payment of a checkout is told twice; its session's word is the one that counts, since it alone may come later.
  if (order.automatic !== (facts.sessionId === null)) return null;
  if (facts.cents !== Number(order.amount_cents)) return "the amount differs from the order's";
  if (facts.currency !== "usd" || facts.mode !== "payment")
    return "the currency or the mode differs from the order's";
  if (facts.accountId !== order.account_id) return "the account differs from the order's";
  if (order.session_id !== null && facts.sessionId !== order.session_id)
    return "the session differs from the order's";
  if (order.state === "paid") return null;
  const credits = BigInt(order.credits_micros);
  const repaid = repayable(await sumsOf(db, order.account_id), credits);
  await ledger.post(db, {
    kind: "topup",
    sourceType: "topup",
    sourceId: order.id,
    subject: null,
    entries: [
      { account: "wallet", ownerId: order.account_id, amount: credits - repaid },
      { account: "receivable", ownerId: order.account_id, amount: repaid },
      { account: "processor", ownerId: null, amount: -credits },
    ],
  });
  await query(
    "events.paid",
    "UPDATE topup_order SET state = 'paid', paid_at = now(), session_id = $2, payment_intent_id = $3 WHERE id = $1",
    [order.id, facts.sessionId, facts.paymentIntentId],
    db,
  );
  await notify(db, order.account_id, order.id, {
    kind: "receipt",
    data: { credits: formatCredits(credits), dollars: formatCredits(credits) },
  });
  return null;
}

async function note(db: Queryable, order: Order, facts: Exclude<Facts, { kind: "paid" }>): Promise<null> {
  if (facts.kind === "state") {
    await query(
      "events.state",
      "UPDATE topup_order SET state = $2 WHERE id = $1 AND state IN ('created', 'open', 'processing')",
      [order.id, facts.state],
      db,
    );
  } else if (facts.kind === "refused") {
    if (order.automatic) await refuse(db, order, facts.reason);
  } else if (facts.kind === "receipt") {
    await query(
      "events.receipt",
      "UPDATE topup_order SET receipt_url = coalesce($2, receipt_url) WHERE id = $1",
      [order.id, facts.receiptUrl],
      db,
    );
  } else if (facts.kind === "refund") {
    await query(
      "events.refund",
      `UPDATE topup_order SET refunded_cents = greatest(refunded_cents, $2), payment_intent_id = coalesce(payment_intent_id, $3),
         receipt_url = coalesce($4, receipt_url) WHERE id = $1`,
      [order.id, facts.cents, facts.paymentIntentId, facts.receiptUrl],
      db,
    );
    // Who is given back what was bought with the saved card did not want it: the card is not charged anew for that.
    if (order.automatic && facts.cents > Number(order.refunded_cents))
      await pause(db, order, `refund:${facts.cents}`, "An automatic payment was refunded.");
  } else await noteDispute(db, order, facts);
  return null;
}

async function noteDispute(db: Queryable, order: Order, facts: Facts & { kind: "dispute" }): Promise<void> {
  const { cents } = facts;
  const known = order.disputes[facts.disputeId];
  // An inquiry counts nothing, and neither its beginning nor its end says anything of the dispute that it has become.
  if (known && cents < known.cents) return;
  const isNews = known === undefined || cents > known.cents;
  const outcome = isNews ? facts.outcome : (known.outcome ?? facts.outcome);
  if (isNews && outcome !== "won")
    await pause(db, order, `${facts.disputeId}:${cents}`, "The payer's bank questions a payment.");
  const disputes = { ...order.disputes, [facts.disputeId]: { cents, outcome } };
  const disputed = Object.values(disputes).reduce(
    (sum, each) => sum + (each.outcome === "won" ? 0 : each.cents),
    0,
  );
  await query(
    "events.dispute",
    "UPDATE topup_order SET disputes = $2, disputed_cents = $3 WHERE id = $1",
    [order.id, JSON.stringify(disputes), disputed],
    db,
  );
}

/** Nothing more is bought automatically until the owner says so again; told once for what has happened. */
async function pause(db: Queryable, order: Order, subject: string, reason: string): Promise<void> {
  if (await cards.pause(db, order.account_id, reason))
    await notify(db, order.account_id, `${order.id}:${subject}`, {
      kind: "auto_topup_paused",
      data: { reason },
    });
}

/** Moves what has been given back up or down to what refunds and disputes now amount to, once the order is paid. */
async function settleReversals(db: Queryable, orderId: string): Promise<void> {
  const [order] = await query<Order & { disputed_cents: string }>(
    "events.order.again",
    `SELECT ${COLUMNS} FROM topup_order WHERE id = $1`,
    [orderId],
    db,
  );
  if (order?.state !== "paid") return;
  const target = {
    cents: BigInt(order.refunded_cents) + BigInt(order.disputed_cents),
    most: BigInt(order.credits_micros),
    already: BigInt(order.reversed_micros),
  };
  const sums = await sumsOf(db, order.account_id);
  const move = reversal(target, sums);
  if (!move) return;
  await ledger.post(db, {
    kind: move.total > 0n ? "refund" : "refund_reversed",
    sourceType: "reversal",
    sourceId: `${order.id}:${order.reversals + 1}`,
    subject: null,
    entries: [
      { account: "wallet", ownerId: order.account_id, amount: -move.wallet },
      { account: "receivable", ownerId: order.account_id, amount: -move.receivable },
      { account: "processor", ownerId: null, amount: move.total },
    ],
  });
  await query(
    "events.reversed",
    "UPDATE topup_order SET reversed_micros = reversed_micros + $2, reversals = reversals + 1 WHERE id = $1",
    [orderId, move.total],
    db,
  );
  // Only spending asks for more credits; what was taken back asks for none, however low the balance is now.
  if (!sums.isTopupDue)
    await query(
      "events.calm",
      "UPDATE wallet SET topup_due = false WHERE account_id = $1 AND topup_due",
      [order.account_id],
      db,
    );
}

/** What the account may spend, and what it owes. */
async function sumsOf(db: Queryable, accountId: string): Promise<Sums & { isTopupDue: boolean }> {
  const [row] = await query<{ available: string; debt: string; topup_due: boolean }>(
    "events.sums",
    `SELECT posted_micros - held_micros AS available, topup_due,
       (SELECT coalesce(-sum(amount_micros), 0) FROM ledger_entry WHERE account = 'receivable' AND owner_id = $1) AS debt
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
