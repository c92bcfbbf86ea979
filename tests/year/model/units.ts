/**
 * Units: what a call costs beside its price, or what a plan includes, by what its endpoint reports. A year has one, pages, whose price is
 * whole micro-credits.
 */

export type Unit = { price: bigint; most: number; free: number };
type Priced = { perCall: bigint | null; unit: Unit | null };

/** What endpoints report in their answers, by what they were asked to do; nothing for any other. */
export const REPORTS: Record<string, number> = { few: 3, many: 1_000 };
/** What they report that can't be read, one after the other: no report at all, as far as the charge goes. */
export const MISREPORTS = ["pages=-1", "pages=1, pages=2", "pages=1.5", "stamps=3", "pages=1, stamps=1", "pages", ""];

const chargeOf = ({ price, most, free }: Unit, count: number): bigint =>
  price * BigInt(Math.max(0, Math.min(count, most) - free));

/** The most that a call costs once no call is free. */
export const mostOf = ({ perCall, unit }: Priced): bigint => (perCall ?? 0n) + (unit ? chargeOf(unit, unit.most) : 0n);

/**
 * What a call costs that holds an amount, and the code that it is flagged with: what was reported, never more than is held. Without a
 * report it costs its price alone.
 */
export function settle({ perCall, unit }: Priced, held: bigint, does: string): { cost: bigint; flag: string | null } {
  if (!unit) return { cost: held, flag: null };
  const count = REPORTS[does];
  if (count === undefined) return { cost: perCall ?? 0n, flag: "usage_invalid" };
  const cost = (perCall ?? 0n) + chargeOf(unit, count);
  return { cost: cost < held ? cost : held, flag: count > unit.most || cost > held ? "usage_cut" : null };
}
