import { dollars } from "@/lib/platform/core/dollars";
import { INTERVALS, type Interval } from "@/lib/supply/skills/intervals";

const MICROS = 1_000_000;
const DAYS_A_MONTH = 30n;

type Terms = {
  pricing_type: "usage" | "subscription";
  /** In credits, as is `price_per_call`. */
  price: number | null;
  price_per_call: number | null;
  subscription_interval: Interval | null;
  free_calls: number;
  units: readonly unknown[];
  execution_type: string;
};

/** What a month of use costs: `amount` in credits, null where a number of calls has no price; `text` says it to people. */
export type MonthlyCost = { amount: number | null; text: string };

/** What `calls` calls of a skill cost in a month of 30 days. Free calls, which never renew, lower the first month only. */
export function monthlyCost(skill: Terms, calls: number): MonthlyCost {
  const { pricing_type, price, price_per_call, subscription_interval, free_calls, execution_type } = skill;
  if (pricing_type === "subscription") {
    if (!price) return { amount: 0, text: "Free" };
    const { comparedDays } = INTERVALS[subscription_interval ?? "month"];
    const micros = (BigInt(Math.round(price * MICROS)) * DAYS_A_MONTH) / comparedDays;
    const amount = Number(micros) / MICROS;
    const isExact = comparedDays === DAYS_A_MONTH;
    return { amount, text: isExact ? dollars(amount) : `about ${dollars(Math.round(amount * 100) / 100)}` };
  }
  // What calls report is not known before.
  if (skill.units.length > 0) return { amount: null, text: "By units" };
  if (!price_per_call) return { amount: 0, text: "Free" };
  if (execution_type === "download") return { amount: null, text: `${dollars(price_per_call)} per download` };
  const costOf = (charged: number) => (Math.round(price_per_call * MICROS) * charged) / MICROS;
  const [amount, first] = [costOf(calls), costOf(Math.max(0, calls - free_calls))];
  return { amount, text: first === amount ? dollars(amount) : `${dollars(amount)}, ${dollars(first)} the first month` };
}
