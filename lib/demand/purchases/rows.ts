import { toCredits } from "@/lib/platform/core/money";
import { type PlanUnitTerms, toPlanUnits } from "@/lib/supply/skills/plans";
import type { PurchaseView } from "@/lib/supply/skills/purchase-schemas";
import type { Interval } from "@/lib/supply/skills/schemas";

/** A purchase as it is read from the database, with its skill; amounts are micro-credits as text. */
export type PurchaseRow = {
  id: string;
  slug: string;
  name: string;
  price_micros: string;
  interval: Interval;
  status: PurchaseView["status"];
  started_at: Date;
  current_period_end: Date;
  auto_renew: boolean;
  refunded_micros: string;
  /** 0 while it is tried. */
  term: number;
  plan: string | null;
  included_calls: number | null;
  beyond_micros: string | null;
  included_units: PlanUnitTerms[];
  next_plan: NextPlan | null;
  replaces_id: string | null;
};

/** What `plan_terms` says of a plan that was chosen for the next term. */
export type NextPlan = { name: string | null; price: number | string; term_interval: Interval };

/** A purchase as its buyer sees it. A period that is over shows as ended even before the renewal job ran. */
export function toPurchaseView(row: PurchaseRow): PurchaseView {
  const isOver = row.status === "active" && !row.auto_renew && row.current_period_end.getTime() <= Date.now();
  return {
    id: row.id,
    skill: { slug: row.slug, name: row.name },
    price: toCredits(BigInt(row.price_micros)),
    interval: row.interval,
    plan: row.plan,
    included_calls: row.included_calls,
    price_beyond: row.beyond_micros === null ? null : toCredits(BigInt(row.beyond_micros)),
    included_units: toPlanUnits(row.included_units),
    next_plan: row.next_plan && {
      name: row.next_plan.name,
      price: toCredits(BigInt(row.next_plan.price)),
      interval: row.next_plan.term_interval,
    },
    replaces: row.replaces_id,
    status: isOver ? "cancelled" : row.status,
    started_at: row.started_at,
    current_period_end: row.current_period_end,
    auto_renew: row.auto_renew,
    trial: row.term === 0,
    refunded: toCredits(BigInt(row.refunded_micros)),
  };
}
