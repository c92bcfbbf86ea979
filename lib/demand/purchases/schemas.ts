import { z } from "zod";
import { PromotionCodeText } from "@/lib/demand/purchases/promotion-schemas";
import { Balance } from "@/lib/money/ledger/schemas";
import { Id } from "@/lib/platform/core/fields";
import { Price } from "@/lib/platform/core/money";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";
import { PlanName } from "@/lib/supply/skills/plans";
import { PurchaseView } from "@/lib/supply/skills/purchase-schemas";

const DEFAULT_PAGE_SIZE = 50;

export const PurchaseInput = z
  .strictObject({
    auto_renew: z.boolean().default(true).meta({ description: "Renew at the end of each term.", example: true }),
    max_price: Price.optional().meta({ description: "Refuse to buy above this price.", example: 5 }),
    plan: PlanName.optional().meta({ description: "The name of its plan; the first by default.", example: "Yearly" }),
    trial: z.boolean().optional().meta({
      description:
        "true refuses to buy without the skill's trial, false buys without it. By default it begins with the trial if there is one for the account.",
      example: true,
    }),
    promotion_code: PromotionCodeText.optional(),
    approval: Id.optional().meta({ description: "The approval that covers it, as the header `Approval` does." }),
  })
  .meta({ id: "PurchaseInput" });
export type PurchaseInput = z.output<typeof PurchaseInput>;

export const PurchaseResult = z
  .object({
    purchase: PurchaseView,
    balance: Balance,
    already_owned: z
      .literal(true)
      .optional()
      .meta({ description: "The purchase was running already; nothing was charged." }),
  })
  .meta({ id: "PurchaseResult" });

export const PurchaseChange = z
  .strictObject({
    auto_renew: z.boolean().meta({ description: "false cancels the renewal, true resumes it.", example: false }),
  })
  .meta({ id: "PurchaseChange" });
export type PurchaseChange = z.output<typeof PurchaseChange>;

export const PurchaseQuery = z
  .object({ ...pageQuery(DEFAULT_PAGE_SIZE), ...cursorQuery(Id) })
  .refine(hasOneStart, ONE_START);
export type PurchaseQuery = z.output<typeof PurchaseQuery>;
export const PurchaseList = pageOf(PurchaseView).meta({ id: "PurchaseList" });
