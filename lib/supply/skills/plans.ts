/** Plans of a subscription: what buyers choose from. The first is also the skill's price, interval and trial. */
import { z } from "zod";
import { Credits, formatUnitPrice, Price, parseUnitPrice, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { INTERVAL_NAMES, type Interval, monthsOf } from "@/lib/supply/skills/intervals";
import { MAX_MOST, MAX_UNITS, requireBounded, UnitName, UnitPrice } from "@/lib/supply/skills/units";

const MAX_PLANS = 4;
const MAX_PLAN_NAME_CHARS = 30;
const MAX_INCLUDED_CALLS = 1_000_000_000;
export const MAX_TRIAL_DAYS = 90;
/** What the only plan of a skill with one price is called. */
export const ONLY_PLAN = "Standard";
const PLAN_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} +-]*[\p{L}\p{N}+])?$/u;

export const IntervalName = z
  .enum(INTERVAL_NAMES)
  .meta({ id: "SubscriptionInterval", description: "Length of a subscription's term.", example: "month" });

export const PlanName = z.string().trim().min(1).max(MAX_PLAN_NAME_CHARS).regex(PLAN_NAME, {
  error: "use letters, digits, spaces, + and hyphens",
});

/** Days that a plan is free at first. */
export const TrialDays = z.number().int().min(0).max(MAX_TRIAL_DAYS);

/** A unit that a plan includes. */
const PlanUnit = z
  .strictObject({
    name: UnitName,
    included: z
      .number()
      .int()
      .min(1)
      .max(MAX_MOST)
      .meta({ description: "How many each term includes.", example: 1000 }),
    most: z
      .number()
      .int()
      .min(1)
      .max(MAX_MOST)
      .meta({ description: "Most that one call may report, at most `included`.", example: 50 }),
    price_beyond: UnitPrice.nullable()
      .default(null)
      .meta({ description: "What each one beyond those costs; null refuses it.", example: 0.01 }),
  })
  .meta({ id: "PlanUnit" });
export type PlanUnit = z.output<typeof PlanUnit>;

const PlanUnits = z
  .array(PlanUnit)
  .max(MAX_UNITS, { error: `may have at most ${MAX_UNITS}; remove some` })
  .superRefine((units, context) => {
    units.forEach(({ name, included, most }, at) => {
      if (units.findIndex((other) => other.name === name) < at)
        context.addIssue({
          code: "custom",
          path: [at, "name"],
          message: `${name} is here twice; remove one of the two`,
        });
      if (most > included)
        context.addIssue({
          code: "custom",
          path: [at, "most"],
          message: "must be at most included: one call uses no more than a term includes",
        });
    });
    requireBounded(
      units.map(({ price_beyond, most }) => ({ price: price_beyond ?? 0, most, free: 0 })),
      context,
      "price_beyond",
    );
  });

export const Plan = z
  .strictObject({
    name: PlanName.meta({ example: "Yearly" }),
    interval: IntervalName,
    price: Price.meta({ description: "Price of one term, in credits.", example: 50 }),
    trial_days: TrialDays.default(0).meta({ description: "Days that it is free at first.", example: 7 }),
    included_calls: z
      .number()
      .int()
      .min(1)
      .max(MAX_INCLUDED_CALLS)
      .nullable()
      .default(null)
      .meta({ description: "Calls that each term includes; null for any number.", example: 1000 }),
    price_beyond: Price.nullable()
      .default(null)
      .meta({ description: "What each call beyond those costs; null refuses it.", example: 0.01 }),
    included_units: PlanUnits.default([]).meta({
      description: "Units that each term includes, as calls report them in `Skill-Usage`; instead of calls.",
      example: [],
    }),
  })
  .superRefine(({ included_calls, price_beyond, included_units }, context) => {
    if (included_calls === null && price_beyond !== null)
      context.addIssue({
        code: "custom",
        path: ["price_beyond"],
        message: "needs included_calls: a plan without them includes any number; set those or leave this out",
      });
    if (included_calls !== null && included_units.length > 0)
      context.addIssue({
        code: "custom",
        path: ["included_units"],
        message: "can't be combined with included_calls: a plan includes calls or units; leave out one of them",
      });
  })
  .meta({ id: "Plan" });
export type Plan = z.output<typeof Plan>;

/** The plans of a subscription, as they are sent. */
export const Plans = z
  .array(Plan)
  .max(MAX_PLANS, { error: `may have at most ${MAX_PLANS}; remove some` })
  .superRefine((plans, context) => {
    plans.forEach(({ name }, at) => {
      if (plans.findIndex((other) => isSamePlan(other.name, name)) < at)
        context.addIssue({
          code: "custom",
          path: [at, "name"],
          message: `${name} is the name of another plan here; choose a different one`,
        });
    });
  });

/** A unit that a plan includes, as it is shown. */
export const PlanUnitShown = PlanUnit.extend({
  price_beyond: Credits.nullable().meta({
    description: "What each one beyond those costs; null where it is refused until the next term.",
    example: 0.01,
  }),
}).meta({ id: "PlanUnitShown" });
export type PlanUnitShown = z.input<typeof PlanUnitShown>;

/** A plan as it is shown. */
export const PlanShown = z
  .object({
    name: z.string().meta({ example: "Yearly" }),
    interval: IntervalName,
    price: Credits,
    price_per_month: Credits.nullable().meta({ description: "Of a term of several months; else null.", example: null }),
    trial_days: z.number().int().meta({ example: 0 }),
    included_calls: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Calls that each term includes; null for any number.", example: null }),
    price_beyond: Credits.nullable().meta({
      description: "What each call beyond those costs; null where they are refused until the next term.",
      example: null,
    }),
    included_units: z.array(PlanUnitShown).meta({ description: "Units that each term includes.", example: [] }),
  })
  .meta({ id: "PlanShown" });
export type PlanShown = z.input<typeof PlanShown>;

/** A unit of a plan as terms and columns hold it; its price is in billionths of a credit, as text. */
export type PlanUnitTerms = { name: string; included: number; most: number; beyond_nanos: string | null };

/** A plan as terms and columns hold it; its price is in micro-credits, as text. */
export type PlanTerms = {
  name: string;
  interval: Interval;
  price_micros: string;
  trial_days: number;
  included_calls: number | null;
  beyond_micros: string | null;
  /** Missing in plans without units. */
  included_units?: PlanUnitTerms[];
};

/** Whether two names are of one plan, as `plan_terms` says. */
export const isSamePlan = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

type Single = { priceMicros: bigint | null; subscriptionInterval: Interval | null; trialDays: number };

/** The only plan of a subscription with a single price. */
export const onlyPlanOf = ({ priceMicros, subscriptionInterval, trialDays }: Single): PlanTerms => ({
  name: ONLY_PLAN,
  interval: subscriptionInterval ?? "month",
  price_micros: String(priceMicros ?? 0n),
  trial_days: trialDays,
  included_calls: null,
  beyond_micros: null,
});

/** Plans as terms hold them. */
export const planTermsOf = (plans: readonly Plan[]): PlanTerms[] =>
  plans.map(({ name, interval, price, trial_days, included_calls, price_beyond, included_units }) => ({
    name,
    interval,
    price_micros: String(priceToMicros(price)),
    trial_days,
    included_calls,
    beyond_micros: price_beyond === null ? null : String(priceToMicros(price_beyond)),
    ...(included_units.length > 0 && {
      included_units: included_units.map(({ price_beyond: beyond, ...unit }) => ({
        ...unit,
        beyond_nanos: beyond === null ? null : String(parseUnitPrice(beyond)),
      })),
    }),
  }));

/** Units of a plan as they are shown. */
export const toPlanUnits = (units: readonly PlanUnitTerms[]): PlanUnitShown[] =>
  units.map(({ name, included, most, beyond_nanos: beyond }) => ({
    name,
    included,
    most,
    price_beyond: beyond === null ? null : Number(formatUnitPrice(BigInt(beyond))),
  }));

/** What a term of several months costs a month, in credits, rounded to the micro-credit; null for any other. */
const perMonth = (interval: Interval, micros: bigint): number | null => {
  const months = monthsOf(interval);
  return months > 1 ? Math.round(Number(micros) / months) / 1_000_000 : null;
};

/** A plan as it is shown. */
export const toPlan = ({ name, interval, price_micros, trial_days, ...rest }: PlanTerms): PlanShown => ({
  name,
  interval,
  price: toCredits(BigInt(price_micros)),
  price_per_month: perMonth(interval, BigInt(price_micros)),
  trial_days,
  included_calls: rest.included_calls,
  price_beyond: rest.beyond_micros === null ? null : toCredits(BigInt(rest.beyond_micros)),
  included_units: toPlanUnits(rest.included_units ?? []),
});

type Row = {
  pricing_type: string;
  plans: PlanTerms[];
  price_micros: string | null;
  subscription_interval: Interval | null;
  trial_days: number;
};

/** The plans of a skill as they are shown: one of the skill's price where it names none, none where it is paid per call. */
export function toPlans(row: Row): PlanShown[] {
  if (row.pricing_type !== "subscription" || row.price_micros === null) return [];
  if (row.plans.length > 0) return row.plans.map(toPlan);
  const { price_micros, subscription_interval: subscriptionInterval, trial_days: trialDays } = row;
  return [toPlan(onlyPlanOf({ priceMicros: BigInt(price_micros), subscriptionInterval, trialDays }))];
}
