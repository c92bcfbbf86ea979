import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { isWholeCents, Price } from "@/lib/platform/core/money";

const dollars = (most: number) =>
  z.number().min(LIMITS.topUp.min).max(most).refine(isWholeCents, { error: "must be whole cents" });

export const CreditSettings = z
  .object({
    low_balance_threshold: z
      .number()
      .nullable()
      .meta({ description: "We notify you when the balance falls below this; null for never.", example: 5 }),
    confirm_above: z.number().meta({
      description: "The website asks before a charge above this many credits; the API never asks.",
      example: 1,
    }),
    ask_above: z.number().nullable().meta({
      description: "Charges of keys and connected programs above this many credits need your approval; null for none.",
      example: 2,
    }),
    auto_topup: z.object({
      enabled: z.boolean(),
      threshold: z
        .number()
        .nullable()
        .meta({ description: "Credits are bought when the balance falls below.", example: 5 }),
      amount: z.number().nullable().meta({ description: "US dollars a time.", example: 25 }),
      monthly_limit: z
        .number()
        .nullable()
        .meta({ description: "Most US dollars in a calendar month (UTC).", example: 100 }),
      spent_this_month: z.number().meta({ description: "US dollars, those in progress included.", example: 25 }),
      paused_reason: z
        .string()
        .nullable()
        .meta({ description: "Why automatic top-ups were turned off for you, if they were.", example: null }),
    }),
    card: z
      .object({ brand: z.string().meta({ example: "visa" }), last4: z.string().meta({ example: "4242" }) })
      .nullable()
      .meta({ description: "The saved card; the processor keeps its number, we never see it." }),
  })
  .meta({ id: "CreditSettings" });
export type CreditSettings = z.input<typeof CreditSettings>;

export const CreditSettingsInput = z
  .strictObject({
    low_balance_threshold: Price.nullable()
      .optional()
      .meta({ description: "In credits; null turns the notification off.", example: 5 }),
    confirm_above: Price.optional().meta({ description: "Credits; 0 asks before every charge.", example: 1 }),
    ask_above: Price.nullable()
      .optional()
      .meta({ description: "Credits; null for no approvals. Only a signed-in user can change it.", example: 2 }),
    auto_topup: z
      .strictObject({
        enabled: z.boolean(),
        threshold: Price.optional().meta({ description: "Credits.", example: 5 }),
        amount: dollars(LIMITS.topUp.max).optional().meta({ description: "US dollars.", example: 25 }),
        monthly_limit: dollars(LIMITS.monthlyTopUp.max).optional().meta({ description: "US dollars.", example: 100 }),
      })
      .optional(),
  })
  .meta({ id: "CreditSettingsInput", example: { low_balance_threshold: 5 } });
export type CreditSettingsInput = z.output<typeof CreditSettingsInput>;

export const CardSetup = z
  .object({
    setup_url: z.string().meta({
      description: "Open this in a browser to save a card at the processor.",
      example: "https://checkout.stripe.com/c/pay/cs_2",
    }),
    session_id: z.string().meta({ example: "cs_test_2" }),
    expires_at: Time,
  })
  .meta({ id: "CardSetup" });
