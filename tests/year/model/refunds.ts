/** Refunds of purchases: the last term goes back, whole or its unused part, and the purchase ends. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { uncount } from "@/tests/year/model/budgets";
import { termEnd } from "@/tests/year/model/calendar";
import { admit } from "@/tests/year/model/callers";
import { least, moveGiven, receive } from "@/tests/year/model/credits";
import { type Market, type Micros, notify, type Purchase, type Ref, the } from "@/tests/year/model/market";
import { leftOf, usedOf } from "@/tests/year/model/plans";
import { giveBackCode, runs, tell } from "@/tests/year/model/purchases";

/** What was charged for the running term. */
const paidFor = (purchase: Purchase): Micros => (purchase.charges.has(purchase.term) ? purchase.price : 0n);

/**
 * What the unused part of a running term is worth at a moment, rounded down: its share of time, and where the term includes calls or
 * pages no more than the share of them that is left.
 */
export function unusedPart(purchase: Purchase, now: number): Micros {
  const paid = paidFor(purchase);
  if (paid === 0n || !runs(purchase, now)) return 0n;
  const start = termEnd(purchase.anchorAt, purchase.interval, purchase.term - 1);
  const left = BigInt(Math.round(purchase.endsAt - Math.max(now, start)));
  const part = least(paid, (paid * left) / BigInt(Math.round(purchase.endsAt - start)));
  const { included } = purchase;
  const count = leftOf(included, usedOf(purchase));
  return included && count !== null ? least(part, (paid * BigInt(count)) / BigInt(included.count)) : part;
}

/** What was given back of the unused part, which must be what one of both moments gives, or between. */
export function seenOfUnused(purchase: Purchase, moment: Moment): Micros {
  if (!runs(purchase, moment.at)) return 0n;
  const [most, fewest] = [unusedPart(purchase, moment.at), unusedPart(purchase, moment.endAt)];
  const seen = moment.refunded(purchase.ref) ?? most;
  if (seen > most + 1n || seen + 1n < fewest)
    throw new Error(`${seen} was given back of ${purchase.ref}, where ${fewest} to ${most} are unused`);
  return seen;
}

/**
 * Gives an amount of the last charge back, and ends the purchase. Debt is repaid first. The developer's earnings and the fee give back
 * their shares, the fee rounded down.
 */
export function giveBack(market: Market, purchase: Purchase, amount: Micros, moment: Moment): void {
  const paid = paidFor(purchase);
  const fee = purchase.charges.get(purchase.term)?.fee ?? 0n;
  const feeBack = paid === 0n ? 0n : (fee * amount) / paid;
  const buyer = the(market.accounts, purchase.buyer);
  uncount(market, purchase.counted, amount);
  moveGiven(market, buyer, receive(buyer, amount));
  the(market.accounts, purchase.seller).earnings -= amount - feeBack;
  market.fees -= feeBack;
  if (purchase.status === "active") {
    purchase.status = "cancelled";
    giveBackCode(market, purchase);
  }
  Object.assign(purchase, { refunded: amount, refundedAt: moment.at, autoRenew: false });
  purchase.endsAt = Math.min(purchase.endsAt, moment.at);
  if (amount > 0n) tell(market, purchase, "purchase.refunded", moment.at);
}

/** Refunds the last term, whole or its unused part. Returns what was given back; null when there was nothing to give. */
export function refund(
  market: Market,
  purchase: Purchase,
  kind: "full" | "unused",
  moment: Moment,
  endsAnyway = false,
): Micros | null {
  const amount = kind === "full" ? paidFor(purchase) : seenOfUnused(purchase, moment);
  if (amount === 0n && !endsAnyway) return null;
  giveBack(market, purchase, amount, moment);
  notify(market, purchase.buyer, "purchase_refunded", purchase.ref);
  for (const request of market.requests.values())
    if (request.purchase === purchase.ref && ["open", "declined", "escalated"].includes(request.state))
      request.state = "refunded";
  return amount;
}

/** An administrator gives a buyer credits back and ends the purchase. */
export function refundByAdmin(
  market: Market,
  op: { by: Ref; purchase: Ref; kind: "full" | "unused" },
  moment: Moment,
): Body {
  admit(market, op.by, { scope: "admin", isOfAdministrators: true }, moment.at);
  const purchase = market.purchases.get(op.purchase);
  if (!purchase) return refuse("not_found");
  if (purchase.refundedAt !== null) refuse("already_refunded");
  const refunded = refund(market, purchase, op.kind, moment);
  return refunded === null ? refuse("nothing_to_refund") : { refunded };
}
