/**
 * A buyer's own money back: unspent credits of card payments, to the card that paid. Invariants: the wallet is debited in the
 * transaction of the request, before the processor is asked; what the processor rejects comes back; a request is paid at most once.
 */
import type Stripe from "stripe";
import * as sessions from "@/lib/identity/accounts/sessions";
import type { CardRefundInput, CardRefundState, Refundable } from "@/lib/money/payments/card-refund-schemas";
import { refundFacts } from "@/lib/money/payments/facts";
import * as orders from "@/lib/money/payments/orders";
import { atProcessor, isLive, isRefused } from "@/lib/money/payments/processor";
import { centsFor, isUndecided, least } from "@/lib/money/payments/reversal";
import * as reversals from "@/lib/money/payments/reversals";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid } from "@/lib/platform/core/errors";
import type { CardRefund } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockRows, lockWallet } from "@/lib/platform/core/locks";
import { inDollars, MICROS_PER_CENT, type Micros, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { type CursorRequest, MAX_TOTAL, NEWEST_FIRST, newestPage, wholeList } from "@/lib/platform/core/page";
import { daysAgo } from "@/lib/platform/jobs/pruning";
import { createSlots } from "@/lib/platform/jobs/slots";
import { notify } from "@/lib/platform/notifications/service";
import { heavyRead } from "@/lib/platform/ratelimit/heavy-reads";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";

const AT_ONCE = 5;
/** How long an attempt has a refund for itself, and the longest pause between two. */
const LEASE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 60 * 60;

type DueRefund = Pick<CardRefund, "id" | "cents" | "attempts"> & {
  account_id: string;
  order_id: string;
  payment_intent_id: string;
};

/** How much of a caller's balance can go back to the card now. Throws rate_limited for more than a few such reads at a time. */
export async function refundable({ accountId }: Pick<Caller, "accountId">): Promise<Refundable> {
  const { amount, isDisputed } = await heavyRead(accountId, () => look(accountId));
  return { amount: toCredits(amount), days: env().CARD_REFUND_DAYS, blocked: isDisputed ? "dispute" : null };
}

/**
 * Takes credits off the caller's balance that go back to the card, newest payment first; `sendDue` asks the processor. Throws
 * session_required, wrong_password, sign_in_again, unauthorized when session, membership or account ended meanwhile, nothing_unspent, and
 * invalid_request for more than can be refunded.
 */
export async function create(caller: Caller, input: CardRefundInput, claimed: Claim | null) {
  await sessions.confirmPassword(caller, input.password);
  const { accountId, personId } = caller;
  return transaction(async (db) => {
    await lockWallet(db, accountId);
    const [payer] = await query<{ lives: boolean }>(
      "cardRefunds.payer",
      "SELECT lives FROM payer_now($1, NULL, $2)",
      [accountId, caller.session?.id ?? null],
      db,
    );
    if (!payer?.lives) throw new AppError("unauthorized", "Your session or the account has ended. Sign in again.");
    const { amount: most, payments, isDisputed } = await look(accountId, db);
    const wanted = input.amount === undefined ? most : priceToMicros(input.amount);
    if (most === 0n)
      throw new AppError(
        "nothing_unspent",
        isDisputed
          ? "A payment is disputed. Nothing is refunded until the bank has decided."
          : `No card payment of the last ${env().CARD_REFUND_DAYS} days has unspent money.`,
      );
    if (wanted > most)
      throw invalid([{ param: "amount", message: `is more than can be refunded now: at most ${toCredits(most)}` }]);
    const made: CardRefund[] = [];
    let left = wanted;
    for (const { id, rest } of payments) {
      const part = least(left, rest);
      left -= part;
      if (part > 0n) made.push(await take(db, { accountId, personId, orderId: id, net: part / MICROS_PER_CENT }));
    }
    const answer = wholeList(made.map(toView));
    await keepAnswer(db, claimed, answer);
    return answer;
  });
}

type Part = { accountId: string; personId: string; orderId: string; net: bigint };

/** Debits the wallet with a part of a payment. The caller holds the lock of the wallet. */
async function take(db: Queryable, { accountId, personId, orderId, net }: Part): Promise<CardRefund> {
  const order = await lockedOrder(db, orderId);
  const cents = centsFor(net, order.refundedCents + order.disputedCents, order);
  const row = await prisma(db).cardRefund.create({
    data: { id: newId(), accountId, orderId, netCents: net, cents, requestedBy: personId },
  });
  await reversals.noteAsked(db, order, row.id, Number(cents));
  await reversals.settle(db, orderId, "refund");
  return row;
}

async function lockedOrder(db: Queryable, id: string): Promise<reversals.Order> {
  await lockRows(db, "topup_order", "id", id);
  return (await prisma(db).topupOrder.findUniqueOrThrow({ where: { id } })) as reversals.Order;
}

type Payment = { id: string; rest: Micros };

/** What can be refunded: the payments of the last days that have something left, newest first, within what is unspent. */
async function look(
  accountId: string,
  db?: Queryable,
): Promise<{ amount: Micros; payments: Payment[]; isDisputed: boolean }> {
  const [paid, disputed] = [
    (await prisma(db).topupOrder.findMany({
      where: {
        accountId,
        state: "paid",
        paymentIntentId: { not: null },
        paidAt: { gt: daysAgo(env().CARD_REFUND_DAYS) },
      },
      orderBy: [{ paidAt: "desc" }, { id: "desc" }],
    })) as reversals.Order[],
    (await prisma(db).topupOrder.findMany({
      where: { accountId, NOT: { disputes: { equals: {} } } },
    })) as reversals.Order[],
  ];
  const oldest = paid.at(-1);
  if (!oldest) return { amount: 0n, payments: [], isDisputed: false };
  const free = await unspent(accountId, oldest.id, db);
  const isDisputed = disputed.some(({ disputes }) => Object.values(disputes).some(isUndecided));
  const payments = paid.filter(knowsEveryRefund).map(({ id, creditsMicros, reversedMicros }) => ({
    id,
    rest: creditsMicros - reversedMicros,
  }));
  const sum = payments.reduce((total, { rest }) => total + rest, 0n);
  const most = least(sum, free);
  const amount = isDisputed || most < 0n ? 0n : most - (most % MICROS_PER_CENT);
  return { amount, payments, isDisputed };
}

/** Whether every refund of a payment that its charge has named arrived as an event of its refund: only then is its rest known. */
const knowsEveryRefund = ({ refunds, chargeRefundedCents }: reversals.Order): boolean =>
  Object.values(refunds).reduce((sum, { cents }) => sum + cents, 0) >= Number(chargeRefundedCents);

/**
 * What an account may spend, less what it owes and what is left of credits that no card pays back: those from before the oldest
 * payment, grants, and refunds of purchases whose seller may have been paid out already. They count as spent first, so that none
 * becomes money.
 */
async function unspent(accountId: string, oldestOrder: string, db?: Queryable): Promise<Micros> {
  const { available, debt } = await reversals.sumsOf(db, accountId);
  const [given] = await query<{ left: string }>(
    "cardRefunds.given",
    `WITH first AS (
       -- A payment that went to a debt as a whole has no entry in the wallet.
       SELECT paid.id, coalesce((SELECT w.balance_after_micros FROM ledger_entry w
           WHERE w.account = 'wallet' AND w.owner_id = $1 AND w.id < paid.id ORDER BY w.id DESC LIMIT 1), 0) AS before
         FROM (SELECT min(e.id) AS id FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
          WHERE t.source_type = 'topup' AND t.source_id = $2) AS paid),
     moved AS (
       SELECT e.id, e.amount_micros AS amount, t.kind = 'grant' OR t.kind = 'purchase_refund' AND EXISTS (
           SELECT FROM ledger_transaction s WHERE s.source_type = 'purchase' AND s.source_id = t.source_id
            AND s.created_at < t.created_at - make_interval(days => $3)) AS is_given
         FROM first JOIN ledger_entry e ON e.account = 'wallet' AND e.owner_id = $1 AND e.id > first.id
           JOIN ledger_transaction t ON t.id = e.transaction_id
        WHERE t.source_type NOT IN ('topup', 'reversal')
       UNION ALL SELECT id, greatest(0, before), true FROM first),
     summed AS (SELECT amount, is_given, sum(amount) OVER (ORDER BY id) AS so_far FROM moved)
     SELECT coalesce(least(sum(amount) FILTER (WHERE is_given), sum(amount) - least(0, min(so_far))), 0) AS left
       FROM summed`,
    [accountId, oldestOrder, env().EARNINGS_HOLD_DAYS],
    db,
  );
  return available - debt - BigInt(given?.left ?? 0);
}

/** The caller's refunds to the card, newest first. Throws invalid_request when `starting_after` is none of them. */
export async function list({ accountId }: Caller, page: CursorRequest) {
  const where = { accountId };
  const id = page.starting_after;
  const last = id ? await prisma().cardRefund.findUnique({ where: { id, ...where } }) : null;
  const { slice, after, wrap } = newestPage(page, last);
  const [rows, count] = await Promise.all([
    prisma().cardRefund.findMany({ where: { ...where, ...after }, ...slice }),
    prisma().cardRefund.count({ where, orderBy: NEWEST_FIRST, take: MAX_TOTAL + 1 }),
  ]);
  return wrap(rows.map(toView), count, page);
}

function toView(row: CardRefund) {
  return {
    id: row.id,
    order_id: row.orderId,
    amount: Number(row.netCents) / 100,
    returned: Number(row.cents) / 100,
    state: row.state as CardRefundState,
    failure: row.failure,
    created_at: row.createdAt,
  };
}

const runSlots = createSlots<DueRefund>({
  job: "send-card-refunds",
  slots: AT_ONCE,
  idOf: ({ id }) => id,
});

/** Asks the processor for every refund whose time has come. Safe to run twice concurrently. Returns how many it took or rejected. */
export const sendDue = (): Promise<number> => runSlots({ claim, work: send });

/** Claims the refunds that have waited longest, each for a lease that doubles with every attempt; none of a suspended account. */
async function claim(free: number): Promise<DueRefund[]> {
  return query<DueRefund>(
    "cardRefunds.claim",
    `UPDATE card_refund r SET attempts = r.attempts + 1,
        next_try_at = now() + backoff(${LEASE_SECONDS}, r.attempts, ${MAX_PAUSE_SECONDS})
      FROM topup_order o WHERE o.id = r.order_id AND r.id IN (
        SELECT c.id FROM card_refund c JOIN account a ON a.id = c.account_id
         WHERE c.next_try_at <= now() + interval '1 millisecond' AND a.suspended_at IS NULL
         ORDER BY c.next_try_at LIMIT $1 FOR UPDATE OF c SKIP LOCKED)
      RETURNING r.id, r.account_id, r.order_id, r.cents, r.attempts, o.payment_intent_id`,
    [free],
  );
}

/** Asks the processor for a refund, or finds the one that it made when its answer was lost. Throws what may work at the next attempt. */
async function send(due: DueRefund): Promise<boolean> {
  const asked =
    (due.attempts > 1 && (await findRefund(due))) || (await ask(due).catch((error: unknown) => refused(error)));
  if (typeof asked === "string") {
    await transaction((db) => reject(db, due, asked));
    return true;
  }
  const at = { livemode: isLive(), created: asked.created } as Stripe.Event;
  const problem = await transaction((db) => orders.applyFacts(db, refundFacts(asked), at));
  if (problem) throw new Error(problem);
  return true;
}

/** The processor's words for a refusal. Throws every other failure. */
function refused(error: unknown): string {
  if (!isRefused(error)) throw error;
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error ? cause.message : "The payment processor rejected the refund.";
}

/** The processor remembers an idempotency key for a day only; its own list remembers for good. */
async function findRefund({ id, payment_intent_id }: DueRefund): Promise<Stripe.Refund | undefined> {
  const made = await atProcessor((stripe) =>
    stripe.refunds.list({ payment_intent: payment_intent_id, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  );
  return made.find(({ metadata }) => metadata?.request_id === id);
}

const ask = ({ id, order_id, cents, payment_intent_id }: DueRefund): Promise<Stripe.Refund> =>
  atProcessor((stripe) =>
    stripe.refunds.create(
      {
        payment_intent: payment_intent_id,
        amount: Number(cents),
        reason: "requested_by_customer",
        metadata: { order_id, request_id: id },
      },
      { idempotencyKey: `refund:${id}` },
    ),
  );

/** Gives the credits of a refund back that the processor will not make, and notifies its buyer. */
async function reject(db: Queryable, { id, account_id, order_id }: DueRefund, failure: string): Promise<void> {
  await lockWallet(db, account_id);
  const order = await lockedOrder(db, order_id);
  const { count } = await prisma(db).cardRefund.updateMany({
    where: { id, state: "pending" },
    data: { state: "failed", failure, nextTryAt: null },
  });
  if (count === 0) return;
  await reversals.forgetAsked(db, order, id);
  await reversals.settle(db, order_id, "refund");
  const row = await prisma(db).cardRefund.findUniqueOrThrow({ where: { id } });
  await notify(db, account_id, id, {
    kind: "refund_failed",
    data: { dollars: inDollars(row.cents * MICROS_PER_CENT).replace("$", "") },
  });
}
