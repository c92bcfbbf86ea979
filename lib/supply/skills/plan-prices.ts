import { dollars } from "@/lib/platform/core/dollars";
import { INTERVALS, type Interval, isLongerThanMonth, monthOf } from "@/lib/supply/skills/intervals";

/** Prices of plans beside each other, in cards, lists and the CLI. */

type Priced = { price: number; interval: Interval };

/** Days of an average month, by which `plan_rank` compares terms of days. */
const MONTH_DAYS = 365.25 / 12;

/** What a month of a plan costs, as the catalogue sorts it. */
function monthlyPrice({ price, interval }: Priced): number {
  const { adds } = INTERVALS[interval];
  return "days" in adds ? (price * MONTH_DAYS) / adds.days : price / adds.months;
}

/** The plan whose month costs least, the first of several; undefined without plans. */
export function cheapestOf<Plan extends Priced>(plans: readonly Plan[]): Plan | undefined {
  return plans.toSorted((one, other) => monthlyPrice(one) - monthlyPrice(other))[0];
}

/** The price of several plans, by the cheapest month: "from $4 per month", "Free or from $3.33 per month, billed yearly". */
export function plansPriceText(plans: readonly Priced[], per = "per"): string {
  const paid = plans.filter(({ price }) => price > 0);
  const cheapest = cheapestOf(paid);
  if (!cheapest) return "Free";
  const { price, interval } = cheapest;
  const text = isLongerThanMonth(interval)
    ? `${dollars(monthOf(price, interval))} ${per} month, billed ${INTERVALS[interval].adverb}`
    : `${dollars(price)} ${per} ${interval}`;
  if (paid.length === plans.length) return `from ${text}`;
  return paid.length === 1 ? `Free or ${text}` : `Free or from ${text}`;
}
