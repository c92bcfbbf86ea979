import { z } from "zod";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, Price } from "@/lib/platform/core/money";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;

/** `used` and `expired` follow from what is left and from the time. */
export const APPROVAL_STATES = ["pending", "approved", "refused", "used", "expired"] as const;
const State = z.enum(APPROVAL_STATES).meta({ id: "ApprovalState", example: "pending" });
const Scope = z.enum(["once", "skill"]).meta({ id: "ApprovalScope", example: "once" });
const ChargeKind = z.enum(["execute", "download", "purchase"]).meta({ id: "ApprovalKind", example: "execute" });

export const ApprovalQuery = z.object({
  ...pageQuery(DEFAULT_PAGE_SIZE),
  pending: z
    .enum(["true", "false"])
    .default("false")
    .meta({ description: "true for those that wait only.", example: "true" }),
});
export type ApprovalQuery = z.output<typeof ApprovalQuery>;

export const Approval = z
  .object({
    id: Id,
    state: State,
    url: z.string().meta({
      description: "Where the account's owner decides, signed in.",
      example: "https://market.example.com/approvals/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
    }),
    kind: ChargeKind,
    skill: z.object({ id: Id, slug: z.string(), name: z.string() }).meta({
      example: { id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b12", slug: "text-statistics", name: "Text statistics" },
    }),
    version: z.number().int().meta({ description: "The skill's version that it is for.", example: 3 }),
    price: Credits.meta({ description: "What the charge costs.", example: 2 }),
    key: z
      .object({
        id: Id,
        name: z.string().nullable(),
        prefix: z.string(),
        is_program: z.boolean(),
        member: z.object({ id: Id, name: z.string() }).nullable().meta({
          description: "The member of the organization who made the key; null for a person's own account.",
        }),
      })
      .meta({ description: "Who asks; only this key can use the approval." }),
    parameters: z.string().nullable().meta({
      description: "The beginning of the call's parameters, as JSON; null once the request has expired.",
      example: '{"text":"One"}',
    }),
    scope: Scope.nullable().meta({
      description: "`once`: this request only. `skill`: any request for this version of the skill, up to `left`.",
      example: null,
    }),
    left: Credits.meta({ description: "What may still be charged under it.", example: 0 }),
    reason: z.string().nullable().meta({ description: "Why it was refused.", example: null }),
    decided_at: Time.nullable(),
    expires_at: laterTime("2026-11-21T10:00:00.000Z").meta({
      description: "A request waits 24 hours; an approval lasts 24 hours from the decision.",
    }),
    created_at: Time,
  })
  .meta({ id: "Approval" });
export type Approval = z.input<typeof Approval>;
export const ApprovalList = pageOf(Approval).meta({ id: "ApprovalList" });

export const ApprovalDecision = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("approve") }),
  z.strictObject({
    decision: z.literal("approve_skill"),
    amount: Price.meta({ description: "Most credits, in all, for this version of the skill.", example: 10 }),
  }),
  z.strictObject({
    decision: z.literal("refuse"),
    reason: z.string().trim().max(LIMITS.approvalReason.maxLength).default("").meta({
      description: "For the agent that asks.",
      example: "Use the cheaper skill.",
    }),
  }),
]);
export type ApprovalDecision = z.output<typeof ApprovalDecision>;
