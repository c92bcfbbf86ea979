/** Buyers ask for a charge back: the developer answers first, then an administrator decides. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY } from "@/tests/year/model/calendar";
import { admit, requireAllowed } from "@/tests/year/model/callers";
import { type Market, notify, type Purchase, type Ref, the } from "@/tests/year/model/market";
import type { RefundRequest } from "@/tests/year/model/objects";
import { refund } from "@/tests/year/model/refunds";

const REQUEST_DAYS = 14;
const ANSWER_DAYS = 3;

/** A purchase of the caller's, which the caller's key may use. */
function ownPurchase(market: Market, by: Ref, ref: Ref, now: number): Purchase {
  const caller = admit(market, by, { scope: "purchase", permission: "pay" }, now);
  const purchase = market.purchases.get(ref);
  if (!purchase || purchase.buyer !== caller.account.ref) return refuse("not_found");
  requireAllowed(caller, purchase.skill);
  return purchase;
}

/** Asks for the newest charge back, within 14 days of it and once for each charge. The renewal stops. */
export function requestRefund(market: Market, op: { by: Ref; purchase: Ref; as: Ref }, { at, endAt }: Moment): Body {
  const purchase = ownPurchase(market, op.by, op.purchase, at);
  if (purchase.refundedAt !== null) refuse("already_refunded");
  const charge = purchase.charges.get(purchase.term);
  if (!charge) return refuse("nothing_to_refund");
  if (at - charge.chargedAt >= REQUEST_DAYS * DAY) refuse("refund_period_over");
  const all = [...market.requests.values()];
  if (all.some((each) => each.purchase === purchase.ref && each.term === purchase.term)) refuse("already_requested");
  market.requests.set(op.as, {
    ref: op.as,
    purchase: purchase.ref,
    term: purchase.term,
    state: "open",
    dueAt: endAt + ANSWER_DAYS * DAY,
    answeredAt: null,
  });
  purchase.autoRenew = false;
  notify(market, purchase.seller, "refund_requested", op.as);
  return { state: "open", amount: purchase.price };
}

/** The developer accepts, which gives the whole charge back at once, or declines. */
export function answerRefund(market: Market, op: { by: Ref; request: Ref; accepts: boolean }, moment: Moment): Body {
  const { account } = admit(market, op.by, { scope: "publish" }, moment.at);
  const request = market.requests.get(op.request);
  const purchase = request && the(market.purchases, request.purchase);
  if (!request || !purchase || purchase.seller !== account.ref) return refuse("not_found");
  if (request.state !== "open") refuse("already_decided");
  if (op.accepts) {
    if (refund(market, purchase, "full", moment) === null) refuse("nothing_to_refund");
    return { state: "refunded", refunded: purchase.refunded };
  }
  request.state = "declined";
  request.answeredAt = moment.endAt;
  notify(market, purchase.buyer, "refund_declined", request.ref);
  return { state: "declined", refunded: 0n };
}

/** A declined buyer asks an administrator, within 14 days of the answer. */
export function escalateRefund(market: Market, op: { by: Ref; purchase: Ref }, { at }: Moment): Body {
  const purchase = ownPurchase(market, op.by, op.purchase, at);
  const requests = [...market.requests.values()].filter((each) => each.purchase === purchase.ref);
  const newest = requests.sort((a, b) => b.term - a.term)[0];
  if (!newest) return refuse("not_found");
  if (newest.state === "open" || newest.state === "escalated") refuse("already_requested");
  if (newest.state !== "declined") refuse("already_decided");
  if (at - (newest.answeredAt ?? 0) >= REQUEST_DAYS * DAY) refuse("refund_period_over");
  handOver(market, newest);
  return { state: "escalated" };
}

/** Puts a request before the administrators. */
function handOver(market: Market, request: RefundRequest): void {
  request.state = "escalated";
  for (const { ref, isAdmin, suspendedAt } of market.accounts.values())
    if (isAdmin && suspendedAt === null) notify(market, ref, "refund_escalated", request.ref);
}

/** Requests that no developer has answered in 3 days go to the administrators. */
export function escalateDue(market: Market, _op: object, { at }: Moment): Body {
  for (const request of market.requests.values())
    if (request.state === "open" && request.dueAt <= at) handOver(market, request);
  return {};
}

/** An administrator's decision, which is final: the whole charge, its unused part, or nothing. */
export function decideRefund(
  market: Market,
  op: { by: Ref; request: Ref; decision: "refund" | "refund_unused" | "reject" },
  moment: Moment,
): Body {
  admit(market, op.by, { scope: "admin", isOfAdministrators: true }, moment.at);
  const request = market.requests.get(op.request);
  if (!request) return refuse("not_found");
  if (request.state !== "escalated") refuse("already_decided");
  const purchase = the(market.purchases, request.purchase);
  if (op.decision === "reject") {
    request.state = "rejected";
    notify(market, purchase.buyer, "refund_rejected", request.ref);
    return { state: "rejected", refunded: 0n };
  }
  const given = refund(market, purchase, op.decision === "refund" ? "full" : "unused", moment);
  if (given === null) return refuse("nothing_to_refund");
  notify(market, purchase.seller, "refund_taken", request.ref);
  return { state: "refunded", refunded: given };
}
