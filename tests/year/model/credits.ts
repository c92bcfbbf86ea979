/** How credits move: sales with the marketplace's fee, refunds, debts. */
import { type Account, type Market, type Micros, type Ref, the } from "@/tests/year/model/market";

export const CREDIT = 1_000_000n;
export const least = (a: Micros, b: Micros) => (a < b ? a : b);

/** A balance as answers show it. Nothing is held between operations. */
export const balanceOf = ({ balance }: Account) => ({
  "balance.balance": balance,
  "balance.held": 0n,
  "balance.available": balance,
});

/** Charges a sale. The fee is the developer's own, or else the marketplace's, rounded down; returns it. */
export function sell(market: Market, buyer: Ref, seller: Ref, price: Micros): Micros {
  const { feeBps } = the(market.accounts, seller);
  const fee = (price * (feeBps ?? market.settings.feeBps)) / 10_000n;
  the(market.accounts, buyer).balance -= price;
  moveGiven(market, the(market.accounts, buyer), -price);
  the(market.accounts, seller).earnings += price - fee;
  market.fees += fee;
  return fee;
}

/** Adds credits to a wallet; they repay its debt first. Returns what is left of them. */
export function receive(account: Account, amount: Micros): Micros {
  const repaid = least(account.debt, amount);
  account.debt -= repaid;
  account.balance += amount - repaid;
  return amount - repaid;
}

/**
 * Counts credits of an account that were no payment, or that were spent, for each of its payments: what is given is spent first, and
 * what a purchase gives back is given, since its seller may have been paid out.
 */
export function moveGiven(market: Market, { ref }: Account, amount: Micros): void {
  for (const order of market.orders.values())
    if (order.account === ref && order.paidAt !== null)
      order.given = order.given + amount > 0n ? order.given + amount : 0n;
}

/** Takes credits from a wallet: down to nothing, and the rest becomes debt. */
export function takeBack(account: Account, amount: Micros): void {
  const taken = least(account.balance, amount);
  account.balance -= taken;
  account.debt += amount - taken;
}
