import { z } from "zod";
import { DocumentKind } from "@/lib/money/billing/document-schemas";
import { PACKS } from "@/lib/money/payments/packs";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, isWholeCents } from "@/lib/platform/core/money";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;

export const TopupInput = z
  .strictObject({
    pack_id: z
      .enum(PACKS.map(({ pack_id }) => pack_id) as [string, ...string[]])
      .meta({ id: "PackId" })
      .optional()
      .meta({ description: "A credit pack; GET /v1/credits/topup lists them.", example: "credits-25" }),
    amount: z
      .number()
      .min(LIMITS.topUp.min)
      .max(LIMITS.topUp.max)
      .refine(isWholeCents, { error: "must be whole cents" })
      .optional()
      .meta({ description: "A custom amount in US dollars, 5 to 10,000, instead of a pack.", example: 42.5 }),
    skill: z.string().max(LIMITS.slug.maxLength).optional().meta({
      description: "Slug of the skill that the credits are for; the checkout names it and the wallet leads back to it.",
      example: "text-statistics",
    }),
  })
  .refine(({ pack_id, amount }) => (pack_id === undefined) !== (amount === undefined), {
    error: "name either pack_id or amount",
    path: ["pack_id"],
  })
  .meta({ id: "TopupInput", example: { pack_id: "credits-25" } });
export type TopupInput = z.output<typeof TopupInput>;

export const PackView = z
  .object({
    pack_id: z.string().meta({ example: "credits-25" }),
    name: z.string().meta({ example: "25 credits" }),
    credits: Credits.meta({ example: 25 }),
    price: z.number().meta({ description: "US dollars.", example: 25 }),
    currency: z.literal("usd"),
  })
  .meta({ id: "Pack" });
export const PackList = pageOf(PackView).meta({ id: "PackList" });

export const Checkout = z
  .object({
    checkout_url: z.string().meta({
      description: "Open this in a browser to pay.",
      example: "https://checkout.stripe.com/c/pay/cs_1",
    }),
    session_id: z.string().meta({ example: "cs_test_1" }),
    credits: Credits.meta({ example: 25 }),
    amount: z.number().meta({ description: "US dollars, without tax that the checkout may add.", example: 25 }),
    currency: z.literal("usd"),
    expires_at: laterTime("2026-11-20T11:00:00.000Z"),
  })
  .meta({ id: "Checkout" });

export const OrderQuery = z
  .object({ ...pageQuery(DEFAULT_PAGE_SIZE), ...cursorQuery(Id) })
  .refine(hasOneStart, ONE_START);
export const OrderState = z
  .enum(["created", "open", "processing", "paid", "failed", "expired"])
  .meta({ id: "OrderState", example: "paid" });
export type OrderState = z.output<typeof OrderState>;
export const OrderView = z
  .object({
    id: Id,
    state: OrderState,
    credits: Credits.meta({ example: 25 }),
    amount: z.number().meta({ description: "US dollars without tax.", example: 25 }),
    tax: z.number().meta({ description: "US dollars of tax, paid on top of the amount.", example: 0 }),
    currency: z.literal("usd"),
    refunded: z.number().meta({ description: "US dollars given back without tax, disputes included.", example: 0 }),
    automatic: z.boolean().meta({ description: "Bought automatically, with the saved card.", example: false }),
    failure: z
      .string()
      .nullable()
      .meta({ description: "Why the payment, or the last attempt at it, failed.", example: null }),
    skill: z.object({ slug: z.string(), name: z.string() }).nullable().meta({
      description: "The skill that the credits are for; null when none was named or it left the marketplace.",
      example: null,
    }),
    checkout_url: z
      .string()
      .nullable()
      .meta({ description: "URL to continue an open payment; null once it has ended.", example: null }),
    receipt_url: z.string().nullable().meta({ description: "The processor's receipt.", example: null }),
    documents: z
      .array(z.object({ id: Id, kind: DocumentKind, number: z.string().meta({ example: "R-000041" }) }))
      .meta({
        description: "Its receipt and credit notes; GET /v1/credits/documents/{id}/pdf downloads one.",
      }),
    created_at: Time,
    paid_at: laterTime("2026-11-20T10:01:00.000Z").nullable(),
  })
  .meta({ id: "Order" });
export type OrderView = z.input<typeof OrderView>;
export const OrderList = pageOf(OrderView).meta({ id: "OrderList" });

export const Received = z.object({ received: z.literal(true) });
