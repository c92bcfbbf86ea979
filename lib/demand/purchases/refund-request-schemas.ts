import { z } from "zod";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits } from "@/lib/platform/core/money";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { Interval } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 25;

export const WAITING_STATES = ["open", "declined", "escalated"] as const;
export const REFUND_REQUEST_STATES = [...WAITING_STATES, "refunded", "rejected", "closed"] as const;
export const RefundRequestState = z.enum(REFUND_REQUEST_STATES).meta({
  id: "RefundRequestState",
  description:
    "`open` waits for the developer; `declined` by the developer, and the buyer may ask an administrator; `escalated` waits for an administrator; `refunded` and `rejected` are final; `closed` because the buyer has closed the account.",
  example: "open",
});
export type RefundRequestState = z.output<typeof RefundRequestState>;
type Counts = Record<RefundRequestState, z.ZodNumber>;

const Reason = z.string().trim().min(1, { error: "say why" }).max(LIMITS.reason.maxLength);

export const RefundRequestInput = z
  .strictObject({
    reason: Reason.meta({
      description: "Why; the developer reads it.",
      example: "It never responded to my calls.",
    }),
  })
  .meta({ id: "RefundRequestInput" });
export type RefundRequestInput = z.output<typeof RefundRequestInput>;

export const RefundRequest = z
  .object({
    id: Id,
    purchase_id: Id,
    skill: z.object({ slug: z.string().meta({ example: "text-statistics" }), name: z.string() }),
    amount: Credits.meta({ description: "The charge that is asked back.", example: 5 }),
    interval: Interval,
    reason: z.string(),
    state: RefundRequestState,
    answer: z.string().nullable().meta({ description: "What the developer answered." }),
    answer_due_at: laterTime("2026-11-23T10:00:00.000Z"),
    answered_at: Time.nullable(),
    note: z.string().nullable().meta({ description: "What the administrator said who decided." }),
    decided_at: Time.nullable(),
    refunded: Credits.meta({ description: "Credits that the buyer got back.", example: 0 }),
    created_at: Time,
  })
  .meta({ id: "RefundRequest" });
export type RefundRequest = z.input<typeof RefundRequest>;

export const RefundRequestQuery = z.object({
  state: RefundRequestState.optional(),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type RefundRequestQuery = z.output<typeof RefundRequestQuery>;
export const RefundRequestList = pageOf(RefundRequest).meta({ id: "RefundRequestList" });

export const RefundAnswer = z
  .strictObject({
    decision: z.enum(["accept", "decline"]).meta({
      id: "RefundReply",
      description: "`accept` refunds the whole charge immediately and ends the purchase.",
      example: "decline",
    }),
    reason: Reason.meta({ description: "Why; the buyer reads it.", example: "It was called 400 times." }),
  })
  .meta({ id: "RefundAnswer" });
export type RefundAnswer = z.output<typeof RefundAnswer>;

const Somebody = z.object({
  id: Id,
  name: z.string(),
  email: z.string().meta({ example: "ada@example.com" }),
});

export const AdminRefundRequest = RefundRequest.extend({
  buyer: Somebody,
  developer: Somebody,
  decided_by: z.object({ id: Id, name: z.string() }).nullable(),
}).meta({ id: "AdminRefundRequest" });
export type AdminRefundRequest = z.input<typeof AdminRefundRequest>;
export const AdminRefundRequestList = pageOf(AdminRefundRequest)
  .extend({
    counts: z
      .object(Object.fromEntries(REFUND_REQUEST_STATES.map((state) => [state, z.number().int()])) as Counts)
      .meta({
        description: "How many requests are in each state at all.",
        example: { open: 1, declined: 0, escalated: 2, refunded: 5, rejected: 1, closed: 0 },
      }),
  })
  .meta({ id: "AdminRefundRequestList" });

export const RefundDecision = z
  .strictObject({
    decision: z.enum(["refund", "refund_unused", "reject"]).meta({
      id: "RefundDecisionKind",
      description:
        "`refund` gives the whole charge back, `refund_unused` the rest of the running term by time; both end the purchase. `reject` is final.",
      example: "refund",
    }),
    note: Reason.meta({
      description: "Why; the buyer reads it, and after a refund the developer. Kept in the audit log.",
      example: "The endpoint has failed since Monday.",
    }),
  })
  .meta({ id: "RefundDecision" });
export type RefundDecision = z.output<typeof RefundDecision>;
