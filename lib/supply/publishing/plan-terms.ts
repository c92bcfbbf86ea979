/** How the plans of a subscription and its single price are one: the first plan is what a request without plans means. */
import { type Queryable, query } from "@/lib/platform/core/db";
import { type Issue, invalid } from "@/lib/platform/core/errors";
import { priceToMicros } from "@/lib/platform/core/money";
import type { Interval } from "@/lib/supply/skills/intervals";
import { isSamePlan, ONLY_PLAN, onlyPlanOf, type Plan, type PlanTerms, planTermsOf } from "@/lib/supply/skills/plans";
import type { Terms } from "@/lib/supply/skills/terms";

type Given = {
  plans?: Plan[] | undefined;
  price?: number | null | undefined;
  subscription_interval?: Interval | null | undefined;
  trial_days?: number | undefined;
};

/**
 * Terms with the plans that were sent, or with the first of those there are brought in line with the price. Throws
 * invalid_request where both were sent and differ.
 */
export function withPlans(terms: Terms, given: Given): Terms {
  const [first] = given.plans ?? [];
  if (terms.pricingType === "usage") {
    if (first)
      throw invalid([
        { param: "plans", message: "are for subscriptions only; send an empty list, or pricing_type: subscription" },
      ]);
    return { ...terms, plans: [] };
  }
  if (given.plans && !first) return { ...terms, plans: [] };
  if (first) {
    const { price, subscription_interval: interval, trial_days: days } = given;
    const [issue, ...more] = [
      isOther(price, first.price) && differs("price"),
      isOther(interval, first.interval) && differs("subscription_interval"),
      isOther(days, first.trial_days) && differs("trial_days"),
    ].filter((issue) => issue !== false);
    if (issue) throw invalid([issue, ...more]);
    return {
      ...terms,
      priceMicros: priceToMicros(first.price),
      subscriptionInterval: first.interval,
      trialDays: first.trial_days,
      plans: planTermsOf(given.plans ?? []),
    };
  }
  const [before, ...others] = terms.plans;
  if (!before) return terms;
  if (terms.priceMicros === null)
    throw invalid([
      {
        param: "price",
        message: "is the first plan's price, so it can't be removed; send plans: [] to remove the plans first",
      },
    ]);
  const now = {
    ...before,
    interval: terms.subscriptionInterval ?? before.interval,
    price_micros: String(terms.priceMicros),
    trial_days: terms.trialDays,
  };
  return { ...terms, subscriptionInterval: now.interval, plans: [now, ...others] };
}

const isOther = <T>(given: T | null | undefined, first: T) => given !== undefined && given !== null && given !== first;
const differs = (param: string): Issue => ({
  param,
  message: "differs from the first plan's; leave it out, or change the plan",
});

type Published = { id: string; plans: PlanTerms[]; live_revision_id: string | null };

/** The plans that running subscriptions have, or will have from their next term on, and how many each. */
const plansInUse = (db: Queryable, skillId: string) =>
  query<{ plan: string; count: number }>(
    "plans.used",
    `SELECT k.name AS plan, count(*)::int AS count FROM purchase p
      CROSS JOIN LATERAL (SELECT p.plan UNION SELECT p.next_plan ->> 'name') AS k (name)
      WHERE p.skill_id = $1 AND p.status = 'active' AND k.name IS NOT NULL GROUP BY k.name`,
    [skillId],
    db,
  );

/**
 * Refuses to remove a plan that someone has, also by another pricing type, and to change how long the term of a published one
 * is: its buyers chose that.
 */
export async function requirePlansStay(db: Queryable, row: Published, terms: Terms, given: Given): Promise<void> {
  if (row.plans.length === 0) return;
  // A plan that was offered to one account is none of these.
  const used = (await plansInUse(db, row.id)).filter(({ plan }) =>
    row.plans.some(({ name }) => isSamePlan(name, plan)),
  );
  const nowOf = (name: string) => terms.plans.findIndex((plan) => isSamePlan(plan.name, name));
  const removed = used
    .filter(({ plan }) => nowOf(plan) < 0)
    .map(({ plan, count }) => {
      const buyers = count === 1 ? "1 subscription uses" : `${count} subscriptions use`;
      return terms.pricingType === "usage"
        ? { param: "pricing_type", message: `must stay subscription while ${buyers} the plan ${plan}` }
        : { param: "plans", message: `must still have ${plan}: ${buyers} it. Put it back; you may change its price` };
    });
  const changed = (row.live_revision_id ? row.plans : [])
    .map(({ name, interval }) => ({ name, interval, at: nowOf(name) }))
    .filter(({ interval, at }) => at >= 0 && terms.plans[at]?.interval !== interval)
    .map(({ name, interval, at }) => ({
      param: given.plans ? `plans[${at}].interval` : "subscription_interval",
      message: `must stay ${interval}, which buyers of ${name} chose; for another one, add a plan with another name`,
    }));
  const [issue, ...more] = [...removed, ...changed];
  if (issue) throw invalid([issue, ...more]);
}

/**
 * Refuses a name that a plan which one account is offered has: that account would be charged the offer's price for it. Not who
 * that is. Plans that there are may stay, the skill's lock is held.
 */
export async function requireNotOffered(db: Queryable, row: Published, terms: Terms): Promise<void> {
  if (terms.pricingType === "usage") return;
  const names = terms.plans.length > 0 ? terms.plans.map(({ name }) => name) : [ONLY_PLAN];
  const offered = await query<{ name: string }>(
    "plans.offered",
    "SELECT plan ->> 'name' AS name FROM plan_offer WHERE skill_id = $1 AND lower(plan ->> 'name') = ANY($2)",
    [row.id, names.map((name) => name.toLowerCase())],
    db,
  );
  const [issue, ...more] = offered.map(({ name }) => {
    const at = terms.plans.findIndex((plan) => isSamePlan(plan.name, name));
    return at < 0
      ? {
          param: "plans",
          message: `can't be removed: the only price would be called ${ONLY_PLAN}, as a plan that you offer is. Withdraw that offer first`,
        }
      : {
          param: `plans[${at}].name`,
          message:
            "is the name of a plan that you offer to one account; choose another name, or withdraw that offer first",
        };
  });
  if (issue) throw invalid([issue, ...more]);
}

/** Announced terms, with the plans that they remove and that buyers have chosen since. */
export async function withPlansInUse(db: Queryable, row: Published, terms: Terms): Promise<Terms> {
  if (terms.pricingType === "usage" || row.plans.length === 0) return terms;
  const used = await plansInUse(db, row.id);
  const offered = terms.plans.length > 0 ? terms.plans : [onlyPlanOf(terms)];
  const chosen = row.plans.filter(
    ({ name }) =>
      used.some(({ plan }) => isSamePlan(plan, name)) && !offered.some((plan) => isSamePlan(plan.name, name)),
  );
  return chosen.length === 0 ? terms : { ...terms, plans: [...offered, ...chosen] };
}
