import { z } from "zod";
import { LIMITS } from "@/lib/platform/core/limits";

export const Withdrawal = z
  .strictObject({
    discard: z.boolean().default(false).meta({
      description: "true drops the edit and goes back to the approved revision; false keeps it as a draft.",
      example: false,
    }),
  })
  .meta({ id: "Withdrawal" });
export type Withdrawal = z.output<typeof Withdrawal>;

export const Unlisting = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .max(LIMITS.reason.maxLength)
      .optional()
      .meta({ description: "Kept in the skill's history.", example: "Replaced by text-statistics-2." }),
  })
  .meta({ id: "Unlisting" });
export type Unlisting = z.output<typeof Unlisting>;
