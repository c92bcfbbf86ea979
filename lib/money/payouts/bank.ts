/**
 * Payouts from a developer's account at the processor to their bank, in the currency of that account. Invariant: what the bank
 * is sent is stored before it is asked for, so that a repeated attempt asks for the same.
 */

import { stripe } from "@/lib/money/payments/processor";
import { payableOf } from "@/lib/money/payouts/currencies";
import { centsOf, ONCE, type Row, takeStep } from "@/lib/money/payouts/steps";
import { prisma } from "@/lib/platform/core/db";

/** The transfers' currency; an account that holds it is paid exactly what was transferred. */
const TRANSFER_CURRENCY = "usd";

/** The money has not settled in the developer's account yet. */
export class FundsPending extends Error {
  override readonly name = "FundsPending";
}

/** The payout to the bank: the one that an earlier attempt may have made, else a new one. Throws FundsPending and Stripe's errors. */
export async function payBank(row: Row): Promise<string> {
  const at = { ...ONCE, stripeAccount: row.destination };
  if (row.attempts > 1) {
    const created = { gte: Math.floor(row.created_at.getTime() / 1000) - 1 };
    const { data } = await stripe().payouts.list({ created, limit: 100 }, at);
    const found = data.find(({ metadata }) => metadata?.payout_id === row.id);
    if (found) return found.id;
  }
  const { amount, currency } = await sumOf(row);
  const payout = await takeStep(row, "bank", (idempotencyKey) =>
    stripe().payouts.create({ amount, currency, metadata: { payout_id: row.id } }, { ...at, idempotencyKey }),
  );
  return payout.id;
}

type Sum = { amount: number; currency: string };

/** What the bank is sent, in the smallest unit of the account's default currency. */
async function sumOf(row: Row): Promise<Sum> {
  if (row.bank_amount !== null && row.bank_currency !== null)
    return { amount: Number(row.bank_amount), currency: row.bank_currency };
  const { default_currency } = await stripe().accounts.retrieve(row.destination, {}, ONCE);
  const currency = default_currency ?? TRANSFER_CURRENCY;
  const amount = currency === TRANSFER_CURRENCY ? centsOf(row) : await balanceOf(row, currency);
  await prisma().payout.updateMany({
    where: { id: row.id, bankPayoutId: null },
    data: { bankAmount: BigInt(amount), bankCurrency: currency },
  });
  return { amount, currency };
}

/**
 * All that an account holds in a currency, once nothing of it is pending or to be taken back: only the processor knows the
 * rate of a transfer.
 */
async function balanceOf({ id, destination: stripeAccount }: Row, currency: string): Promise<number> {
  const returning = await prisma().payout.count({
    where: { destination: stripeAccount, state: "returning", id: { not: id } },
  });
  if (returning > 0) throw new FundsPending("an earlier payout has not been taken back yet");
  const { available, pending } = await stripe().balance.retrieve({}, { ...ONCE, stripeAccount });
  const sum = (funds: Sum[]) =>
    funds.reduce((total, each) => total + (each.currency === currency ? each.amount : 0), 0);
  const amount = payableOf(sum(available), currency);
  if (sum(pending) > 0 || amount <= 0)
    throw new FundsPending(`the transfer has not settled in the developer's account (${currency})`);
  return amount;
}
