/** Time passes in the model: every moment moves into the past. */
import { periodStart } from "@/tests/year/model/calendar";
import type { Spend } from "@/tests/year/model/limits";
import type { Market, Ref } from "@/tests/year/model/market";

/** Moves every moment into the past. */
function shift(value: unknown, ms: number): void {
  if (value instanceof Map) for (const each of value.values()) shift(each, ms);
  else if (Array.isArray(value)) for (const each of value) shift(each, ms);
  else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value))
      if (name.endsWith("At") && typeof each === "number") Object.assign(value, { [name]: each - ms });
      else shift(each, ms);
}

/**
 * Lets time pass for the whole market. What was spent belongs to the period in which the start of its own period lies then.
 */
export function passTime(market: Market, ms: number): void {
  shift(market, ms);
  const startOf = (spender: Ref, startAt: number) => {
    const limited = market.budgets.get(spender) ?? market.keys.get(spender)?.limit;
    const interval = limited?.interval ?? "day";
    return startAt === -ms ? 0 : periodStart(interval === "total" ? "day" : interval, startAt);
  };
  for (const { counted } of market.purchases.values())
    for (const each of counted) each.startAt = startOf(each.spender, each.startAt);
  for (const [spender, spends] of market.spends) {
    const merged = new Map<number, Spend>();
    for (const { startAt, amount } of spends) {
      const start = startOf(spender, startAt);
      merged.set(start, { startAt: start, amount: amount + (merged.get(start)?.amount ?? 0n) });
    }
    market.spends.set(spender, [...merged.values()]);
  }
}
