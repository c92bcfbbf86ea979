import { z } from "zod";
import { Handle } from "@/lib/identity/accounts/handle-schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { pageOf } from "@/lib/platform/core/page";
import { Plan, PlanShown } from "@/lib/supply/skills/plans";

export const PlanOfferInput = z
  .strictObject({
    account: Handle.meta({
      description: "Handle of the person or organization that may buy the plan.",
      example: "acme",
    }),
    plan: Plan,
  })
  .meta({
    id: "PlanOfferInput",
    example: { account: "acme", plan: { name: "Acme", interval: "year", price: 400 } },
  });
export type PlanOfferInput = z.output<typeof PlanOfferInput>;

export const PlanOffer = z
  .object({
    id: Id,
    skill: z.object({ slug: z.string().meta({ example: "text-statistics" }), name: z.string() }),
    account: z
      .object({ handle: z.string().meta({ example: "acme" }), name: z.string().meta({ example: "Acme" }) })
      .meta({ description: "The only account that sees and buys it." }),
    plan: PlanShown,
    url: z.url().meta({
      description: "Where that account buys it.",
      example: "https://example.com/skills/text-statistics?offer=019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
    }),
    created_at: Time,
  })
  .meta({ id: "PlanOffer" });
export type PlanOffer = z.input<typeof PlanOffer>;
export const PlanOfferList = pageOf(PlanOffer).meta({ id: "PlanOfferList" });
export const PlanOfferParams = z.object({ id: Id, offer: Id });
