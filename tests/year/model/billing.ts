/** Bills: whom they are issued to, and what a month's statement says of a wallet. */
import type { Body, Moment } from "@/tests/year/model/answers";
import { type Acting, admit, signedIn } from "@/tests/year/model/callers";
import type { Account, Market, Ref } from "@/tests/year/model/market";

/** Changes the name on bills, in the browser: what is issued from then on has it, and what was issued keeps its own. */
export function setBilling(market: Market, op: Acting & { name: string | null }, { at }: Moment): Body {
  const account = signedIn(market, op, at, "pay");
  account.billedAs = op.name;
  return { name: op.name };
}

/** Issues a receipt of a payment to whoever the account is now. */
export function issueReceipt(account: Account): void {
  account.receipts.push(account.billedAs ?? account.name);
}

/** Reads the receipts of payments, which have the names that they were issued to. */
export function readReceipts(market: Market, op: { by: Ref }, { at }: Moment): Body {
  return { names: admit(market, op.by, {}, at).account.receipts };
}

/** Notes what wallets have, after each operation that moved credits. */
export function noteBalances(market: Market, { endAt }: Moment): void {
  for (const { balance, balances } of market.accounts.values())
    if ((balances.at(-1)?.balance ?? 0n) !== balance) balances.push({ balance, notedAt: endAt });
}

/** The statement of a calendar month (UTC), so many months ago: it begins and ends with what the wallet had then. */
export function readStatement(market: Market, op: { by: Ref; monthsAgo: number }, { at }: Moment): Body {
  const { account } = admit(market, op.by, {}, at);
  const before = (moment: number) => account.balances.findLast(({ notedAt }) => notedAt < moment)?.balance ?? 0n;
  const [from, until] = [monthStart(at, op.monthsAgo), monthStart(at, op.monthsAgo - 1)];
  return { month: new Date(from).toISOString().slice(0, 7), opening: before(from), closing: before(until) };
}

/** When the month began that was so many months before another moment's. */
export function monthStart(at: number, monthsAgo: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsAgo);
}
