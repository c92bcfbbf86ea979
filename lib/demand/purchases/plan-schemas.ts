import { z } from "zod";
import { Balance } from "@/lib/money/ledger/schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { Credits, Price } from "@/lib/platform/core/money";
import { IntervalName, PlanName } from "@/lib/supply/skills/plans";
import { PurchaseView } from "@/lib/supply/skills/purchase-schemas";

export const PlanQuery = z.object({ plan: PlanName.meta({ description: "The name of the plan.", example: "Yearly" }) });

export const PlanChange = z
  .strictObject({
    plan: PlanName.meta({ description: "The name of the plan.", example: "Yearly" }),
    max_price: Price.optional().meta({ description: "Refuse if a term of the plan costs more.", example: 48 }),
    approval: Id.optional().meta({ description: "The approval that covers it, as the header `Approval` does." }),
  })
  .meta({ id: "PlanChange" });
export type PlanChange = z.output<typeof PlanChange>;

export const PlanQuote = z
  .object({
    plan: z.string().meta({ example: "Yearly" }),
    applies: z.enum(["now", "later", "same"]).meta({
      id: "PlanApplies",
      description:
        "`now` for a plan whose term costs more, or whose day does while its price covers the credit; `later`, when the running term ends, for any other; `same` is the plan that the purchase has.",
      example: "now",
    }),
    price: Credits.meta({ description: "Price of a term of the plan.", example: 48 }),
    interval: IntervalName,
    credit: Credits.meta({ description: "The unused rest of the running term, given back now.", example: 3.5 }),
    charge: Credits.meta({ description: "What the change charges now: the price less the credit.", example: 44.5 }),
    starts_at: Time,
    ends_at: Time.meta({ description: "When its first term ends." }),
  })
  .meta({ id: "PlanQuote" });

export const PlanChangeResult = z
  .object({
    purchase: PurchaseView,
    balance: Balance,
    change: z.enum(["changed", "scheduled", "withdrawn", "already"]).meta({
      id: "PlanChangeOutcome",
      description:
        "`changed`: the purchase is a new one, with the plan, from now on. `scheduled`: it begins when the running term ends. `withdrawn`: the plan that was scheduled no longer is. `already`: nothing had to be done.",
      example: "changed",
    }),
    credit: Credits.meta({ description: "What was given back of the former plan.", example: 3.5 }),
  })
  .meta({ id: "PlanChangeResult" });
