import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { Credits, isWholeCents } from "@/lib/platform/core/money";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;
/** Smallest payout, in credits, which are US dollars here. */
export const MIN_PAYOUT_CREDITS = 10;
const MAX_PAYOUT_CREDITS = 1_000_000;

export const PayoutInput = z
  .strictObject({
    amount: z
      .number()
      .min(MIN_PAYOUT_CREDITS)
      .max(MAX_PAYOUT_CREDITS)
      .refine(isWholeCents, { error: "must be whole cents" })
      .optional()
      .meta({
        description: `Credits, which are US dollars: at least ${MIN_PAYOUT_CREDITS}; by default, all that is available.`,
        example: 120,
      }),
  })
  .meta({ id: "PayoutInput" });
export type PayoutInput = z.output<typeof PayoutInput>;

export const PayoutState = z.enum(["pending", "in_transit", "paid", "returning", "failed"]).meta({
  id: "PayoutState",
  description:
    "`pending`: not sent yet; `in_transit`: sent to the bank; `paid`; `returning`: refused by the bank; `failed`: returned to your earnings.",
  example: "paid",
});
export const PayoutOrigin = z.enum(["requested", "monthly"]).meta({ id: "PayoutOrigin" });
export const PayoutView = z
  .object({
    id: Id,
    amount: Credits.meta({ example: 120 }),
    currency: z.literal("usd"),
    state: PayoutState,
    origin: PayoutOrigin,
    returned: Credits.meta({ description: "What has come back to the earnings.", example: 0 }),
    failure: z.string().nullable().meta({ description: "Why it failed, when it did." }),
    bank_amount: z
      .number()
      .nullable()
      .meta({ description: "What your bank is sent, once that is known.", example: 110.4 }),
    bank_currency: z
      .string()
      .nullable()
      .meta({ description: "The default currency of your account at the processor.", example: "eur" }),
    created_at: Time,
    paid_at: Time.nullable().meta({ example: "2026-11-22T10:00:00.000Z" }),
  })
  .meta({ id: "Payout" });
export type PayoutView = z.input<typeof PayoutView>;
export const PayoutQuery = z
  .object({ ...pageQuery(DEFAULT_PAGE_SIZE), ...cursorQuery(Id) })
  .refine(hasOneStart, ONE_START);
export const PayoutList = pageOf(PayoutView).meta({ id: "PayoutList" });

export const PayoutAccountState = z.enum(["none", "incomplete", "restricted", "ready"]).meta({
  id: "PayoutAccountState",
  description:
    "`none`: not connected; `incomplete`: the processor's form is unfinished; `restricted`: the processor wants more; `ready`.",
  example: "ready",
});

export const PayoutAccountView = z
  .object({
    state: PayoutAccountState,
    country: z.string().nullable().meta({ example: "US" }),
    bank: z
      .object({
        name: z.string().nullable().meta({ description: "As the processor calls it.", example: "STRIPE TEST BANK" }),
        last4: z.string().meta({ description: "Last four digits of the account's number.", example: "6789" }),
      })
      .nullable()
      .meta({ description: "Where payouts go; null until the processor has said it." }),
    due: z.array(z.string()).meta({ description: "What the processor still asks for, in its words.", example: [] }),
    monthly: z.boolean().meta({ description: "Whether all that is available is paid out every month." }),
    minimum: Credits.meta({ description: "Smallest payout.", example: MIN_PAYOUT_CREDITS }),
    hold_days: z.number().int().meta({ description: "Days that earnings wait after a sale.", example: 7 }),
    countries: z
      .array(z.string())
      .meta({ description: "ISO 3166 codes of the countries with payouts.", example: ["DE", "US"] }),
  })
  .meta({ id: "PayoutAccount" });
export type PayoutAccountView = z.input<typeof PayoutAccountView>;
export const PayoutAccountChange = z
  .strictObject({ monthly: z.boolean().meta({ example: true }) })
  .meta({ id: "PayoutAccountChange" });

export const ConnectInput = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: "must be two capital letters" })
      .optional()
      .meta({
        description:
          "ISO 3166 code of where the developer is, one of the account's `countries`; by default, the marketplace's own. Fixed by the first call.",
        example: "US",
      }),
  })
  .meta({ id: "ConnectInput" });
export type ConnectInput = z.output<typeof ConnectInput>;
export const ConnectLink = z
  .object({
    url: z.string().meta({
      description: "The processor's own form: open it in a browser, once, soon.",
      example: "https://connect.stripe.com/setup/e/acct_1/1",
    }),
    expires_at: Time,
  })
  .meta({ id: "ConnectLink" });

export const EarningsSummary = z
  .object({
    balance: Credits.meta({ description: "Earned and not paid out; negative after refunds of what was." }),
    available: Credits.meta({ description: "What can be paid out now." }),
    held: Credits.meta({ description: "Waits until its sales can no longer be refunded." }),
    in_payout: Credits.meta({ description: "In transit to your bank." }),
    paid_out: Credits.meta({ description: "Paid out so far." }),
    next_release_at: Time.nullable().meta({ description: "When the oldest held earnings become available." }),
    next_payout_at: Time.nullable().meta({ description: "When the next monthly payout is due, when on." }),
    currency: z.literal("credits"),
  })
  .meta({ id: "EarningsSummary" });
