import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { Credits } from "@/lib/platform/core/money";
import { MAX_PAGE_SIZE, pageOf, pageQuery } from "@/lib/platform/core/page";
import { SkillStatus, UsageKind, UsageStatus, UsedVersion } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 50;
const MAX_CODE_CHARS = 64;
const MAX_SLUG_CHARS = 100;
export const SPANS = ["7", "30", "90"] as const;

export const AnalyticsQuery = z.object({
  days: z
    .enum(SPANS)
    .meta({ id: "AnalyticsDays" })
    .default("30")
    .transform(Number)
    .meta({ description: "UTC days up to today: 7, 30 or 90.", example: "30" }),
});
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>;

export const OverviewQuery = AnalyticsQuery.extend(pageQuery(MAX_PAGE_SIZE));
export type OverviewQuery = z.output<typeof OverviewQuery>;

const count = (description: string) => z.number().int().meta({ description, example: 42 });
const METRICS = {
  calls: count("Executions that succeeded."),
  downloads: count("Downloads that succeeded."),
  failures: count("Calls and downloads that failed, and were not charged."),
  success_rate: z.number().nullable().meta({
    description:
      "Succeeded of those and of failures of the endpoint, 0 to 1; parameters that the endpoint refused do not count. Null without any.",
    example: 0.995,
  }),
  sales: count("Subscriptions sold and renewed."),
  revenue: Credits.meta({ description: "What buyers paid, less refunds.", example: 12.5 }),
  fees: Credits.meta({ description: "The marketplace's share of it.", example: 1.875 }),
  earned: Credits.meta({ description: "The rest.", example: 10.625 }),
  views: count("Views of its page in browsers, one for each browser and day, without yours."),
  guest_calls: count("Calls of visitors without an account that succeeded. They are free and count in nothing else."),
};
const CONVERSION = {
  tried: count("Accounts that called or downloaded it, without yours."),
  buyers: count("Those that paid for a call, a download or a subscription."),
  conversion: z.number().nullable().meta({
    description:
      "Buyers of views, 0 to 1. Null without views, and with more buyers than views: agents buy without the page.",
    example: 0.035,
  }),
};
const Latency = z.number().int().nullable().meta({ description: "Milliseconds, within a fifth.", example: 91 });

export const SkillAnalytics = z
  .object({
    days: z.number().int().meta({ example: 30 }),
    totals: z.object({
      ...METRICS,
      ...CONVERSION,
      callers: count("Different accounts that called."),
      p50_ms: Latency,
      p95_ms: Latency,
    }),
    errors: z
      .array(z.object({ code: z.string().meta({ example: "upstream_timeout" }), count: count("How often.") }))
      .meta({ description: "Failures by their code, most frequent first." }),
    units: z
      .array(z.object({ name: z.string().meta({ example: "pages" }), quantity: count("How many were reported.") }))
      .meta({ description: "Units of the calls, by name.", example: [] }),
    daily: z.array(
      z.object({
        date: z.string().meta({ description: "A UTC day.", example: "2026-11-20" }),
        ...METRICS,
        p95_ms: Latency,
      }),
    ),
    updated_at: Time.nullable().meta({ description: "What has been counted; about a minute behind." }),
  })
  .meta({ id: "SkillAnalytics" });

export const SkillOverview = pageOf(
  z.object({
    skill: z.object({ id: Id, slug: z.string().meta({ example: "text-statistics" }), name: z.string() }),
    status: SkillStatus,
    live: z.boolean(),
    ...METRICS,
    ...CONVERSION,
    p95_ms: Latency,
  }),
).meta({ id: "SkillOverview" });

export const ViewInput = z.strictObject({
  skill: z.string().max(MAX_SLUG_CHARS).optional().meta({
    description: "The slug of the skill whose page it is.",
    example: "text-statistics",
  }),
  is_visit: z
    .boolean()
    .default(false)
    .meta({
      description: "Whether it is the browser's first page of the UTC day.",
      override: { default: false },
    }),
});
export const ViewCounted = z.object({ counted: z.boolean() }).meta({ id: "ViewCounted" });

export const CallLogQuery = z.object({
  status: UsageStatus.optional().meta({ description: "Only these.", example: "failed" }),
  error_code: z
    .string()
    .min(1)
    .max(MAX_CODE_CHARS)
    .optional()
    .meta({ description: "Only failures with this code.", example: "upstream_timeout" }),
  flagged: z.enum(["true"]).optional().meta({
    description: "Only calls whose report of units was cut, or could not be read.",
    example: "true",
  }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type CallLogQuery = z.output<typeof CallLogQuery>;

export const CallLog = pageOf(
  z.object({
    id: Id,
    call_id: z.string().nullable().meta({
      description: "The webhook-id that your endpoint was sent.",
      example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
    }),
    caller_id: z.string().meta({
      description: "The caller's pseudonym for this skill, as in X-Caller-Id.",
      example: "caller_u4l0Zk3bVYw5sQ1xNq8tR2pW",
    }),
    version: UsedVersion,
    kind: UsageKind,
    status: UsageStatus,
    cost: Credits.meta({ description: "What the caller paid.", example: 0.02 }),
    free: z.boolean().meta({ description: "Whether a free call was used.", example: false }),
    error_code: z.string().nullable(),
    duration_ms: z.number().int(),
    created_at: Time,
  }),
).meta({ id: "CallLog" });
export type LoggedCall = z.input<typeof CallLog>["data"][number];
