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

export const PrivateDecision = z
  .strictObject({
    action: z.enum(["approve", "reject"]).meta({ id: "PrivateDecisionAction", example: "approve" }),
    revision: z
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .meta({ description: "The version that you looked at.", example: 2 }),
    reason: z
      .string()
      .trim()
      .max(LIMITS.reason.maxLength)
      .optional()
      .meta({ description: "Shown to the members who publish.", example: "The endpoint is not ours." }),
  })
  .meta({ id: "PrivateDecision" });
export type PrivateDecision = z.output<typeof PrivateDecision>;
