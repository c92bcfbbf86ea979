import { z } from "zod";
import { Credits } from "@/lib/platform/core/money";
import { isInOrder, SPAN_FIELDS, SPAN_ORDER } from "@/lib/platform/core/span";

/** By what spending can be added up. */
export const SPENDING_BY = ["skill", "key", "member", "day"] as const;
export type SpendingBy = (typeof SPENDING_BY)[number];

export const SpendingQuery = z
  .object({
    ...SPAN_FIELDS,
    by: z
      .enum(SPENDING_BY)
      .default("skill")
      .meta({ id: "SpendingBy", description: "What each row adds up.", example: "skill" }),
  })
  .refine(isInOrder, SPAN_ORDER);
export type SpendingQuery = z.output<typeof SpendingQuery>;

export const Spending = z
  .object({
    data: z
      .array(
        z.object({
          subject: z.string().nullable().meta({
            description: "Slug of the skill, ID of the key or member (null on the website), or UTC day.",
            example: "text-statistics",
          }),
          name: z
            .string()
            .nullable()
            .meta({ description: "Name of the skill, key or member.", example: "Text statistics" }),
          spent: Credits.meta({ description: "Calls, purchases and renewals, minus refunds.", example: 4.2 }),
        }),
      )
      .meta({ description: "Highest first, days in order; at most 1,000." }),
    total: Credits.meta({ example: 4.2 }),
  })
  .meta({ id: "Spending" });
