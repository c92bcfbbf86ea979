import { dollars } from "@/lib/platform/core/dollars";
import { type Interval, isLongerThanMonth, monthOf } from "@/lib/supply/skills/intervals";
import { plansPriceText } from "@/lib/supply/skills/plan-prices";
import { oneOf } from "@/lib/supply/skills/unit-names";

/** All texts about prices and free calls: pages, Markdown, API descriptions, guides, history and mails. */

const COUNT = new Intl.NumberFormat("en-US");

type Shown = {
  pricing_type: "usage" | "subscription";
  /** In credits, as is `price_per_call`. */
  price: number | null;
  price_per_call: number | null;
  subscription_interval: Interval | null;
  free_calls: number;
  units: readonly ShownUnit[];
  trial_days: number;
  execution_type?: string;
  /** What buyers choose from; with several, the price is that of the cheapest month. */
  plans?: readonly { price: number; interval: Interval }[];
};

type ShownUnit = { name: string; price: number; most: number; free: number };

/** Below this price a unit is priced by the million. */
const MIN_SINGLE_PRICE = 0.0001;
const MILLION = 1_000_000;

/** The price of a unit: "$0.01 per page, first 20 free". */
const unitText = ({ name, price, free }: ShownUnit) => unitPriceText(name, price) + freeCallsText(free);

/** The price of one of a unit: "$0.01 per page"; a very small one by the million. */
export const unitPriceText = (name: string, price: number): string =>
  price < MIN_SINGLE_PRICE
    ? `${dollars(Math.round(price * MILLION * MILLION) / MILLION)} per million ${name.replaceAll("_", " ")}`
    : `${dollars(price)} per ${oneOf(name)}`;

/** Prices of units, after that of a call: "$0.02 per call + $0.01 per page, first 20 free". */
export function withUnits(perCall: string | null, units: readonly ShownUnit[]): string {
  return [perCall, ...units.map(unitText)].filter((part) => part !== null).join(" + ");
}

/** The most that a call may cost, in credits. */
export function mostOf({ price_per_call, units }: Pick<Shown, "price_per_call" | "units">): number {
  const sum = units.reduce((total, { price, most, free }) => total + price * (most - free), price_per_call ?? 0);
  return Math.round(sum * MILLION) / MILLION;
}

const unitOf = (executionType: string | undefined) => (executionType === "download" ? "download" : "call");
const freeUnitOf = (executionType: string, many: number) => `free ${unitOf(executionType)}${many === 1 ? "" : "s"}`;

/** A skill's price in a few words: "$4 per month", "from $4 per month", "$0.02 per call, first 10 free". */
export function priceText(skill: Shown): string {
  const { pricing_type, price, price_per_call, subscription_interval, free_calls, execution_type, units, trial_days } =
    skill;
  if (pricing_type === "subscription" && skill.plans && skill.plans.length > 1) return plansPriceText(skill.plans);
  if (pricing_type === "usage" && units.length > 0) {
    const perCall = price_per_call ? `${dollars(price_per_call)} per call` : null;
    const free =
      free_calls === 0 ? "" : `, first ${COUNT.format(free_calls)} ${free_calls === 1 ? "call" : "calls"} free`;
    return withUnits(perCall, units) + free;
  }
  const [amount, unit] =
    pricing_type === "subscription"
      ? [price, subscription_interval ?? "month"]
      : [price_per_call, unitOf(execution_type)];
  if (!amount) return "Free";
  if (pricing_type === "usage") return `${dollars(amount)} per ${unit}${freeCallsText(free_calls)}`;
  return `${trialText(trial_days)}${dollars(amount)} per ${unit}`;
}

/** What comes before a price that is charged after a trial: "7 days free, then ". */
export function trialText(days: number): string {
  return days === 0 ? "" : `${days} ${days === 1 ? "day" : "days"} free, then `;
}

type Viewed = Shown & {
  access: {
    reason: string;
    /** Null for a visitor. */
    free_calls_left: number | null;
    /** Null without a plan that includes a number of calls. */
    included_calls_left: number | null;
    /** Null without a plan that includes units. */
    included_units_left: object | null;
    /** In credits. */
    max_cost: number | null;
    trial: string | null;
    purchase?: { current_period_end: string | Date } | null;
  };
};

/** Whether the next call renews a subscription: its term has ended. */
export const isDue = ({ current_period_end }: { current_period_end: string | Date }): boolean =>
  new Date(current_period_end).getTime() <= Date.now();

/** The price to a viewer: free calls and a trial that they have used up are no part of it. */
export function shownPrice(skill: Viewed): string {
  return priceText({
    ...skill,
    ...(skill.access.free_calls_left === 0 && { free_calls: 0 }),
    ...((skill.access.trial === "used" || skill.access.reason === "purchase" || skill.access.reason === "used_up") && {
      trial_days: 0,
    }),
  });
}

/** What the next run costs a viewer: "25 free calls, then $0.002 each". */
export function nextRunText(skill: Viewed): string {
  const { access, pricing_type, price_per_call, free_calls, execution_type = "api", units } = skill;
  const { reason, max_cost, free_calls_left } = access;
  if (reason === "used_up") return "Your plan is used up until its next term.";
  if (reason === "purchase" && access.included_calls_left === 0)
    return max_cost ? `Costs ${dollars(max_cost)}: your plan's calls are used` : "No charge";
  if (reason === "purchase" && access.included_units_left !== null && !(access.purchase && isDue(access.purchase)))
    return max_cost ? `Costs at most ${dollars(max_cost)}` : "No charge";
  if (reason === "purchase") return max_cost ? `Renews your subscription: ${dollars(max_cost)}` : "No charge";
  if (reason === "owner" || reason === "admin") return "No charge";
  if (pricing_type === "subscription") return `Subscribe to run this: ${shownPrice(skill)}`;
  if (!price_per_call && units.length === 0) return "No charge";
  const priced = priceText({ ...skill, free_calls: 0 });
  const then = units.length > 0 ? `then ${priced}` : `then ${dollars(price_per_call ?? 0)} each`;
  if (free_calls_left) return `${freeCallsLeftText(execution_type, free_calls_left)}, ${then}`;
  if (free_calls_left === null && free_calls > 0)
    return `${COUNT.format(free_calls)} ${freeUnitOf(execution_type, free_calls)}, ${then}`;
  if (units.length > 0)
    return `Costs ${dollars(price_per_call ?? 0)} to ${dollars(mostOf(skill))}: ${shownPrice(skill)}`;
  return `Costs ${shownPrice(skill)}`;
}

/**
 * What a charge means before there is one: when it comes again, and how it is returned. `refundDays`: how long a buyer may ask for a
 * refund of a subscription, 0 for never. Empty where nothing is charged.
 */
export function chargeTerms(skill: Shown, refundDays: number): string {
  const { pricing_type, price, price_per_call, subscription_interval, execution_type, units, trial_days } = skill;
  if (pricing_type === "subscription") {
    if (!price) return "";
    const term = subscription_interval ?? "month";
    const renews =
      trial_days > 0
        ? `Free if you cancel during the trial. Otherwise it renews every ${term}.`
        : `Renews every ${term} until you cancel.`;
    const monthly = isLongerThanMonth(term) ? `That is ${dollars(monthOf(price, term))} per month. ` : "";
    return monthly + (refundDays > 0 ? `${renews} Ask for a refund within ${refundDays} days of a charge.` : renews);
  }
  if (units.length > 0)
    return `A call costs at most ${dollars(mostOf(skill))}, which is held while it runs. Only calls that succeed are charged.`;
  if (!price_per_call) return "";
  return execution_type === "download"
    ? "Charged when the download starts; again within a day is free."
    : "Only calls that succeed are charged.";
}

/** What follows the price of a call: ", first 10 free", or nothing. */
export function freeCallsText(granted: number): string {
  return granted === 0 ? "" : `, first ${granted === 1 ? "one" : COUNT.format(granted)} free`;
}

/**
 * What 1,000 calls cost, "$2": prices that are fractions of a cent compare badly. Null where it would help no one: for
 * subscriptions, downloads, and calls of a dollar or more.
 */
export function thousandCallsText({ pricing_type, price_per_call, execution_type, units }: Shown): string | null {
  if (units.length > 0) return null;
  if (pricing_type === "subscription" || execution_type === "download") return null;
  if (!price_per_call || price_per_call >= 1) return null;
  return dollars(Math.round(price_per_call * 1e9) / 1e6);
}

/** How many free calls the viewer has left: "25 free calls left". */
export function freeCallsLeftText(executionType: string, left: number): string {
  return `${COUNT.format(left)} ${freeUnitOf(executionType, left)} left`;
}

/** The name of that number: "Free calls left". */
export function freeCallsLeftLabel(executionType: string): string {
  return `${capitalized(freeUnitOf(executionType, 2))} left`;
}

/** What developers fill in: "Free calls for each buyer". */
export function freeCallsInputLabel(executionType: string): string {
  return `${capitalized(freeUnitOf(executionType, 2))} for each buyer`;
}

/** The rule, for the API reference and the guides. */
export const FREE_CALLS_RULE = "Free calls for every account.";
export const TRIAL_RULE =
  "Days that a subscription is free at first, once for each account, email and card; it renews at its price then.";

const capitalized = (text: string) => text[0]?.toUpperCase() + text.slice(1);
