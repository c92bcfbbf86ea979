/**
 * Attempts at automatic payments. Invariants: one worker at a time tries an order; an attempt whose answer was lost is
 * asked for again under the same idempotency key, and only clear failures are followed by another one; what the processor
 * refuses because of the card turns automatic top-ups off, what it refuses because of the marketplace waits.
 */

import { missingFor, refusalOfTax, type Tax, taxOf } from "@/lib/money/payments/automatic-tax";
import * as cards from "@/lib/money/payments/cards";
import { atProcessor, isMissing, isRefused, refusalOf } from "@/lib/money/payments/processor";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { dollars } from "@/lib/platform/core/dollars";
import { lockWallet } from "@/lib/platform/core/locks";
import { log } from "@/lib/platform/core/log";
import { creditsForCents, formatCredits } from "@/lib/platform/core/money";
import { createSlots } from "@/lib/platform/jobs/slots";
import { notify } from "@/lib/platform/notifications/service";

const AT_ONCE = 10;
/** How long an attempt has an order for itself, and the longest pause between two. */
const LEASE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 60 * 60;
/** After this long an order is given up: the processor remembers its idempotency key for a day only. */
const GIVE_UP_HOURS = 20;

type Order = { id: string; account_id: string; amount_cents: string };
type Claimed = Order & { attempts: number; refusals: number; is_hopeless: boolean; is_suspended: boolean };
type Card = { customerId: string; paymentMethodId: string };

const runSlots = createSlots<Claimed>({
  job: "top-up",
  slots: AT_ONCE,
  idOf: ({ account_id }) => account_id,
});

/** Tries every payment whose time has come. Safe to run twice concurrently. Returns how many were tried. */
export const chargeDue = (): Promise<number> => runSlots({ claim, work: turn });

/** Claims the orders that have waited longest, each for a lease that doubles with every attempt. */
async function claim(free: number): Promise<Claimed[]> {
  return query<Claimed>(
    "attempts.claim",
    `UPDATE topup_order o SET attempts = o.attempts + 1,
        next_try_at = now() + backoff(${LEASE_SECONDS}, o.attempts, ${MAX_PAUSE_SECONDS})
      WHERE o.id IN (
        SELECT id FROM topup_order WHERE automatic AND state = 'created'
         AND next_try_at <= now() + interval '1 millisecond'
         ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING o.id, o.account_id, o.amount_cents, o.attempts, o.refusals,
        o.created_at < now() - interval '${GIVE_UP_HOURS} hours' AS is_hopeless,
        EXISTS (SELECT 1 FROM account a WHERE a.id = o.account_id AND a.suspended_at IS NOT NULL) AS is_suspended`,
    [free],
  );
}

/** Handles a claimed order. Returns whether the processor was asked; after an unexpected failure the job retries it. */
async function turn(order: Claimed): Promise<boolean> {
  try {
    if (order.is_hopeless) {
      await end(order, `The payment processor took no payment for ${GIVE_UP_HOURS} hours.`);
      return false;
    }
    // Never charge a suspended account; a payment of an earlier attempt arrives by its event.
    if (order.is_suspended) return false;
    const refusal = await attempt(order).catch((error: unknown) => reasonOf(order, error));
    if (refusal !== null) await end(order, refusal);
    return true;
  } catch (error) {
    log.error({ err: error, job: "top-up", id: order.account_id }, "a top-up failed; the others continue");
    return false;
  }
}

/** One attempt. Returns why the bank refused it, or null when the money is on its way. */
async function attempt(order: Claimed): Promise<string | null> {
  const card = await cardOf(order.account_id);
  if (!card && order.attempts === 1) return "The saved card was removed.";
  if (!card) throw new Error("the saved card was removed, and the outcome of the previous attempt is unknown");
  const missing = order.attempts === 1 ? await missingFor(order.account_id) : null;
  if (missing) return `It ${missing}.`;
  const tax = await taxOf(order).catch((error: unknown) => refusalOfTax(error) ?? Promise.reject(error));
  return typeof tax === "string" ? tax : charge(order, card, tax);
}

/** Charges the card. Returns why the bank refused it, or null when the money is on its way. */
async function charge(order: Claimed, card: Card, tax: Tax | null): Promise<string | null> {
  const intent = await atProcessor((stripe) =>
    stripe.paymentIntents.create(
      {
        amount: Number(order.amount_cents) + (tax?.cents ?? 0),
        currency: "usd",
        customer: card.customerId,
        payment_method: card.paymentMethodId,
        off_session: true,
        confirm: true,
        description: `Automatic top-up of ${dollars(dollarsOf(order))}`,
        metadata: { order_id: order.id, account_id: order.account_id, ...(tax && { tax_cents: String(tax.cents) }) },
        // Reports the tax when the payment succeeds, and takes it back with a refund.
        ...(tax && { hooks: { inputs: { tax: { calculation: tax.calculation } } } }),
      },
      { idempotencyKey: order.refusals === 0 ? order.id : `${order.id}:${order.refusals}` },
    ),
  );
  const { id } = order;
  await prisma().$transaction([
    prisma().topupOrder.update({ where: { id }, data: { paymentIntentId: intent.id } }),
    prisma().topupOrder.updateMany({ where: { id, state: "created" }, data: { state: "processing" } }),
  ]);
  const isOpen = intent.status === "requires_action" || intent.status === "requires_payment_method";
  return isOpen ? "The bank wants you to confirm payments with this card yourself." : null;
}

async function cardOf(accountId: string): Promise<Card | null> {
  const row = await prisma().autoTopup.findUnique({ where: { accountId } });
  const { customerId, paymentMethodId } = row ?? {};
  return customerId && paymentMethodId ? { customerId, paymentMethodId } : null;
}

const dollarsOf = ({ amount_cents }: Pick<Order, "amount_cents">) =>
  formatCredits(creditsForCents(BigInt(amount_cents)));

/** Why an attempt that failed is the last one, or null when there is another. */
async function reasonOf(order: Claimed, error: unknown): Promise<string | null> {
  const refusal = refusalOf(error);
  if (refusal !== null) return refusal;
  log.error({ err: error, order: order.id, attempts: order.attempts }, "an automatic top-up was not taken");
  if (!isRefused(error)) return null;
  const card = await cardOf(order.account_id);
  if (card && (await isForgotten(card))) return "The saved card can no longer be used.";
  // The processor repeats what it has answered under a key. Another one is safe unless an answer was ever lost.
  const { id, attempts } = order;
  await prisma().topupOrder.updateMany({
    where: { id, state: "created", attempts, refusals: attempts - 1 },
    data: { refusals: attempts },
  });
  return null;
}

/** Whether the processor no longer knows a card as this customer's; any other refusal concerns the marketplace. */
async function isForgotten({ customerId, paymentMethodId }: Card): Promise<boolean> {
  try {
    const { customer } = await atProcessor((stripe) => stripe.paymentMethods.retrieve(paymentMethodId));
    return (typeof customer === "string" ? customer : customer?.id) !== customerId;
  } catch (error) {
    return isMissing(error);
  }
}

async function end(order: Order, reason: string): Promise<void> {
  await transaction(async (db) => {
    await lockWallet(db, order.account_id);
    await refuse(db, order, reason);
  });
}

/** Fails an order that the processor refused, turns automatic top-ups off and notifies the owner. The caller holds the wallet's lock. */
export async function refuse(db: Queryable, order: Order, reason: string): Promise<void> {
  const { count } = await prisma(db).topupOrder.updateMany({
    where: { id: order.id, state: { in: ["created", "open", "processing"] } },
    data: { state: "failed", failure: reason },
  });
  if (count === 0) return;
  await cards.pause(db, order.account_id, reason);
  await notify(db, order.account_id, order.id, {
    kind: "auto_topup_failed",
    data: { dollars: dollarsOf(order), reason },
  });
}
