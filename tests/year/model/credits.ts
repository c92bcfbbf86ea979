/** How credits move: sales with the marketplace's fee, limits of keys, refunds. */
import { periodStart } from "@/tests/year/model/calendar";
import {
  type Account,
  type Counted,
  type Key,
  type Limit,
  type Market,
  type Micros,
  type Ref,
  the,
} from "@/tests/year/model/market";

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
  the(market.accounts, seller).earnings += price - fee;
  market.fees += fee;
  return fee;
}

/** Adds credits to a wallet; they repay its debt first. */
export function receive(account: Account, amount: Micros): void {
  const repaid = least(account.debt, amount);
  account.debt -= repaid;
  account.balance += amount - repaid;
}

/** Takes credits from a wallet: down to nothing, and the rest becomes debt. */
export function takeBack(account: Account, amount: Micros): void {
  const taken = least(account.balance, amount);
  account.balance -= taken;
  account.debt += amount - taken;
}

/** What a succession of keys has spent in the period of a limit. */
export function spentOf(market: Market, key: Key, { interval }: Limit, now: number): Micros {
  const start = periodStart(interval, now);
  const spend = market.spends.get(key.spender)?.find(({ startAt }) => startAt === start);
  return spend?.amount ?? 0n;
}

/** Whether a key's limit covers an amount; a key without a limit covers any. */
export function covers(market: Market, key: Key | null, amount: Micros, now: number): boolean {
  if (!key?.limit || amount === 0n) return true;
  return amount + spentOf(market, key, key.limit, now) <= key.limit.amount;
}

/** Counts an amount against a key's limit. Returns where it was counted; null without a limit. */
export function countSpend(market: Market, key: Key | null, amount: Micros, now: number): Counted | null {
  if (!key?.limit || amount === 0n) return null;
  const startAt = periodStart(key.limit.interval, now);
  const all = market.spends.get(key.spender) ?? [];
  market.spends.set(key.spender, all);
  const spend = all.find((each) => each.startAt === startAt);
  if (spend) spend.amount += amount;
  else all.push({ startAt, amount });
  return { spender: key.spender, startAt };
}

/** Gives back what was counted, in the period in which it was. */
export function uncountSpend(market: Market, counted: Counted | null, amount: Micros): void {
  const spend = counted && market.spends.get(counted.spender)?.find(({ startAt }) => startAt === counted.startAt);
  if (spend) spend.amount = spend.amount > amount ? spend.amount - amount : 0n;
}

/** Whether a key still pays for what it bought: one with a limit only while it lives and its limit lasts, any other always. */
export function stillPays(market: Market, ref: Ref | null, amount: Micros, now: number): boolean {
  const key = ref === null ? null : the(market.keys, ref);
  if (!key?.limit) return true;
  const isAlive = key.isActive && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
  return isAlive && amount + spentOf(market, key, key.limit, now) <= key.limit.amount;
}
