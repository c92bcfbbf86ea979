/**
 * The processor's events: kept as they came, then applied in one transaction that marks them processed.
 * Invariants: an event is applied once; events of one payment may come in any order and end in the same balance.
 */
import type Stripe from "stripe";
import { type Queryable, query, transaction } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import * as ledger from "@/lib/ledger/service";
import { type Facts, factsOf } from "@/lib/payments/facts";
import { atProcessor, isLive } from "@/lib/payments/processor";
import { repayable, reversal, type Sums } from "@/lib/payments/reversal";

/** How far back the hourly reconciliation looks. */
const RECONCILED_HOURS = 72;
/** How long an event may wait for the one that it has overtaken; after that it is about somebody else's payment. */
const OVERTAKING_SECONDS = 300;
/** Most stale events that one round applies again. */
const RETRY_BATCH = 100;

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
};

/** Applies events that are not about orders, inside the inbox's transaction. Returns why an event was refused, or null. */
export type Applier = (db: Queryable, event: Stripe.Event) => Promise<string | null>;

/**
 * Keeps a verified event, then applies it: here when it is about an order, else by `others`.
 * Throws event_refused when it contradicts what we know; anything else is retried.
 */
export async function receive(event: Stripe.Event, others: Applier): Promise<void> {
  await query(
    "events.keep",
    "INSERT INTO payment_event (id, type, payload) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
    [event.id, event.type, JSON.stringify(event)],
  );
  await apply(event.id, others);
}

/** Applies a kept event unless that has happened. Throws event_refused; other failures leave it to be tried again. */
async function apply(eventId: string, others: Applier): Promise<void> {
  try {
    const refusal = await transaction(async (db) => {
      const [row] = await query<{ payload: Stripe.Event; processed_at: Date | null }>(
        "events.lock",
        "SELECT payload, processed_at FROM payment_event WHERE id = $1 FOR UPDATE",
        [eventId],
        db,
      );
      if (!row || row.processed_at) return null;
      const facts = factsOf(row.payload);
      const problem = await (facts ? applyFacts(db, facts, row.payload) : others(db, row.payload));
      await query(
        "events.done",
        "UPDATE payment_event SET processed_at = now(), attempts = attempts + 1, last_error = $2 WHERE id = $1",
        [eventId, problem],
        db,
      );
      return problem;
    });
    if (refusal)
      throw new AppError("event_refused", "This event contradicts what it names.", {
        cause: refusal,
      });
  } catch (error) {
    if (!(error instanceof AppError)) {
      const text = error instanceof Error ? error.message : String(error);
      await query(
        "events.failed",
        "UPDATE payment_event SET attempts = attempts + 1, last_error = $2 WHERE id = $1",
        [eventId, text],
      );
    }
    throw error;
  }
}

/** Brings an order up to what an event says. Returns why it was refused, or null. The wallet is locked before the order. */
async function applyFacts(
  db: Queryable,
  facts: Facts,
  { livemode: isLiveEvent, created }: Stripe.Event,
): Promise<string | null> {
  const [found] = await query<{ id: string; account_id: string }>(
    "events.order",
    "SELECT id, account_id FROM topup_order WHERE id::text = $1 OR payment_intent_id = $2",
    [facts.orderId, facts.paymentIntentId],
    db,
  );
  if (!found) {
    // A refund or dispute may overtake the payment that tells us its payment intent: it is tried again until then.
    if (facts.kind !== "paid" && Date.now() / 1000 - created < OVERTAKING_SECONDS)
      throw new Error("the payment of this event is not known yet");
    return facts.kind === "paid" ? "there is no such order" : null;
  }
  await query(
    "events.wallet",
    "SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE",
    [found.account_id],
    db,
  );
  const [order] = await query<Order>(
    "events.locked",
    "SELECT * FROM topup_order WHERE id = $1 FOR UPDATE",
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
    "UPDATE topup_order SET state = 'paid', paid_at = now(), session_id = $2, payment_intent_id = $3, receipt_url = coalesce($4, receipt_url) WHERE id = $1",
    [order.id, facts.sessionId, facts.paymentIntentId, facts.receiptUrl],
    db,
  );
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
  } else if (facts.kind === "refund") {
    await query(
      "events.refund",
      `UPDATE topup_order SET refunded_cents = greatest(refunded_cents, $2), payment_intent_id = coalesce(payment_intent_id, $3),
         receipt_url = coalesce($4, receipt_url) WHERE id = $1`,
      [order.id, facts.cents, facts.paymentIntentId, facts.receiptUrl],
      db,
    );
  } else {
    const known = order.disputes[facts.disputeId]?.outcome ?? null;
    const disputes = {
      ...order.disputes,
      [facts.disputeId]: { cents: facts.cents, outcome: known ?? facts.outcome },
    };
    const disputed = Object.values(disputes).reduce(
      (sum, { cents, outcome }) => sum + (outcome === "won" ? 0 : cents),
      0,
    );
    await query(
      "events.dispute",
      "UPDATE topup_order SET disputes = $2, disputed_cents = $3 WHERE id = $1",
      [order.id, JSON.stringify(disputes), disputed],
      db,
    );
  }
  return null;
}

/** Moves what has been given back up or down to what refunds and disputes now amount to, once the order is paid. */
async function settleReversals(db: Queryable, orderId: string): Promise<void> {
  const [order] = await query<Order & { disputed_cents: string }>(
    "events.order.again",
    "SELECT * FROM topup_order WHERE id = $1",
    [orderId],
    db,
  );
  if (order?.state !== "paid") return;
  const target = {
    cents: BigInt(order.refunded_cents) + BigInt(order.disputed_cents),
    most: BigInt(order.credits_micros),
    already: BigInt(order.reversed_micros),
  };
  const move = reversal(target, await sumsOf(db, order.account_id));
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
}

/** What the account may spend, and what it owes. */
async function sumsOf(db: Queryable, accountId: string): Promise<Sums> {
  const [row] = await query<{ available: string; debt: string }>(
    "events.sums",
    `SELECT posted_micros - held_micros AS available,
       (SELECT coalesce(-sum(amount_micros), 0) FROM ledger_entry WHERE account = 'receivable' AND owner_id = $1) AS debt
     FROM wallet WHERE account_id = $1`,
    [accountId],
    db,
  );
  return { available: BigInt(row?.available ?? 0), debt: BigInt(row?.debt ?? 0) };
}

/** Applies events that a failed or killed process left behind. Returns how many are done now. */
export async function retryEvents(others: Applier): Promise<number> {
  const stale = await query<{ id: string }>(
    "events.stale",
    `SELECT id FROM payment_event WHERE processed_at IS NULL AND received_at < now() - interval '15 seconds' ORDER BY received_at LIMIT ${RETRY_BATCH}`,
    [],
  );
  let done = 0;
  for (const { id } of stale) {
    await apply(id, others).then(
      () => done++,
      (error: unknown) => log.error({ err: error, event: id }, "a payment event failed again"),
    );
  }
  return done;
}

/** Asks the processor for what happened lately, and applies by the same way what no event has told. Returns how much it was told. */
export async function reconcilePayments(): Promise<number> {
  const created = { gte: Math.floor(Date.now() / 1000) - RECONCILED_HOURS * 3600 };
  const [sessions, charges, disputes] = await atProcessor((stripe) =>
    Promise.all([
      stripe.checkout.sessions.list({ created, limit: 100 }),
      stripe.charges.list({ created, limit: 100 }),
      stripe.disputes.list({ created, limit: 100 }),
    ]),
  );
  const told = [
    ...sessions.data
      .filter(({ payment_status }) => payment_status === "paid")
      .map((object) => ({ type: "checkout.session.completed", object })),
    ...charges.data
      .filter(({ amount_refunded }) => amount_refunded > 0)
      .map((object) => ({ type: "charge.refunded", object })),
    ...disputes.data.map((object) => ({
      type:
        object.status === "won" || object.status === "lost"
          ? "charge.dispute.closed"
          : "charge.dispute.created",
      object,
    })),
  ];
  for (const { type, object } of told) {
    const event = {
      id: `reconciled:${type}:${object.id}:${"amount_refunded" in object ? object.amount_refunded : "status" in object ? object.status : ""}`,
      type,
      livemode: object.livemode,
      data: { object },
    };
    await receive(event as Stripe.Event, async () => null).catch((error: unknown) =>
      log.error({ err: error, event: event.id }, "a payment could not be reconciled"),
    );
  }
  return told.length;
}
