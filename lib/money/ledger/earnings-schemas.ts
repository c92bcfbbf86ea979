import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits } from "@/lib/platform/core/money";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;
const FIRST_YEAR = 2020;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

const isMonth = (text: string) => Number(MONTH.exec(text)?.[1] ?? 0) >= FIRST_YEAR;
const Month = z.string().refine(isMonth, { error: "must be a month such as 2026-11" });

export const StatementParams = z.object({
  month: Month.meta({ description: "A month in UTC.", example: "2026-11" }),
});

export const EarningsQuery = z.object({
  month: Month.optional().meta({ description: "Only entries of this month, in UTC.", example: "2026-11" }),
  skill: z
    .string()
    .max(LIMITS.slug.maxLength)
    .optional()
    .meta({ description: "Only sales and refunds of this slug.", example: "text-statistics" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type EarningsQuery = z.output<typeof EarningsQuery>;

export const EarningsEntry = z
  .object({
    id: z.string().meta({ example: "42" }),
    kind: z.string().meta({
      description: "purchase, renewal, execute, download, purchase_refund, payout, payout_returned",
      example: "execute",
    }),
    skill: z.string().nullable().meta({ description: "Slug of the skill.", example: "text-statistics" }),
    gross: Credits.nullable().meta({
      description: "What the buyer paid; negative in a refund, null in a payout.",
      example: 0.5,
    }),
    fee: Credits.nullable().meta({ description: "The marketplace's part of it.", example: 0.075 }),
    net: Credits.meta({ description: "What came to the earnings, or left them.", example: 0.425 }),
    created_at: Time,
  })
  .meta({ id: "EarningsEntry" });
export const EarningsList = pageOf(EarningsEntry).meta({ id: "EarningsList" });

export const Statement = z
  .object({
    month: z.string().meta({ description: "In UTC.", example: "2026-11" }),
    opening: Credits.meta({ description: "Earnings at its beginning.", example: 100 }),
    sales: Credits.meta({ description: "What buyers paid.", example: 40 }),
    refunds: Credits.meta({ description: "What buyers got back; negative.", example: -10 }),
    fees: Credits.meta({ description: "The marketplace's part of both; negative.", example: -4.5 }),
    payouts: Credits.meta({ description: "Payouts, less those that came back; negative.", example: -90 }),
    closing: Credits.meta({ description: "Earnings at its end: the sum of the above.", example: 35.5 }),
  })
  .meta({ id: "Statement" });
export const StatementList = pageOf(Statement).meta({ id: "StatementList" });
