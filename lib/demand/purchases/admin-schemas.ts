import { z } from "zod";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits } from "@/lib/platform/core/money";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { PurchaseStatus } from "@/lib/supply/skills/purchase-schemas";
import { Interval } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 25;

export const AdminPurchaseQuery = z.object({
  search: z.string().trim().min(1).max(LIMITS.email.maxLength).optional().meta({
    description: "Part of a buyer's address or name, a skill's slug, or a whole id.",
    example: "ada",
  }),
  status: PurchaseStatus.optional(),
  refunded: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "Only purchases that were refunded, or that were not.", example: "false" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type AdminPurchaseQuery = z.output<typeof AdminPurchaseQuery>;

const Party = z.object({ id: Id, name: z.string(), email: z.string().meta({ example: "ada@example.com" }) });

export const AdminPurchase = z
  .object({
    id: Id,
    buyer: Party,
    developer: Party,
    skill: z.object({ id: Id, slug: z.string().meta({ example: "text-statistics" }), name: z.string() }),
    price: Credits,
    interval: Interval,
    status: PurchaseStatus,
    term: z.number().int().meta({ description: "How many terms were paid for.", example: 1 }),
    auto_renew: z.boolean(),
    started_at: Time,
    current_period_end: laterTime("2026-12-20T10:00:00.000Z"),
    refund: z
      .object({ credits: Credits, reason: z.string(), refunded_at: Time })
      .nullable()
      .meta({ description: "Set once the purchase was refunded." }),
  })
  .meta({ id: "AdminPurchase" });
export type AdminPurchase = z.input<typeof AdminPurchase>;
export const AdminPurchaseList = pageOf(AdminPurchase).meta({ id: "AdminPurchaseList" });

export const RefundPreview = z.object({
  refunded: Credits.meta({ description: "What the buyer would get back." }),
  from_developer: Credits,
  from_fee: Credits,
});
export type RefundPreview = z.input<typeof RefundPreview>;

export const AdminPurchaseDetail = AdminPurchase.extend({
  preview: z
    .object({ full: RefundPreview.nullable(), unused: RefundPreview.nullable() })
    .meta({ description: "What each kind of refund would move now; null when there is nothing to refund." }),
}).meta({ id: "AdminPurchaseDetail" });
