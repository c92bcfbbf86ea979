import { z } from "zod";
import { Id } from "@/lib/platform/core/fields";
import { Credits } from "@/lib/platform/core/money";
import { AdvisoryKindName, AdvisorySeverityName } from "@/lib/supply/advisories/schemas";
import { PurchaseStatus } from "@/lib/supply/skills/purchase-schemas";
import { Interval, UsageKind } from "@/lib/supply/skills/schemas";

export const Moment = z
  .string()
  .meta({ format: "date-time", description: "RFC 3339, UTC.", example: "2026-11-20T10:00:00.000Z" });
const skill = z.string().meta({ description: "Slug.", example: "text-statistics" });
const name = z.string().meta({ example: "Text statistics" });
const reason = z.string().optional().meta({ example: "The endpoint does not respond." });

const Purchased = z.object({
  purchase_id: Id,
  skill,
  price: Credits,
  interval: Interval,
  plan: z.string().nullable().meta({ description: "Null where the skill has a single price.", example: "Yearly" }),
  replaces: Id.nullable().meta({ description: "The purchase whose plan this one changed.", example: null }),
  status: PurchaseStatus,
  current_period_end: Moment,
  refunded: Credits,
  role: z.enum(["buyer", "developer"]).meta({ id: "PurchaseRole", description: "Your role in this purchase." }),
});
const PaidOut = z.object({
  payout_id: Id,
  amount: z.number().meta({ example: 25 }),
  currency: z.literal("usd"),
  failure: z.string().optional().meta({ example: "The account is closed." }),
});

/** Every event by its type: what has happened, and the form of its `data`. */
export const EVENTS = {
  "skill.approved": { about: "A version of your skill was approved.", data: z.object({ name, skill }) },
  "skill.rejected": {
    about: "A version of your skill was rejected.",
    data: z.object({ name, skill_id: Id, reason }),
  },
  "skill.suspended": {
    about: "An administrator took your skill off the marketplace.",
    data: z.object({ name, skill_id: Id, reason }),
  },
  "skill.advisory": {
    about: "A skill that you bought, downloaded or called was yanked, recalled or has a security advisory.",
    data: z.object({
      advisory: z.string().meta({ description: "Its name in /advisories.json.", example: "SKM-2026-7" }),
      kind: AdvisoryKindName,
      by: z.enum(["seller", "marketplace"]).optional().meta({ description: "Who wrote it.", example: "marketplace" }),
      name,
      skill,
      severity: AdvisorySeverityName,
      summary: z.string().meta({ example: "It reads SSH keys." }),
      action: z.string().meta({ example: "Delete every installed copy." }),
      versions: z.array(z.string()).meta({ example: ["1.0.0"] }),
      digests: z.array(z.string()).meta({ description: "SHA-256 of the affected archives.", example: [] }),
      fixed: z.string().nullable().meta({ description: "The version that fixes it.", example: null }),
      withdrawn: z.boolean(),
    }),
  },
  "purchase.created": { about: "You bought a subscription, or someone bought yours.", data: Purchased },
  "purchase.renewed": { about: "A subscription was renewed.", data: Purchased },
  "purchase.lapsed": { about: "A subscription ended because it could not renew.", data: Purchased },
  "purchase.refunded": { about: "A purchase was refunded.", data: Purchased },
  "call.failed": {
    about: "A call or download of your skill failed; the caller was not charged.",
    data: z.object({
      call_id: z.string().meta({ description: "The webhook-id that was sent to your endpoint." }),
      skill,
      kind: UsageKind,
      error_code: z.string().nullable().meta({ example: "upstream_timeout" }),
      duration_ms: z.number().int().meta({ example: 30000 }),
    }),
  },
  "run.succeeded": {
    about: "One of your runs succeeded.",
    data: z.object({ run_id: Id, skill }),
  },
  "run.failed": {
    about: "One of your runs failed or was canceled; nothing was charged.",
    data: z.object({ run_id: Id, skill, error_code: z.string().meta({ example: "upstream_timeout" }) }),
  },
  "approval.requested": {
    about: "A key or connected program of yours asks for an approval.",
    data: z.object({
      approval_id: Id,
      key: z.string().meta({ description: "What the key is called.", example: "ci" }),
      skill,
      price: Credits,
    }),
  },
  "approval.decided": {
    about: "You approved or refused a charge.",
    data: z.object({
      approval_id: Id,
      state: z.enum(["approved", "refused"]).meta({ id: "ApprovalOutcome" }),
      reason: z.string().nullable().meta({ example: null }),
    }),
  },
  "balance.low": {
    about: "Your balance fell below your threshold.",
    data: z.object({ balance: Credits, threshold: Credits }),
  },
  "topup.completed": {
    about: "Credits that you paid for have arrived.",
    data: z.object({
      order_id: Id,
      credits: Credits,
      amount: z.number().meta({ description: "US dollars.", example: 25 }),
      currency: z.literal("usd"),
      automatic: z.boolean(),
    }),
  },
  "payout.sent": { about: "A payout was sent to your bank.", data: PaidOut },
  "payout.paid": { about: "A payout arrived at your bank.", data: PaidOut },
  "payout.failed": {
    about: "Your bank rejected a payout; the amount is back in your earnings.",
    data: PaidOut,
  },
  "review.received": {
    about: "Your skill was reviewed.",
    data: z.object({
      review_id: Id,
      skill,
      rating: z.number().int().meta({ example: 5 }),
      text: z.string().meta({ example: "Works well." }),
    }),
  },
  "webhook.test": {
    about: "A test event that you requested.",
    data: z.object({ message: z.string().meta({ example: "This is a test." }) }),
  },
} satisfies Record<string, { about: string; data: z.ZodObject }>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];
