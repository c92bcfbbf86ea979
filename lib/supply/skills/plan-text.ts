import { dollars } from "@/lib/platform/core/dollars";
import { type Interval, isLongerThanMonth, monthOf } from "@/lib/supply/skills/intervals";
import { unitPriceText } from "@/lib/supply/skills/price-text";

/** All texts about the plans of subscriptions. */

const COUNT = new Intl.NumberFormat("en-US");

type Shown = {
  interval: Interval;
  price: number;
  trial_days: number;
  included_calls: number | null;
  price_beyond: number | null;
  included_units: readonly ShownUnit[];
};
type ShownUnit = { name: string; included: number; most: number; price_beyond: number | null };

/** The price of a plan: "$30 per month". */
export const planPrice = ({ price, interval }: Pick<Shown, "price" | "interval">): string =>
  price === 0 ? "Free" : `${dollars(price)} per ${interval}`;

type Included = Pick<Shown, "included_calls" | "price_beyond" | "included_units" | "interval">;

/** What a plan includes: "1,000 calls a month, then $0.01 each"; "1,000 pages a month, then $0.01 each". */
export function includedText({
  included_calls: calls,
  price_beyond: beyond,
  included_units,
  interval,
}: Included): string {
  if (included_units.length > 0) return unitsIncludedText(included_units, ` a ${interval}`);
  if (calls === null) return "Unlimited use";
  const many = `${COUNT.format(calls)} ${calls === 1 ? "call" : "calls"} a ${interval}`;
  return beyond === null ? many : `${many}, then ${beyond === 0 ? "free" : `${dollars(beyond)} each`}`;
}

/** The units that a plan includes, and what each further one costs: "1,000 pages a month, then $0.01 each". */
export function unitsIncludedText(units: readonly ShownUnit[], each = ""): string {
  const texts = units.map(({ name, included, price_beyond: beyond }) => {
    const many = `${COUNT.format(included)} ${name.replaceAll("_", " ")}${each}`;
    return beyond === null ? many : `${many}, then ${unitPriceText(name, beyond)}`;
  });
  return texts.join("; ");
}

/** How many included units are left: "900 of 1,000 pages left". */
export const unitsLeftText = (units: readonly ShownUnit[], left: Readonly<Record<string, number>>): string =>
  units
    .map(
      ({ name, included }) =>
        `${COUNT.format(left[name] ?? included)} of ${COUNT.format(included)} ${name.replaceAll("_", " ")} left`,
    )
    .join(", ");

/** A plan in one line, beside its name and price. */
export function planText(plan: Shown): string {
  const { trial_days: days, price, interval } = plan;
  return [
    includedText(plan),
    ...(isLongerThanMonth(interval) && price > 0 ? [`${dollars(monthOf(price, interval))} per month`] : []),
    ...(days === 0 ? [] : [`${days} ${days === 1 ? "day" : "days"} free at first`]),
  ].join(". ");
}

/** How many included calls are left: "12 of 1,000 calls left". */
export const callsLeftText = (left: number, included: number): string =>
  `${COUNT.format(left)} of ${COUNT.format(included)} ${included === 1 ? "call" : "calls"} left`;
