import { dollars } from "@/lib/platform/core/dollars";
import { INTERVALS, type Interval } from "@/lib/supply/skills/intervals";

const MICROS = 1_000_000;
const DAYS_A_MONTH = 30n;

type Plan = {
  name: string;
  interval: Interval;
  price: number;
  included_calls: number | null;
  price_beyond: number | null;
  included_units: readonly unknown[];
};
type Terms = {
  pricing_type: "usage" | "subscription";
  /** In credits, as is `price_per_call`. */
  price: number | null;
  price_per_call: number | null;
  subscription_interval: Interval | null;
  free_calls: number;
  units: readonly unknown[];
  execution_type: string;
  /** Empty stands for one plan of `price`. */
  plans: readonly Plan[];
};

/** What a month of use costs: `amount` in credits, null where a number of calls has no price; `text` says it to people. */
export type MonthlyCost = { amount: number | null; text: string };

/** What `calls` calls of a skill cost in a month of 30 days. Free calls, which never renew, lower the first month only. */
export function monthlyCost(skill: Terms, calls: number): MonthlyCost {
  const { pricing_type, price_per_call, free_calls, execution_type } = skill;
  if (pricing_type === "subscription") return planCost(skill, calls);
  // What calls report is not known before.
  if (skill.units.length > 0) return { amount: null, text: "By units" };
  if (!price_per_call) return { amount: 0, text: "Free" };
  if (execution_type === "download") return { amount: null, text: `${dollars(price_per_call)} per download` };
  const costOf = (charged: number) => (Math.round(price_per_call * MICROS) * charged) / MICROS;
  const [amount, first] = [costOf(calls), costOf(Math.max(0, calls - free_calls))];
  return { amount, text: first === amount ? dollars(amount) : `${dollars(amount)}, ${dollars(first)} the first month` };
}

/** What so many calls cost on the plan where they cost least; plans that stop before are none. */
function planCost({ plans, price, subscription_interval }: Terms, calls: number): MonthlyCost {
  const all = plans.length > 0 ? plans : [standard(price ?? 0, subscription_interval ?? "month")];
  const costs = all.flatMap((plan) => {
    const micros = monthMicros(plan, calls);
    return micros === null ? [] : [{ plan, micros }];
  });
  const [best] = costs.toSorted((one, other) => Number(one.micros - other.micros));
  // What calls report is not known before.
  if (!best) return { amount: null, text: all.some(isByUnits) ? "By units" : "More calls than its plans include" };
  const amount = Number(best.micros) / MICROS;
  const isExact = best.plan.interval === "month" || amount === 0;
  const text = isExact ? dollars(amount) : `about ${dollars(Math.round(amount * 100) / 100)}`;
  const named = all.length > 1 ? ` (${best.plan.name})` : "";
  return { amount, text: (amount === 0 ? "Free" : text) + named };
}

const standard = (price: number, interval: Interval): Plan => ({
  name: "Standard",
  interval,
  price,
  included_calls: null,
  price_beyond: null,
  included_units: [],
});

const isByUnits = ({ included_units }: Plan) => included_units.length > 0;

/** Null where the plan includes fewer calls, or counts units. */
function monthMicros(plan: Plan, calls: number): bigint | null {
  if (isByUnits(plan)) return null;
  const { interval, price, included_calls: included, price_beyond: beyond } = plan;
  const { comparedDays } = INTERVALS[interval];
  const ofMonth = (amount: bigint) => (amount * DAYS_A_MONTH) / comparedDays;
  const fixed = ofMonth(BigInt(Math.round(price * MICROS)));
  const over = included === null ? 0n : BigInt(calls) - ofMonth(BigInt(included));
  if (over <= 0n) return fixed;
  return beyond === null ? null : fixed + over * BigInt(Math.round(beyond * MICROS));
}
