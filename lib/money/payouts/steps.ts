/**
 * What the steps of a payout at the processor share. Invariant: each call carries an idempotency key of its payout, so that nothing
 * is done twice; after a clear refusal the key changes.
 */
import Stripe from "stripe";
import { prisma } from "@/lib/platform/core/db";
import { MICROS_PER_CENT } from "@/lib/platform/core/money";

const REQUEST_TIMEOUT_MS = 10_000;
/** The library's own retries would outlast the lease; the job is the retry. */
export const ONCE = { maxNetworkRetries: 0, timeout: REQUEST_TIMEOUT_MS };

export type Row = {
  id: string;
  destination: string;
  amount_micros: string;
  state: "pending" | "in_transit" | "paid" | "returning" | "failed";
  transfer_id: string | null;
  bank_payout_id: string | null;
  attempts: number;
  refusals: number;
  bank_amount: string | null;
  bank_currency: string | null;
  created_at: Date;
};

export const COLUMNS = `id, destination, amount_micros, state, transfer_id, bank_payout_id, attempts, refusals, created_at,
  bank_amount, bank_currency`;

export const centsOf = (row: Row) => Number(BigInt(row.amount_micros) / MICROS_PER_CENT);

/** Whether the processor has refused for good; any other failure may still have an effect. */
export function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof Stripe.errors.StripeError &&
    !(error instanceof Stripe.errors.StripeIdempotencyError) &&
    [400, 402, 403, 404].includes(error.statusCode ?? 0)
  );
}

/**
 * Asks the processor for a step that it takes once under a key. It repeats its answers under a key: after a clear refusal,
 * which has done nothing, the next attempt has another one.
 */
export async function takeStep<T>(row: Row, step: string, work: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = `${row.id}:${step}`;
  try {
    return await work(row.refusals === 0 ? key : `${key}:${row.refusals}`);
  } catch (error) {
    if (isRefusal(error))
      await prisma().payout.updateMany({
        where: { id: row.id, refusals: row.refusals, bankPayoutId: row.bank_payout_id },
        data: {
          refusals: { increment: 1 },
          // The next attempt computes it again: the balance may have changed.
          ...(row.bank_payout_id === null && { bankAmount: null, bankCurrency: null }),
        },
      });
    throw error;
  }
}
