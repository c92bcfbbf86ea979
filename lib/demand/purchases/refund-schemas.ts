import { z } from "zod";
import { Id } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits } from "@/lib/platform/core/money";

export const RefundInput = z
  .strictObject({
    refund: z.enum(["full", "unused"]).meta({
      id: "RefundKind",
      description:
        "`full`: the price of the last term, also when it is over. `unused`: the rest of the running term, by time.",
      example: "unused",
    }),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.reason.maxLength)
      .meta({ description: "Kept in the audit log.", example: "The skill stopped working." }),
  })
  .meta({ id: "RefundInput" });
export type RefundInput = z.output<typeof RefundInput>;

export const RefundResult = z
  .object({
    purchase_id: Id,
    refunded: Credits.meta({ description: "Credits that the buyer got back.", example: 3.2 }),
    from_developer: Credits.meta({ description: "Taken back from the developer's earnings.", example: 2.72 }),
    from_fee: Credits.meta({ description: "Given up of the marketplace's fee.", example: 0.48 }),
  })
  .meta({ id: "RefundResult" });
