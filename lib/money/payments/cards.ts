/**
 * Automatic top-ups: thresholds, limits and the saved card.
 * Invariants: a card's number never reaches us; nothing is bought automatically unless card, amount, threshold and monthly
 * limit are all set; a card belongs to the account whose customer the processor attached it to; the card saved last is stored,
 * and the previous one is detached after that.
 */

import { isDeepStrictEqual } from "node:util";
import type Stripe from "stripe";
import * as sessions from "@/lib/identity/accounts/sessions";
import { missingFor } from "@/lib/money/payments/automatic-tax";
import * as detachments from "@/lib/money/payments/card-detachments";
import type { CreditSettings, CreditSettingsInput } from "@/lib/money/payments/card-schemas";
import { atProcessor, isLive, isRefused } from "@/lib/money/payments/processor";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { lockRows, lockWallet } from "@/lib/platform/core/locks";
import { MICROS_PER_CENT, priceToMicros, toCredits } from "@/lib/platform/core/money";

const CENTS = 100;

type SettingsRow = {
  posted_micros: string;
  notice_below_micros: string | null;
  confirm_above_micros: string;
  ask_above_micros: string | null;
  enabled: boolean | null;
  threshold_micros: string | null;
  amount_cents: string | null;
  monthly_limit_cents: string | null;
  paused_reason: string | null;
  payment_method_id: string | null;
  card_brand: string | null;
  card_last4: string | null;
  spent_cents: string;
};

/** SQL: what an account has bought automatically since the calendar month began in UTC, in cents; `$1` is the account. */
export const SPENT_THIS_MONTH = `(SELECT coalesce(sum(amount_cents), 0) FROM topup_order
  WHERE account_id = $1 AND automatic
  AND state NOT IN ('failed', 'expired')
    AND created_at >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;

async function read(accountId: string, db?: Queryable): Promise<SettingsRow> {
  const [row] = await query<SettingsRow>(
    "cards.settings",
    `SELECT w.posted_micros, w.notice_below_micros, w.confirm_above_micros, w.ask_above_micros, a.enabled,
       a.threshold_micros, a.amount_cents, a.monthly_limit_cents, a.paused_reason, a.payment_method_id, a.card_brand, a.card_last4,
       ${SPENT_THIS_MONTH} AS spent_cents
       FROM wallet w LEFT JOIN auto_topup a ON a.account_id = w.account_id WHERE w.account_id = $1`,
    [accountId],
    db,
  );
  if (!row) throw new Error("the account has no wallet");
  return row;
}

const creditsOf = (micros: string | null) => (micros === null ? null : toCredits(BigInt(micros)));
const dollarsOf = (cents: string | null) => (cents === null ? null : Number(cents) / CENTS);

function toView(row: SettingsRow): CreditSettings {
  return {
    low_balance_threshold: creditsOf(row.notice_below_micros),
    confirm_above: toCredits(BigInt(row.confirm_above_micros)),
    ask_above: creditsOf(row.ask_above_micros),
    auto_topup: {
      enabled: row.enabled ?? false,
      threshold: creditsOf(row.threshold_micros),
      amount: dollarsOf(row.amount_cents),
      monthly_limit: dollarsOf(row.monthly_limit_cents),
      spent_this_month: Number(row.spent_cents) / CENTS,
      paused_reason: row.paused_reason,
    },
    card: row.payment_method_id ? { brand: row.card_brand ?? "card", last4: row.card_last4 ?? "" } : null,
  };
}

/** The caller's thresholds, automatic top-up and saved card. */
export async function settings({ accountId }: Pick<Caller, "accountId">): Promise<CreditSettings> {
  return toView(await read(accountId));
}

/** Above how many credits the pages ask the caller before a charge. */
export async function confirmAbove({ accountId }: Pick<Caller, "accountId">): Promise<number> {
  const { confirmAboveMicros } = await prisma().wallet.findUniqueOrThrow({
    where: { accountId },
    select: { confirmAboveMicros: true },
  });
  return toCredits(confirmAboveMicros);
}

/** Changes thresholds and the automatic top-up; what is left out stays as it is. */
export async function update(caller: Caller, input: CreditSettingsInput): Promise<CreditSettings> {
  const { accountId } = caller;
  // A key that leaked must not be able to spend more of a saved card than its owner allowed.
  if (input.auto_topup && !isDeepStrictEqual(input.auto_topup, { enabled: false })) sessions.requireSession(caller);
  if (input.ask_above !== undefined) sessions.requireSession(caller);
  return transaction(async (db) => {
    await lockWallet(db, accountId);
    if (input.low_balance_threshold !== undefined)
      await prisma(db).wallet.update({
        where: { accountId },
        data: { noticeBelowMicros: nullOr(priceToMicros, input.low_balance_threshold) },
      });
    if (input.confirm_above !== undefined)
      await prisma(db).wallet.update({
        where: { accountId },
        data: { confirmAboveMicros: priceToMicros(input.confirm_above) },
      });
    if (input.ask_above !== undefined)
      await prisma(db).wallet.update({
        where: { accountId },
        data: { askAboveMicros: nullOr(priceToMicros, input.ask_above) },
      });
    if (input.auto_topup) await setAutomatic(db, accountId, input.auto_topup);
    return toView(await read(accountId, db));
  });
}

const nullOr = <A, B>(map: (value: A) => B, value: A | null): B | null => (value === null ? null : map(value));

async function setAutomatic(
  db: Queryable,
  accountId: string,
  wanted: NonNullable<CreditSettingsInput["auto_topup"]>,
): Promise<void> {
  const before = await read(accountId, db);
  const centsOf = (amount: number | undefined, current: string | null) =>
    amount === undefined ? nullOr(BigInt, current) : priceToMicros(amount) / MICROS_PER_CENT;
  const amount = centsOf(wanted.amount, before.amount_cents);
  const limit = centsOf(wanted.monthly_limit, before.monthly_limit_cents);
  const threshold =
    wanted.threshold === undefined ? nullOr(BigInt, before.threshold_micros) : priceToMicros(wanted.threshold);
  requireComplete(wanted.enabled, before, { threshold, amount, monthly_limit: limit });
  const missing = wanted.enabled ? await missingFor(accountId, db) : null;
  if (missing) throw invalid([{ param: "auto_topup.enabled", message: missing }]);
  if (amount && limit && limit < amount)
    throw invalid([{ param: "auto_topup.monthly_limit", message: "must be at least the amount of one top-up" }]);
  // Not an upsert: the row that it would insert has no card, which a check constraint refuses even when the row exists.
  await prisma(db).autoTopup.createMany({ data: { accountId }, skipDuplicates: true });
  await prisma(db).autoTopup.update({
    where: { accountId },
    data: {
      enabled: wanted.enabled,
      thresholdMicros: threshold,
      amountCents: amount,
      monthlyLimitCents: limit,
      limitedUntil: null,
      ...(wanted.enabled && { pausedReason: null }),
      updatedAt: new Date(),
    },
  });
  const topupBelowMicros = wanted.enabled ? threshold : null;
  // The trigger raises the flag only when the balance moves, and this balance may be low already.
  const topupDue = topupBelowMicros !== null && BigInt(before.posted_micros) < topupBelowMicros;
  await prisma(db).wallet.update({ where: { accountId }, data: { topupBelowMicros, topupDue } });
}

function requireComplete(isWanted: boolean, { payment_method_id }: SettingsRow, said: Record<string, unknown>): void {
  if (!isWanted) return;
  if (!payment_method_id)
    throw new AppError("card_required", "Save a card first: POST /v1/credits/card returns the page to do so.", {
      param: "auto_topup.enabled",
      details: { card_url: `${env().PUBLIC_URL}/wallet` },
    });
  const [first, ...more] = Object.keys(said)
    .filter((name) => said[name] === null)
    .map((name) => ({ param: `auto_topup.${name}`, message: "is needed to turn it on" }));
  if (first) throw invalid([first, ...more]);
}

/** Removes the saved card, at the processor first, and turns automatic top-ups off. */
export async function remove({ accountId }: Pick<Caller, "accountId">): Promise<CreditSettings> {
  const { payment_method_id: card } = await read(accountId);
  if (card)
    await atProcessor((stripe) => stripe.paymentMethods.detach(card)).catch((error: unknown) => {
      if (!isRefused(error)) throw error;
    });
  return transaction(async (db) => {
    if (card) await forget(db, accountId, card);
    return toView(await read(accountId, db));
  });
}

async function forget(db: Queryable, accountId: string, card: string): Promise<void> {
  await lockWallet(db, accountId);
  const { count } = await prisma(db).autoTopup.updateMany({
    where: { accountId, paymentMethodId: card },
    data: { enabled: false, paymentMethodId: null, cardBrand: null, cardLast4: null, updatedAt: new Date() },
  });
  if (count > 0) await stopWatching(db, accountId);
}

async function stopWatching(db: Queryable, accountId: string): Promise<void> {
  await prisma(db).wallet.update({ where: { accountId }, data: { topupBelowMicros: null } });
}

/** Turns automatic top-ups off and stores the reason. Returns whether they were on. The caller holds the wallet's lock. */
export async function pause(db: Queryable, accountId: string, reason: string): Promise<boolean> {
  const { count } = await prisma(db).autoTopup.updateMany({
    where: { accountId, enabled: true },
    data: { enabled: false, pausedReason: reason, updatedAt: new Date() },
  });
  if (count > 0) await stopWatching(db, accountId);
  return count > 0;
}

type CardEvent = Stripe.PaymentMethodAttachedEvent | Stripe.PaymentMethodDetachedEvent;

/** Whether an event is about a card of the marketplace's own account at the processor. */
export function isAboutCard(event: Stripe.Event): event is CardEvent {
  const isAbout = event.type === "payment_method.attached" || event.type === "payment_method.detached";
  return isAbout && !event.account;
}

/** Applies an event about a saved card. Returns why it was refused, or null. */
export async function applyEvent(db: Queryable, event: CardEvent): Promise<string | null> {
  if (event.livemode !== isLive()) return "test and live cards are mixed";
  const { id, card, customer, created } = event.data.object;
  if (event.type === "payment_method.detached") {
    const owner = await prisma(db).autoTopup.findFirst({ where: { paymentMethodId: id } });
    if (owner) await forget(db, owner.accountId, id);
    return null;
  }
  const customerId = typeof customer === "string" ? customer : customer?.id;
  if (!customerId) return null;
  await lockRows(db, "auto_topup", "customer_id", customerId);
  const owner = await prisma(db).autoTopup.findFirst({ where: { customerId } });
  if (!owner || owner.paymentMethodId === id) return null;
  const { accountId, paymentMethodId } = owner;
  const cardSavedAt = new Date(created * 1000);
  if (paymentMethodId !== null && owner.cardSavedAt && owner.cardSavedAt > cardSavedAt) {
    // Events arrive out of order: this card is older than the stored one.
    await detachments.ask(db, accountId, id);
    return null;
  }
  await prisma(db).autoTopup.update({
    where: { accountId },
    data: {
      paymentMethodId: id,
      cardBrand: card?.brand ?? "card",
      cardLast4: card?.last4 ?? "",
      cardSavedAt,
      updatedAt: new Date(),
    },
  });
  if (paymentMethodId !== null) await detachments.ask(db, accountId, paymentMethodId);
  return null;
}
