/** Credits for money. They arrive by the processor's signed event alone, once a payment, however often or late it is sent. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { issueReceipt } from "@/tests/year/model/billing";
import { admit } from "@/tests/year/model/callers";
import { least, receive, takeBack } from "@/tests/year/model/credits";
import { emit, type Market, notify, notifyAdministrators, type Ref, the } from "@/tests/year/model/market";
import { type Late, type Order, type PayAction, refundedThere } from "@/tests/year/model/orders";

export const MICROS_PER_CENT = 10_000n;
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
    there: "open",
    paidAt: null,
    given: 0n,
    refundedCents: 0n,
    disputedCents: 0n,
    dispute: null,
    reversed: 0n,
    asked: [],
    refunds: [],
    isDisputed: false,
  });
  return { credits: cents * MICROS_PER_CENT, amount: cents * MICROS_PER_CENT, currency: "usd" };
}

/** Applies that a payment has arrived. */
function credit(market: Market, order: Order, { at }: Moment, place: number): void {
  const account = the(market.accounts, order.account);
  // Those that arrive together are told apart.
  Object.assign(order, { state: "paid", paidAt: at + place / 1_000, given: account.balance });
  receive(account, order.cents * MICROS_PER_CENT);
  issueReceipt(account);
  notify(market, order.account, "receipt", order.ref);
  emit(market, order.account, "topup.completed", at);
}

/**
 * Moves the difference to what refunds and disputes of a paid order amount to now, at most the whole of it. What the wallet can't give
 * becomes debt, and debt is repaid first by what comes back.
 */
export function settle(market: Market, order: Order): void {
  if (order.state !== "paid") return;
  const returned = least(order.refundedCents + order.disputedCents, order.cents);
  const target = returned * MICROS_PER_CENT;
  const account = the(market.accounts, order.account);
  if (target > order.reversed) takeBack(account, target - order.reversed);
  else receive(account, order.reversed - target);
  order.reversed = target;
}

export type Paying = Pick<Late, "order" | "action"> & { cents: number | null; isLate: boolean; heard?: Ref[] };

/** Something happens at the processor. Its events arrive at once, with all that are late, or they are late themselves. */
export function pay(market: Market, { order: ref, action, cents, isLate, heard }: Paying, moment: Moment): Body {
  const order = the(market.orders, ref);
  const news = happen(order, action, { asked: cents, at: moment.at });
  if (news !== null) market.late.push({ order: ref, action, listedAt: moment.at, ...news });
  return isLate ? {} : deliver(market, { heard }, moment);
}

/**
 * The events that were late arrive, or the product asks the processor for those that got lost. Their order among the payments is free:
 * `heard` is the order in which the product was seen to apply them.
 */
export function deliver(market: Market, { heard = [] }: { heard?: Ref[] | undefined }, moment: Moment): Body {
  const placeOf = ({ order }: Late) => heard.lastIndexOf(order);
  const all = market.late.splice(0).toSorted((a, b) => placeOf(a) - placeOf(b));
  all.forEach(({ order, action, news }, place) => {
    hear(market, the(market.orders, order), { action, news, place }, moment);
  });
  return {};
}

/** What happens at the processor, whoever has heard of it: what its events say of it, or null where it is not possible. */
function happen(
  order: Order,
  action: PayAction,
  { asked, at }: { asked: number | null; at: number },
): (Pick<Late, "news"> & Partial<Late>) | null {
  if (action === "pay" || action === "expire") {
    if (order.there !== "open" || order.state !== "open") return null;
    order.there = action === "pay" ? "paid" : "expired";
    return { news: {} };
  }
  if (order.there !== "paid") return null;
  const left = order.cents - refundedThere(order);
  if (action === "refund") {
    const cents = asked === null ? left : BigInt(asked);
    if (cents <= 0n || cents > left) return null;
    order.refunds.push({ cents, asked: null, isFailed: false, madeAt: at });
    return { news: { cents } };
  }
  if (action === "refund_fails") {
    const failed = order.refunds.findLast(({ isFailed }) => !isFailed);
    if (!failed) return null;
    failed.isFailed = true;
    return { news: { cents: failed.cents, asked: failed.asked }, listedAt: failed.madeAt };
  }
  if (action === "dispute") {
    if (order.isDisputed) return null;
    order.isDisputed = true;
  }
  return { news: { cents: left } };
}

/** Applies what events say. What is refunded or disputed leaves the wallet, and what a bank sends back returns to it. */
function hear(market: Market, order: Order, { action, news, place }: Heard, moment: Moment): void {
  if (action === "pay" && order.state === "open") credit(market, order, moment, place);
  else if (action === "expire" && order.state === "open") order.state = "expired";
  else if (action === "refund") order.refundedCents += news.cents ?? 0n;
  else if (action === "refund_fails") {
    order.refundedCents -= news.cents ?? 0n;
    const asked = order.asked[news.asked ?? -1];
    if (asked) asked.state = "failed";
    const subject = `${order.ref} ${order.refunds.length} ${order.refunds.filter(({ isFailed }) => isFailed).length}`;
    notify(market, order.account, "refund_failed", subject);
    notifyAdministrators(market, "buyer_refund_failed", subject);
  } else moveDispute(market, order, action, news.cents ?? 0n);
  settle(market, order);
}

type Heard = Pick<Late, "action" | "news"> & { place: number };

/** A dispute takes what was left of the payment when it began, until it is won: also after it was lost and appealed. */
function moveDispute(market: Market, order: Order, action: PayAction, cents: bigint): void {
  const isUndecided = order.dispute === "open" || order.dispute === "appealed";
  if (action === "dispute" && order.dispute === null) {
    order.dispute = "open";
    order.disputedCents = cents;
    notifyAdministrators(market, "dispute_opened", order.ref);
  } else if (action === "dispute_lost" && isUndecided) order.dispute = "lost";
  else if (action === "dispute_appealed" && order.dispute === "lost") order.dispute = "appealed";
  else if (action === "dispute_won" && isUndecided) {
    order.dispute = "won";
    order.disputedCents = 0n;
  }
}
