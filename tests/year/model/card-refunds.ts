/** A buyer's own money back: unspent credits of card payments, to the card that paid. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY } from "@/tests/year/model/calendar";
import { type Acting, admit, signedIn } from "@/tests/year/model/callers";
import { least } from "@/tests/year/model/credits";
import { type Account, type Market, type Micros, notify, type Ref, the } from "@/tests/year/model/market";
import { type Order, refundedThere } from "@/tests/year/model/orders";
import { MICROS_PER_CENT, settle } from "@/tests/year/model/payments";

const REFUND_DAYS = 30;

type Payment = Order & { paidAt: number };
const restOf = ({ cents, reversed }: Order): Micros => cents * MICROS_PER_CENT - reversed;

/**
 * What can go back: of the payments of 30 days the lesser of what is left of them and what may be spent, less debt and what is left of
 * credits from before the oldest of them, of grants and of refunded purchases. In whole cents, and nothing while a payment is disputed.
 */
function refundable(market: Market, account: Account, now: number) {
  const own = [...market.orders.values()].filter((order) => order.account === account.ref);
  const payments = own
    .filter((order): order is Payment => order.paidAt !== null && order.paidAt > now - REFUND_DAYS * DAY)
    .sort((a, b) => b.paidAt - a.paidAt);
  const oldest = payments.at(-1);
  if (!oldest) return { most: 0n, payments, isDisputed: false };
  const isDisputed = own.some(({ dispute }) => dispute === "open" || dispute === "appealed");
  const unspent = account.balance - account.debt - oldest.given;
  const rest = payments.reduce((sum, order) => sum + restOf(order), 0n);
  const most = least(rest, unspent);
  return { most: isDisputed || most < 0n ? 0n : most - (most % MICROS_PER_CENT), payments, isDisputed };
}

/** Reads how much can go back now. */
export function readRefundable(market: Market, op: { by: Ref }, { at }: Moment): Body {
  const { most, isDisputed } = refundable(market, admit(market, op.by, {}, at).account, at);
  return { amount: most, blocked: isDisputed ? "dispute" : null };
}

/** A signed-in person, who confirms their password, takes credits off the balance; newest payments go back first. */
export function askBack(market: Market, op: Acting & { amount: string | null }, { at }: Moment): Body {
  const account = signedIn(market, op, at, "pay");
  const { most, payments } = refundable(market, account, at);
  if (most === 0n) refuse("nothing_unspent");
  const wanted = op.amount === null ? most : BigInt(op.amount);
  if (wanted > most) refuse("invalid_request");
  let [left, count] = [wanted, 0];
  for (const order of payments) {
    const part = least(left, restOf(order));
    left -= part;
    if (part === 0n) continue;
    const cents = part / MICROS_PER_CENT;
    order.asked.push({ cents, state: "pending" });
    order.refundedCents += cents;
    settle(market, order);
    count += 1;
  }
  return { total: count };
}

/** The name of a request among those of its payment. */
export const nameOf = (order: Ref, place: number) => `${order} ${place}`;

/**
 * The processor is asked for what waits, but not for a suspended account. It refuses what is disputed, and more than is left of the
 * payment; then the credits are back. Which of several it sends, and in what order, is free: `sent` are those that it was seen to send.
 */
export function sendRefunds(market: Market, { sent = [] }: { sent?: string[] }, { at }: Moment): Body {
  for (const order of market.orders.values()) {
    if (the(market.accounts, order.account).suspendedAt !== null) continue;
    const waiting = order.asked
      .map((asked, place) => ({ asked, place }))
      .filter(({ asked }) => asked.state === "pending");
    const rankOf = ({ place }: { place: number }) => sent.indexOf(nameOf(order.ref, place)) + 1 || sent.length + 1;
    for (const each of waiting.toSorted((a, b) => rankOf(a) - rankOf(b) || a.place - b.place))
      sendOne(market, order, { ...each, at });
  }
  return {};
}

function sendOne(
  market: Market,
  order: Order,
  { asked, place, at }: { asked: Order["asked"][number]; place: number; at: number },
): void {
  const { cents } = asked;
  if (!order.isDisputed && refundedThere(order) + cents <= order.cents) {
    order.refunds.push({ cents, asked: place, isFailed: false, madeAt: at });
    asked.state = "sent";
    return;
  }
  asked.state = "failed";
  order.refundedCents -= cents;
  settle(market, order);
  notify(market, order.account, "refund_failed", nameOf(order.ref, place));
}
