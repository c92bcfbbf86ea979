import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { Credits } from "@/lib/platform/core/money";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;

export const Balance = z
  .object({
    balance: Credits.meta({ description: "Credits on the wallet, those held included.", example: 12.5 }),
    held: Credits.meta({ description: "Credits set aside for calls that are in progress.", example: 0 }),
    available: Credits.meta({ description: "Credits that can be spent.", example: 12.5 }),
    currency: z.literal("credits"),
  })
  .meta({ id: "Balance" });
export type Balance = z.input<typeof Balance>;

export const LedgerQuery = z
  .object({
    ...pageQuery(DEFAULT_PAGE_SIZE),
    ...cursorQuery(
      z
        .string()
        .regex(/^\d{1,18}$/)
        .meta({ example: "42" }),
    ),
  })
  .refine(hasOneStart, ONE_START);

export const LedgerEntryView = z
  .object({
    id: z.string().meta({ example: "42" }),
    kind: z.string().meta({
      description: "topup, purchase, renewal, execute, download, grant, refund, purchase_refund …",
      example: "purchase",
    }),
    subject: z
      .string()
      .nullable()
      .meta({ description: "What it was for: mostly the slug of a skill.", example: "text-statistics" }),
    amount: Credits.meta({ description: "Signed: negative when credits left the wallet.", example: -5 }),
    balance_after: Credits,
    created_at: Time,
  })
  .meta({ id: "LedgerEntry" });
export const LedgerList = pageOf(LedgerEntryView).meta({ id: "LedgerList" });
