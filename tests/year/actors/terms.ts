/** What developers ask for their skills, and how they change it. */
import type { Context } from "@/tests/year/actors/kinds";
import type { Interval } from "@/tests/year/model/calendar";
import type { Skill } from "@/tests/year/model/market";
import type { Included, Plan, SentTerms, Terms } from "@/tests/year/model/terms";

type Random = Context["random"];
const cents = (from: number, random: Random) => String(BigInt(from + random.below(60)) * 50_000n);
/** How often each is chosen. */
const CHANCES = { day: 1, week: 1, month: 2, year: 1 } as const satisfies Record<Interval, number>;
const INTERVALS = Object.entries(CHANCES).flatMap(([name, times]) => Array<Interval>(times).fill(name as Interval));
const NAMES = ["Basic", "Plus", "Team", "Max"];

const unitFor = (random: Random) => ({
  price: String(BigInt(1 + random.below(20)) * 2_500n),
  most: random.pick([2, 5, 20]),
  free: random.pick([0, 0, 1]),
});

/**
 * What a plan includes. A call that reports any pages reports as many as it may, so that what calls of a batch take of a plan does not
 * depend on which of them ends first.
 */
function includedFor(random: Random): Included<string> | null {
  if (random.chance(0.3)) return null;
  const what = random.pick(["calls", "pages"] as const);
  const beyond = random.chance(0.5) ? null : cents(1, random);
  return what === "calls"
    ? { what, count: 1 + random.below(4), most: 1, beyond }
    : { what, count: 3 + random.below(8), most: 1 + random.below(3), beyond };
}

export const planFor = (name: string, random: Random): Plan<string> => ({
  name,
  interval: random.pick(INTERVALS),
  price: random.chance(0.05) ? "0" : cents(2, random),
  trialDays: random.pick([0, 0, 0, 3, 14]),
  included: includedFor(random),
});

export function termsFor({ random }: Context): SentTerms {
  const pricing = random.chance(0.5) ? "usage" : "subscription";
  const hasPlans = pricing === "subscription" && random.chance(0.6);
  return {
    pricing,
    price: pricing === "subscription" || random.chance(0.3) ? (random.chance(0.05) ? "0" : cents(2, random)) : null,
    interval: random.pick(INTERVALS),
    perCall: pricing === "usage" || random.chance(0.3) ? (random.chance(0.1) ? "0" : cents(1, random)) : null,
    freeCalls: random.pick([0, 0, 1, 3]),
    trialDays: pricing === "subscription" ? random.pick([0, 0, 0, 3, 14]) : 0,
    unit: pricing === "usage" && random.chance(0.3) ? unitFor(random) : null,
    plans: hasPlans ? NAMES.slice(0, 1 + random.below(4)).map((name) => planFor(name, random)) : [],
  };
}

type Scale = <T extends bigint | null>(amount: T) => T extends bigint ? string : null;

/** A unit's price mostly follows the other prices; now and then it comes, goes, or counts otherwise. */
function nextUnit({ random }: Context, { pricing, unit }: Terms, scaled: Scale): SentTerms["unit"] {
  if (pricing !== "usage") return null;
  if (random.chance(0.1)) return random.chance(0.4) ? null : unitFor(random);
  return unit && { ...unit, price: scaled(unit.price) };
}

/** So do plans: one comes or goes, includes something else, or has another interval, now and then. */
function nextPlans({ random }: Context, { plans }: Terms, scaled: Scale): Plan<string>[] {
  const next = plans.map((plan): Plan<string> => {
    const { included } = plan;
    const same = included && { ...included, beyond: included.beyond === null ? null : scaled(included.beyond) };
    return {
      ...plan,
      interval: random.chance(0.04) ? random.pick(INTERVALS) : plan.interval,
      price: random.chance(0.7) ? scaled(plan.price) : String(plan.price),
      trialDays: random.chance(0.1) ? random.pick([0, 3, 30]) : plan.trialDays,
      included: random.chance(0.1) ? includedFor(random) : same,
    };
  });
  const unused = NAMES.find((name) => !plans.some((plan) => plan.name === name));
  if (unused && random.chance(0.1)) next.push(planFor(unused, random));
  if (random.chance(0.1)) next.splice(random.below(Math.max(1, next.length)), 1);
  return next;
}

/** Other terms for a skill: mostly its own with another price, so that small rises and cuts happen. */
export function nextTerms(context: Context, { terms }: Skill): SentTerms {
  const { random } = context;
  if (random.chance(0.2)) return termsFor(context);
  const times = random.pick([50n, 90n, 100n, 105n, 110n, 111n, 150n]);
  const scaled = ((amount) => (amount === null ? null : String((amount * times) / 100n))) as Scale;
  return {
    ...terms,
    price: scaled(terms.price),
    perCall: scaled(terms.perCall),
    interval: random.chance(0.15) ? random.pick(["day", "week", "month", "year"]) : terms.interval,
    freeCalls: random.chance(0.1) ? random.below(4) : terms.freeCalls,
    trialDays: terms.pricing === "subscription" && random.chance(0.1) ? random.pick([0, 3, 30]) : terms.trialDays,
    unit: nextUnit(context, terms, scaled),
    plans: terms.pricing === "subscription" ? nextPlans(context, terms, scaled) : [],
  };
}

const credits = (amount: string | null) => (amount === null ? null : Number(amount) / 1e6);

export function planBody({ name, interval, price, trialDays, included }: Plan<string>): object {
  const beyond = credits(included?.beyond ?? null);
  return {
    name,
    interval,
    price: credits(price),
    trial_days: trialDays,
    ...(included?.what === "calls" && { included_calls: included.count, price_beyond: beyond }),
    ...(included?.what === "pages" && {
      included_units: [{ name: "pages", included: included.count, most: included.most, price_beyond: beyond }],
    }),
  };
}

/** Terms as requests have them. The first plan says what a single price would. */
export function termsBody(terms: SentTerms): object {
  const { pricing, price, interval, perCall, freeCalls, trialDays = 0, unit, plans = [] } = terms;
  return {
    pricing_type: pricing,
    price_per_call: credits(perCall),
    free_calls: freeCalls,
    units: unit ? [{ name: "pages", price: credits(unit.price), most: unit.most, free: unit.free }] : [],
    plans: plans.map(planBody),
    ...(plans.length === 0 && { price: credits(price), subscription_interval: interval, trial_days: trialDays }),
  };
}
