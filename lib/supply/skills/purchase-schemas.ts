import { z } from "zod";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { Credits } from "@/lib/platform/core/money";
import { IntervalName, PlanUnitShown } from "@/lib/supply/skills/plans";

export const PurchaseStatus = z
  .enum(["active", "cancelled", "expired"])
  .meta({ id: "PurchaseStatus", example: "active" });
export const TrialState = z.enum(["available", "used", "unverified"]).meta({ id: "TrialState", example: "available" });
const NextPlan = z.object({ name: z.string().nullable(), price: Credits, interval: IntervalName }).meta({
  id: "NextPlan",
  description: "The plan that begins at `current_period_end`; null when it renews as it is.",
  example: { name: "Monthly", price: 5, interval: "month" },
});
export const PurchaseView = z
  .object({
    id: Id,
    skill: z.object({ slug: z.string().meta({ example: "text-statistics" }), name: z.string() }),
    price: Credits,
    interval: IntervalName,
    plan: z.string().nullable().meta({ description: "Its plan; null for a single price.", example: null }),
    included_calls: z.number().int().nullable().meta({
      description: "Calls that each of its terms includes; null for any number.",
      example: null,
    }),
    price_beyond: Credits.nullable().meta({
      description: "What each call beyond those costs; null where they are refused until the next term.",
      example: null,
    }),
    included_units: z.array(PlanUnitShown).meta({ description: "Units that each of its terms includes.", example: [] }),
    next_plan: NextPlan.nullable().meta({ example: null }),
    replaces: Id.nullable().meta({
      description: "The purchase that this one continues with another plan.",
      example: null,
    }),
    status: PurchaseStatus,
    started_at: Time,
    current_period_end: laterTime("2026-12-20T10:00:00.000Z"),
    auto_renew: z.boolean(),
    trial: z.boolean().meta({
      description: "Whether it is tried, free until `current_period_end`; then it costs `price`.",
      example: false,
    }),
    refunded: Credits.meta({ description: "Credits given back when the purchase was refunded.", example: 0 }),
  })
  .meta({ id: "Purchase" });
export type PurchaseView = z.input<typeof PurchaseView>;
