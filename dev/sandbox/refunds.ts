import { type Books, type Charge, newBalanceTransaction, newRefund, type Refund } from "@/dev/sandbox/store";

type Emit = (type: string, object: object) => object;

/** Refunds a part of a charge, and emits Stripe's events. Returns whether there was as much left. */
export function refund({ books, emit }: { books: Books; emit: Emit }, charge: Charge, cents: number): boolean {
  if (cents <= 0 || charge.amount_refunded + cents > charge.amount) return false;
  const made = newRefund(charge, cents);
  books.refunds.push(made);
  setRefunded(charge, charge.amount_refunded + cents);
  emit("refund.created", made);
  emit("charge.refunded", charge);
  return true;
}

/** Lets the newest refund of a charge fail at the bank: the charge counts it no longer. Returns whether there was one. */
export function failRefund({ books, emit }: { books: Books; emit: Emit }, charge: Charge): boolean {
  const failed = refundOf(books, charge);
  if (!failed) return false;
  const back = newBalanceTransaction(failed, failed.amount);
  Object.assign(failed, {
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: back.id,
  });
  setRefunded(charge, charge.amount_refunded - failed.amount);
  emit("refund.updated", failed);
  emit("charge.refund.updated", failed);
  emit("refund.failed", failed);
  return true;
}

/** The newest refund of a charge that has not failed. */
export function refundOf({ refunds }: Books, charge: Charge): Refund | undefined {
  return refunds.findLast((known) => known.charge === charge.id && known.status === "succeeded");
}

function setRefunded(charge: Charge, cents: number): void {
  charge.amount_refunded = cents;
  charge.refunded = cents === charge.amount;
}
