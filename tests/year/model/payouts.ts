/** Payouts: what developers have earned goes to their bank, by way of the processor. One is under way at a time. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { admit, signedIn } from "@/tests/year/model/callers";
import { CREDIT } from "@/tests/year/model/credits";
import { emit, type Market, notify, type Ref, the } from "@/tests/year/model/market";
import { deliver } from "@/tests/year/model/payments";

const LEAST = 10n * CREDIT;
/** Banks are sent whole cents. */
const CENT = CREDIT / 100n;

/** Connects a bank in the browser, and fills in the processor's form. A suspended or closed account can't sign in. */
export function connectBank(market: Market, op: { account: Ref }, { at }: Moment): Body {
  const account = signedIn(market, op, at);
  account.hasBank = true;
  return { state: "ready" };
}

/** Pays out what is earned, or a part of it, to the bank: whole cents, at least 10 credits. */
export function payOut(market: Market, op: { by: Ref; as: Ref; amount: string | null }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "publish", permission: "pay" }, at);
  if (op.amount !== null && BigInt(op.amount) < LEAST) refuse("invalid_request");
  if (!account.hasBank) refuse("payout_not_ready");
  if (isPaying(market, account.ref)) refuse("payout_in_progress");
  const amount = op.amount === null ? account.earnings - (account.earnings % CENT) : BigInt(op.amount);
  if (amount < LEAST) refuse("payout_too_small");
  if (amount > account.earnings) refuse("insufficient_earnings");
  account.earnings -= amount;
  market.payouts.set(op.as, { ref: op.as, account: account.ref, amount, state: "in_transit" });
  emit(market, account.ref, "payout.sent", at);
  return { state: "in_transit", amount };
}

/** Whether a payout of an account is on its way. */
export const isPaying = (market: Market, account: Ref): boolean =>
  [...market.payouts.values()].some((each) => each.account === account && each.state === "in_transit");

/** The bank takes a payout, or refuses it, also after it took it: then the developer has the earnings again. A refusal is final. */
export function settlePayout(market: Market, op: { payout: Ref; arrives: boolean }, moment: Moment): Body {
  deliver(market, {}, moment);
  const payout = the(market.payouts, op.payout);
  if (payout.state === "failed" || (op.arrives && payout.state === "paid")) return {};
  payout.state = op.arrives ? "paid" : "failed";
  if (!op.arrives) the(market.accounts, payout.account).earnings += payout.amount;
  const type = op.arrives ? "paid" : "failed";
  notify(market, payout.account, `payout_${type}`, payout.ref);
  emit(market, payout.account, `payout.${type}`, moment.at);
  return {};
}
