/**
 * What happens automatically when a balance falls below a threshold: a notice, and credits bought with the saved card.
 * Invariants: the order comes first and its id is the processor's idempotency key, so a repeated attempt is the same
 * payment; at most one is under way; a month's orders stay within the limit; credits arrive by the signed event alone.
 */
import { type Queryable, query, transaction } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { creditsForCents, formatCredits, MICROS_PER_CENT } from "@/lib/core/money";
import { eachInTurn } from "@/lib/jobs/round";
import { notify } from "@/lib/notifications/service";
import * as cards from "@/lib/payments/cards/service";
import { atProcessor, isLive, refusalOf } from "@/lib/payments/processor";

/** Most accounts that one round serves. */
const BATCH = 100;
/** An order whose attempt ended without an answer is tried again after this long, and given up after that long. */
const RETRY_SECONDS = 60;
const GIVE_UP_HOURS = 20;

type Order = { id: string; account_id: string; amount_cents: string };
type Plan = {
  enabled: boolean;
  amount_cents: string;
  monthly_limit_cents: string;
  spent_cents: string;
  topup_due: boolean;
};

const dollarText = (cents: string) => formatCredits(BigInt(cents) * MICROS_PER_CENT);

/** Tells everybody whose balance has just fallen below the threshold. Returns how many. */
export async function tellLowBalances(): Promise<number> {
  const due = await query<{ account_id: string }>(
    "automatic.low",
    `SELECT account_id FROM wallet WHERE notice_due ORDER BY account_id LIMIT ${BATCH}`,
    [],
  );
  const told = await eachInTurn("tell-low-balances", due, accountOf, ({ account_id }) =>
    transaction((db) => tellLowBalance(db, account_id)),
  );
  return told.length;
}

async function tellLowBalance(db: Queryable, accountId: string): Promise<void> {
  const [row] = await query<{ posted_micros: string; notice_below_micros: string }>(
    "automatic.told",
    "UPDATE wallet SET notice_due = false WHERE account_id = $1 AND notice_due RETURNING posted_micros, notice_below_micros",
    [accountId],
    db,
  );
  if (!row) return;
  await notify(db, accountId, newId(), {
    kind: "low_balance",
    data: {
      balance: formatCredits(BigInt(row.posted_micros)),
      threshold: formatCredits(BigInt(row.notice_below_micros)),
    },
  });
}

/** Buys credits for every account whose balance asks for it. Safe to run twice at once. Returns how many payments were tried. */
export async function topUpDue(): Promise<number> {
  const due = await query<{ account_id: string }>(
    "automatic.due",
    `SELECT account_id FROM wallet WHERE topup_due
     UNION SELECT account_id FROM topup_order WHERE automatic AND state = 'created' AND created_at < now() - make_interval(secs => $1)
     ORDER BY account_id LIMIT ${BATCH}`,
    [RETRY_SECONDS],
  );
  const orders = await eachInTurn("top-up", due, accountOf, async ({ account_id }) => {
    const order = await transaction((db) => openOrder(db, account_id));
    if (order) await charge(order);
    return order;
  });
  return orders.filter((order) => order !== null).length;
}

const accountOf = ({ account_id }: { account_id: string }) => account_id;

/** The order that is to be charged now: a new one, or one whose attempt ended without an answer; else null. */
async function openOrder(db: Queryable, accountId: string): Promise<Order | null> {
  await query("automatic.wallet", "SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE", [accountId], db);
  const [open] = await query<Order & { is_stuck: boolean; is_hopeless: boolean }>(
    "automatic.open",
    `SELECT id, account_id, amount_cents, state = 'created' AND created_at < now() - make_interval(secs => $2) AS is_stuck,
       created_at < now() - make_interval(hours => $3) AS is_hopeless
     FROM topup_order WHERE account_id = $1 AND automatic AND state IN ('created', 'open', 'processing')`,
    [accountId, RETRY_SECONDS, GIVE_UP_HOURS],
    db,
  );
  if (open?.is_stuck && open.is_hopeless) {
    await refuse(db, open, "The payment processor could not be reached for hours.");
    return null;
  }
  if (!open) return placeOrder(db, accountId);
  // What is under way moves the balance when it arrives, which raises the flag again if that was not enough.
  await lowerFlag(db, accountId);
  return open.is_stuck ? open : null;
}

async function lowerFlag(db: Queryable, accountId: string): Promise<void> {
  await query(
    "automatic.taken",
    "UPDATE wallet SET topup_due = false WHERE account_id = $1",
    [accountId],
    db,
  );
}

async function placeOrder(db: Queryable, accountId: string): Promise<Order | null> {
  const [plan] = await query<Plan>(
    "automatic.plan",
    `SELECT a.enabled, a.amount_cents, a.monthly_limit_cents, w.topup_due, ${cards.SPENT_THIS_MONTH} AS spent_cents
       FROM auto_topup a JOIN wallet w ON w.account_id = a.account_id WHERE a.account_id = $1`,
    [accountId],
    db,
  );
  if (!plan?.topup_due) return null;
  await lowerFlag(db, accountId);
  if (!plan.enabled) return null;
  if (BigInt(plan.spent_cents) + BigInt(plan.amount_cents) > BigInt(plan.monthly_limit_cents)) {
    const month = new Date().toISOString().slice(0, "2026-01".length);
    await notify(db, accountId, month, {
      kind: "auto_topup_limit",
      data: { dollars: dollarText(plan.monthly_limit_cents), month },
    });
    return null;
  }
  const cents = BigInt(plan.amount_cents);
  const [order] = await query<Order>(
    "automatic.order",
    `INSERT INTO topup_order (id, account_id, amount_cents, credits_micros, livemode, automatic)
     VALUES ($1, $2, $3, $4, $5, true) RETURNING id, account_id, amount_cents`,
    [newId(), accountId, cents, creditsForCents(cents), isLive()],
    db,
  );
  return order ?? null;
}

/** Asks the processor for the money. What it refuses is told; without an answer the order waits for the next round. */
async function charge(order: Order): Promise<void> {
  const refusal = await attempt(order).catch((error: unknown) => {
    const reason = refusalOf(error);
    if (reason === null) log.error({ err: error, order: order.id }, "an automatic top-up got no answer");
    return reason;
  });
  if (refusal === null) return;
  await transaction(async (db) => {
    await query(
      "automatic.lock",
      "SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE",
      [order.account_id],
      db,
    );
    await refuse(db, order, refusal);
  });
}

/** One attempt. Returns why the bank refused it, or null when the money is on its way. */
async function attempt(order: Order): Promise<string | null> {
  const [card] = await query<{ customer_id: string; payment_method_id: string }>(
    "automatic.card",
    "SELECT customer_id, payment_method_id FROM auto_topup WHERE account_id = $1 AND payment_method_id IS NOT NULL",
    [order.account_id],
  );
  if (!card) throw new Error("the saved card is gone, and what became of the attempt before is not known");
  const intent = await atProcessor((stripe) =>
    stripe.paymentIntents.create(
      {
        amount: Number(order.amount_cents),
        currency: "usd",
        customer: card.customer_id,
        payment_method: card.payment_method_id,
        off_session: true,
        confirm: true,
        description: `${dollarText(order.amount_cents)} credits, bought automatically`,
        metadata: { order_id: order.id, account_id: order.account_id },
      },
      { idempotencyKey: order.id },
    ),
  );
  await query(
    "automatic.asked",
    `UPDATE topup_order SET payment_intent_id = $2, state = CASE state WHEN 'created' THEN 'processing' ELSE state END WHERE id = $1`,
    [order.id, intent.id],
  );
  const isOpen = intent.status === "requires_action" || intent.status === "requires_payment_method";
  return isOpen ? "The bank wants you to confirm payments with this card yourself." : null;
}

/** Ends an order that the processor refused, turns automatic top-ups off and tells why. The caller holds the wallet's lock. */
export async function refuse(
  db: Queryable,
  order: Pick<Order, "id" | "account_id" | "amount_cents">,
  reason: string,
): Promise<void> {
  const ended = await query(
    "automatic.refused",
    "UPDATE topup_order SET state = 'failed', failure = $2 WHERE id = $1 AND state IN ('created', 'open', 'processing') RETURNING 1",
    [order.id, reason],
    db,
  );
  if (ended.length === 0) return;
  await cards.pause(db, order.account_id, reason);
  await notify(db, order.account_id, order.id, {
    kind: "auto_topup_failed",
    data: { dollars: dollarText(order.amount_cents), reason },
  });
}
