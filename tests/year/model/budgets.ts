/**
 * Budgets: the most that an account may be charged per day, week, month or in total, for everything or for one skill. With the limit
 * of the key that pays, they hold together: a charge counts in all of them, or is refused by the first that it exceeds.
 */
import { type Body, type Code, type Moment, refuse } from "@/tests/year/model/answers";
import { periodStart } from "@/tests/year/model/calendar";
import { type Acting, signedIn } from "@/tests/year/model/callers";
import type { Counted, Limit } from "@/tests/year/model/limits";
import type { Key, Market, Micros, Ref } from "@/tests/year/model/market";

/** What is charged: whom, with which key, for which skill. */
export type Charge = { account: Ref; key: Key | null; skill: Ref; amount: Micros };
type Holder = Limit & { spender: Ref; code: Code };

const byPeriod = (a: Limit, b: Limit) => (a.interval < b.interval ? -1 : 1);

/** What a charge counts in: the account's budgets, the key's limit, the skill's budgets. */
function holdersOf(market: Market, { account, key, skill }: Charge): Holder[] {
  const own = [...market.budgets.values()].filter((each) => each.account === account).sort(byPeriod);
  const asHolder = ({ ref, amount, interval }: (typeof own)[number]): Holder => ({
    spender: ref,
    amount,
    interval,
    code: "budget_reached",
  });
  return [
    ...own.filter((each) => each.skill === null).map(asHolder),
    ...(key?.limit ? [{ ...key.limit, spender: key.spender, code: "key_limit_reached" as const }] : []),
    ...own.filter((each) => each.skill === skill).map(asHolder),
  ];
}

function spentOf(market: Market, spender: Ref, interval: Limit["interval"], now: number): Micros {
  const start = periodStart(interval, now);
  return market.spends.get(spender)?.find(({ startAt }) => startAt === start)?.amount ?? 0n;
}

/** The refusals of all that a charge exceeds, in their order. */
export function exceededBy(market: Market, charge: Charge, now: number): Code[] {
  if (charge.amount === 0n) return [];
  return holdersOf(market, charge)
    .filter(({ spender, amount, interval }) => spentOf(market, spender, interval, now) + charge.amount > amount)
    .map(({ code }) => code);
}

/** Refuses a charge that does not fit. */
export function requireRoom(market: Market, charge: Charge, now: number): void {
  const [code] = exceededBy(market, charge, now);
  if (code) refuse(code, { required: charge.amount });
}

/** Counts a charge. Returns where. */
export function countCharge(market: Market, charge: Charge, now: number): Counted[] {
  if (charge.amount === 0n) return [];
  return holdersOf(market, charge).map(({ spender, interval }) => {
    const startAt = periodStart(interval, now);
    const all = market.spends.get(spender) ?? [];
    market.spends.set(spender, all);
    const spend = all.find((each) => each.startAt === startAt);
    if (spend) spend.amount += charge.amount;
    else all.push({ startAt, amount: charge.amount });
    return { spender, startAt };
  });
}

/** Gives back what was counted, in the periods in which it was. */
export function uncount(market: Market, counted: Counted[], amount: Micros): void {
  for (const { spender, startAt } of counted) {
    const spend = market.spends.get(spender)?.find((each) => each.startAt === startAt);
    if (spend) spend.amount = spend.amount > amount ? spend.amount - amount : 0n;
  }
}

/** Does what follows from giving back what was counted; when that is refused, everything counts as before. */
export function withUncounted<T>(market: Market, counted: Counted[], amount: Micros, work: () => T): T {
  const spends = counted.flatMap(({ spender, startAt }) =>
    (market.spends.get(spender) ?? []).filter((each) => each.startAt === startAt),
  );
  const before = spends.map((each) => each.amount);
  uncount(market, counted, amount);
  try {
    return work();
  } catch (error) {
    spends.forEach((each, place) => {
      each.amount = before[place] ?? 0n;
    });
    throw error;
  }
}

/** Whether a renewal fits, and its key still pays: one with a limit only while it lives, any other always. */
export function coversRenewal(market: Market, charge: Charge, now: number): boolean {
  const { key } = charge;
  const isAlive =
    !key?.limit || (key.isActive && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now));
  return isAlive && exceededBy(market, charge, now).length === 0;
}

/** Where a budget of an account is that has this period and skill, if it has one. */
const sameAs = (market: Market, { account, skill, interval }: Pick<NewBudget, "account" | "skill" | "interval">) =>
  [...market.budgets.values()].find(
    (each) => each.account === account && each.skill === skill && each.interval === interval,
  );

export type NewBudget = Acting & { as: Ref; skill: Ref | null; amount: string; interval: Limit["interval"] };

/** A signed-in person sets a budget, or changes the amount of the one that is there. It counts from now on. */
export function setBudget(market: Market, op: NewBudget, { at }: Moment): Body {
  const { ref: account } = signedIn(market, op, at, "pay");
  const { skill, interval } = op;
  if (skill !== null && (market.skills.get(skill)?.live ?? null) === null) refuse("invalid_request");
  const amount = BigInt(op.amount);
  const budget = sameAs(market, op) ?? { ref: op.as, account, skill, interval, amount };
  budget.amount = amount;
  market.budgets.set(budget.ref, budget);
  const kind = skill === null ? "account" : "skill";
  return { kind, period: interval, amount, spent: spentOf(market, budget.ref, interval, at) };
}

/** A signed-in person removes a budget, which forgets what it has spent. */
export function removeBudget(market: Market, op: Acting & { budget: Ref }, { at }: Moment): Body {
  const { ref } = signedIn(market, op, at, "pay");
  const budget = market.budgets.get(op.budget);
  if (budget?.account !== ref) return refuse("not_found");
  forget(market, budget.ref);
  return { amount: budget.amount };
}

function forget(market: Market, ref: Ref): void {
  market.budgets.delete(ref);
  market.spends.delete(ref);
}

/** The budgets of a closed account go with it. */
export function forgetBudgets(market: Market, account: Ref): void {
  for (const budget of [...market.budgets.values()]) if (budget.account === account) forget(market, budget.ref);
}
