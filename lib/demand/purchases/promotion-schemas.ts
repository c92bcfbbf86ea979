import { z } from "zod";
import { Id, laterTime, SlugParams, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, Price } from "@/lib/platform/core/money";
import { MAX_PAGE_SIZE, pageOf, pageQuery } from "@/lib/platform/core/page";
import { PlanName } from "@/lib/supply/skills/plans";

export const PromotionCodeText = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, { error: "must be 3 to 32 letters, digits, hyphens and underscores" })
  .meta({ description: "A promotion code; capitals don't matter.", example: "LAUNCH20" });

export const PromotionInput = z
  .strictObject({
    code: PromotionCodeText,
    percent_off: z.number().int().min(LIMITS.promotionPercent.min).max(LIMITS.promotionPercent.max).optional().meta({
      description: "Percent off the price. Send this or amount_off.",
      example: 20,
    }),
    amount_off: Price.optional().meta({ description: "Credits off the price." }),
    max_uses: z.number().int().min(LIMITS.promotionUses.min).max(LIMITS.promotionUses.max).optional().meta({
      description: "Most purchases with it; no limit by default.",
      example: 100,
    }),
    ends_at: z.iso.datetime({ offset: true }).optional().meta({
      description: "Until when it works; always by default.",
      example: "2999-12-31T00:00:00Z",
    }),
  })
  .refine(({ percent_off, amount_off }) => (percent_off === undefined) !== (amount_off === undefined), {
    error: "send either percent_off or amount_off",
    path: ["percent_off"],
  })
  .refine(({ amount_off }) => amount_off !== 0, { error: "must be more than 0", path: ["amount_off"] })
  .meta({ id: "PromotionInput", example: { code: "LAUNCH20", percent_off: 20, max_uses: 100 } });
export type PromotionInput = z.output<typeof PromotionInput>;

export const PromotionState = z
  .enum(["active", "used_up", "expired", "ended"])
  .meta({ id: "PromotionState", description: "`ended` by its developer.", example: "active" });

export const Promotion = z
  .object({
    id: Id,
    code: z.string().meta({ example: "LAUNCH20" }),
    percent_off: z.number().int().nullable().meta({ example: 20 }),
    amount_off: Credits.nullable().meta({ example: null }),
    max_uses: z.number().int().nullable().meta({ description: "Null without a limit.", example: 100 }),
    uses: z.number().int().meta({ description: "Purchases with it so far.", example: 3 }),
    ends_at: laterTime("2999-12-31T00:00:00.000Z").nullable(),
    state: PromotionState,
    created_at: Time,
  })
  .meta({ id: "Promotion" });
export type Promotion = z.input<typeof Promotion>;
export const PromotionList = pageOf(Promotion).meta({ id: "PromotionList" });
export const PromotionsQuery = z.object(pageQuery(MAX_PAGE_SIZE));
export const PromotionParams = z.object({ id: Id, promotion: Id });

export const PromotionQuoteParams = SlugParams.extend({
  code: z.string().max(64).meta({ description: "The promotion code.", example: "LAUNCH20" }),
});
export const PromotionQuoteQuery = z.object({
  plan: PlanName.optional().meta({ description: "The name of the plan; the first by default.", example: "Yearly" }),
});
export const PromotionQuote = z
  .object({
    code: z.string().meta({ example: "LAUNCH20" }),
    price: Credits.meta({ description: "Price of each term with the code.", example: 4 }),
    full_price: Credits.meta({ description: "Price of each term without it.", example: 5 }),
  })
  .meta({ id: "PromotionQuote" });
