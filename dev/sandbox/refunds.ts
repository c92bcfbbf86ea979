import { Refusal } from "@/dev/sandbox/refusal";
import {
  type Books,
  type Charge,
  type Metadata,
  newBalanceTransaction,
  newRefund,
  type Refund,
} from "@/dev/sandbox/store";

type Emit = (type: string, object: object) => object;
type Desk = { books: Books; emit: Emit };

/** Refunds a part of a charge, as somebody asks by the API. Throws Refusal, as Stripe does, when there is not as much left. */
export function refundOnRequest(desk: Desk, paymentIntent: string | null, cents: number, metadata: Metadata): Refund {
  const charge = desk.books.charges.find((known) => known.payment_intent === paymentIntent);
  if (!charge) throw new Refusal("resource_missing", `No such payment_intent: '${paymentIntent}'`, 404);
  if (charge.disputed)
    throw new Refusal("charge_disputed", "This charge has been charged back; cannot issue a refund.");
  if (!refund(desk, charge, cents, metadata))
    throw new Refusal(
      "amount_too_large",
      `Refund amount (${cents}) is greater than unrefunded amount on charge (${charge.amount - charge.amount_refunded})`,
    );
  return desk.books.refunds.at(-1) as Refund;
}

/** Refunds a part of a charge, and emits Stripe's events. Returns whether there was as much left. */
export function refund({ books, emit }: Desk, charge: Charge, cents: number, metadata: Metadata = {}): boolean {
  if (cents <= 0 || charge.amount_refunded + cents > charge.amount) return false;
  const made = { ...newRefund(charge, cents), metadata };
  books.refunds.push(made);
  setRefunded(charge, charge.amount_refunded + cents);
  emit("refund.created", made);
  emit("charge.refunded", charge);
  return true;
}

/** Lets the newest refund of a charge fail at the bank: the charge counts it no longer. Returns whether there was one. */
export function failRefund({ books, emit }: Desk, charge: Charge): boolean {
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
