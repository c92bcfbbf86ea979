/** Credits for money. They arrive by the processor's signed event alone, once a payment, however often or late it is sent. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { issueReceipt } from "@/tests/year/model/billing";
import { admit } from "@/tests/year/model/callers";
import { least, receive, takeBack } from "@/tests/year/model/credits";
import {
  emit,
  type Late,
  type Market,
  notify,
  notifyAdministrators,
  type Order,
  type PayAction,
  type Ref,
  the,
} from "@/tests/year/model/market";

const MICROS_PER_CENT = 10_000n;
const [LEAST_CENTS, MOST_CENTS] = [500, 1_000_000];

/** Starts a checkout: 5 to 10,000 dollars in whole cents. Nothing is credited by it. */
export function topUp(market: Market, op: { by: Ref; as: Ref; cents: number }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "purchase", permission: "pay" }, at);
  if (op.cents < LEAST_CENTS || op.cents > MOST_CENTS) refuse("invalid_request");
  const cents = BigInt(op.cents);
  market.orders.set(op.as, {
    ref: op.as,
    account: account.ref,
    cents,
    state: "open",
    refundedCents: 0n,
    disputedCents: 0n,
    dispute: null,
    reversed: 0n,
  });
  return { credits: cents * MICROS_PER_CENT, amount: cents * MICROS_PER_CENT, currency: "usd" };
}

/** What the processor says of a payment, in its events. Each is applied once; a later copy changes nothing. */
type News = "paid" | "expired" | { refundedCents: number } | { disputedCents: number };

/** Applies news of a payment. What is refunded or disputed leaves the wallet, and what it can't give becomes debt. */
function hear(market: Market, order: Order, news: News, now: number): void {
  if (news === "paid" && order.state === "open") {
    order.state = "paid";
    receive(the(market.accounts, order.account), order.cents * MICROS_PER_CENT);
    issueReceipt(the(market.accounts, order.account));
    notify(market, order.account, "receipt", order.ref);
    emit(market, order.account, "topup.completed", now);
  }
  if (news === "expired" && order.state === "open") order.state = "expired";
  if (typeof news === "object" && "refundedCents" in news) order.refundedCents = BigInt(news.refundedCents);
  if (typeof news === "object" && "disputedCents" in news) order.disputedCents = BigInt(news.disputedCents);
  settle(market, order);
}

/** Moves the difference to what refunds and disputes of a paid order amount to now, at most the whole of it. */
function settle(market: Market, order: Order): void {
  if (order.state !== "paid") return;
  const returned = least(order.refundedCents + order.disputedCents, order.cents);
  const target = returned * MICROS_PER_CENT;
  const account = the(market.accounts, order.account);
  if (target > order.reversed) takeBack(account, target - order.reversed);
  else receive(account, order.reversed - target);
  order.reversed = target;
}

/** Something happens at the processor. Its events arrive at once, with all that are late, or they are late themselves. */
export function pay(
  market: Market,
  { order, action, cents, isLate }: Late & { isLate: boolean },
  moment: Moment,
): Body {
  the(market.orders, order);
  market.late.push({ order, action, cents, happenedAt: moment.at });
  return isLate ? {} : deliver(market, {}, moment);
}

/** The events that were late arrive, or the product asks the processor for those that got lost. */
export function deliver(market: Market, _op: object, { at }: Moment): Body {
  for (const late of market.late.splice(0)) happen(market, late, at);
  return {};
}

function happen(market: Market, { order: ref, action, cents: asked }: Late, now: number): void {
  const order = the(market.orders, ref);
  if (action === "pay") hear(market, order, "paid", now);
  if (action === "expire") hear(market, order, "expired", now);
  if (order.state !== "paid") return;
  if (action === "refund") {
    const left = order.cents - order.refundedCents;
    const cents = asked === null ? left : BigInt(asked);
    if (cents > 0n && cents <= left) hear(market, order, { refundedCents: Number(order.refundedCents + cents) }, now);
  } else moveDispute(market, order, action, now);
}

/** A dispute takes what is left of the payment, until it is won: also after it was lost and appealed. */
function moveDispute(market: Market, order: Order, action: PayAction, now: number): void {
  const isUndecided = order.dispute === "open" || order.dispute === "appealed";
  if (action === "dispute" && order.dispute === null) {
    order.dispute = "open";
    hear(market, order, { disputedCents: Number(order.cents - order.refundedCents) }, now);
    notifyAdministrators(market, "dispute_opened", order.ref);
  } else if (action === "dispute_lost" && isUndecided) order.dispute = "lost";
  else if (action === "dispute_appealed" && order.dispute === "lost") order.dispute = "appealed";
  else if (action === "dispute_won" && isUndecided) {
    order.dispute = "won";
    hear(market, order, { disputedCents: 0 }, now);
  }
}
