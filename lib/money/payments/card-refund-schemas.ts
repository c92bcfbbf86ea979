import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, isWholeCents } from "@/lib/platform/core/money";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;

export const CardRefundInput = z
  .strictObject({
    amount: z
      .number()
      .positive()
      .refine(isWholeCents, { error: "must be whole cents" })
      .optional()
      .meta({ description: "Credits to give back; all that can be, if absent.", example: 12.5 }),
    password: z
      .string()
      .max(LIMITS.password.maxLength)
      .optional()
      .meta({ description: "The account's password, if it has one.", example: "correct horse battery" }),
  })
  .meta({ id: "CardRefundInput", example: { amount: 12.5, password: "correct horse battery" } });
export type CardRefundInput = z.output<typeof CardRefundInput>;

export const CardRefundQuery = z
  .object({ ...pageQuery(DEFAULT_PAGE_SIZE), ...cursorQuery(Id) })
  .refine(hasOneStart, ONE_START);

const CardRefundState = z.enum(["pending", "sent", "failed"]).meta({
  id: "CardRefundState",
  description:
    "`pending` until the payment processor has taken it, then `sent`: the bank shows it within 5 to 10 days. `failed`: the credits are back.",
  example: "sent",
});
export const CardRefundView = z
  .object({
    id: Id,
    order_id: Id.meta({ description: "The payment that it returns a part of." }),
    amount: Credits.meta({ description: "Credits that left the balance.", example: 12.5 }),
    returned: z
      .number()
      .meta({ description: "US dollars that the card gets, with its share of the tax.", example: 12.5 }),
    state: CardRefundState,
    failure: z.string().nullable().meta({ description: "Why it failed.", example: null }),
    created_at: Time,
  })
  .meta({ id: "CardRefund" });
export type CardRefundState = z.output<typeof CardRefundState>;
export const CardRefundList = pageOf(CardRefundView).meta({ id: "CardRefundList" });

export const Refundable = z
  .object({
    amount: Credits.meta({ description: "Credits that can go back to the card now.", example: 12.5 }),
    days: z.number().int().meta({ description: "How long after a payment that can be asked for.", example: 30 }),
    blocked: z
      .enum(["dispute"])
      .meta({ id: "RefundBlock", example: "dispute" })
      .nullable()
      .meta({ description: "`dispute` while a payment is disputed: nothing is refunded meanwhile.", example: null }),
  })
  .meta({ id: "Refundable" });
export type Refundable = z.output<typeof Refundable>;
