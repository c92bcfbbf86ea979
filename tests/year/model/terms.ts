/** What a skill costs: a price per call, or the plans of a subscription. Amounts are micro-credits; histories have them as text. */
import type { Interval } from "@/tests/year/model/calendar";
import type { Unit } from "@/tests/year/model/units";

/**
 * What each term of a plan includes: calls, or pages, of which one call may report at most so many. And what each one beyond costs;
 * null where it is refused until the next term.
 */
export type Included<Amount = bigint> = { what: "calls" | "pages"; count: number; most: number; beyond: Amount | null };

/** What buyers choose from. A term has a price, and is free at first for some days, once an account. */
export type Plan<Amount = bigint> = {
  name: string;
  interval: Interval;
  price: Amount;
  trialDays: number;
  included: Included<Amount> | null;
};

export type Terms = {
  pricing: "subscription" | "usage";
  price: bigint | null;
  interval: Interval | null;
  perCall: bigint | null;
  freeCalls: number;
  /** Days that a subscription is free at first, once an account. */
  trialDays: number;
  /** What a call costs beside its price, if it is priced so. */
  unit: Unit | null;
  /** The plans of a subscription, none for a single price. The first has that price, interval and trial, too. */
  plans: Plan[];
};

/** Terms as they stand in a history. */
export type SentTerms = {
  pricing: "subscription" | "usage";
  price: string | null;
  interval: Interval | null;
  perCall: string | null;
  freeCalls: number;
  /** Missing in histories of before there were any. */
  trialDays?: number;
  unit?: { price: string; most: number; free: number } | null;
  plans?: Plan<string>[];
};

const amountOf = (text: string | null) => (text === null ? null : BigInt(text));
export const planOf = ({ price, included, ...plan }: Plan<string>): Plan => ({
  ...plan,
  price: BigInt(price),
  included: included && { ...included, beyond: amountOf(included.beyond) },
});

export function termsOf(sent: SentTerms): Terms {
  const plans = sent.pricing === "subscription" ? (sent.plans ?? []).map(planOf) : [];
  const [first] = plans;
  return {
    ...sent,
    perCall: amountOf(sent.perCall),
    unit: sent.unit ? { ...sent.unit, price: BigInt(sent.unit.price) } : null,
    price: first?.price ?? amountOf(sent.price),
    interval: first?.interval ?? sent.interval,
    trialDays: first?.trialDays ?? sent.trialDays ?? 0,
    plans,
  };
}

/** The only plan of a subscription with a single price. */
const onlyPlanOf = ({ price, interval, trialDays }: Terms): Plan => ({
  name: "Standard",
  interval: interval ?? "month",
  price: price ?? 0n,
  trialDays,
  included: null,
});

/** The plans of a subscription: a single price is the only one. */
export const plansOf = (terms: Terms): Plan[] => (terms.plans.length > 0 ? terms.plans : [onlyPlanOf(terms)]);

/** Whether a plan has that name, in whichever case; what was bought at a single price has the only plan. */
export const isNamed = (plan: string | null, name: string) => (plan ?? "Standard").toLowerCase() === name.toLowerCase();

export const isPriced = ({ pricing, price, perCall }: Terms) => (pricing === "usage" ? perCall : price) !== null;

/** The length of a term in days, as prices of different terms are compared. */
export const DAYS_OF = { day: 1n, week: 7n, month: 30n, year: 365n };
