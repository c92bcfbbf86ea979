import { z } from "zod";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits } from "@/lib/platform/core/money";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";
import { isInOrder, SPAN_FIELDS, SPAN_ORDER } from "@/lib/platform/core/span";
import { UsageKind, UsageStatus, UsedTool, UsedVersion } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 50;

const SummaryInterval = z.enum(["hour", "day"]).meta({ id: "SummaryInterval" });
const range = {
  ...SPAN_FIELDS,
  skill: z
    .string()
    .min(1)
    .max(LIMITS.slug.maxLength)
    .optional()
    .meta({ description: "Slug of a skill.", example: "text-statistics" }),
  key_id: Id.optional().meta({ description: "Only what was done with this API key." }),
  status: UsageStatus.optional().meta({ description: "Only calls that ended like this.", example: "failed" }),
};

export const UsageQuery = z
  .object({
    ...pageQuery(DEFAULT_PAGE_SIZE),
    ...cursorQuery(Id),
    ...range,
  })
  .refine(isInOrder, SPAN_ORDER)
  .refine(hasOneStart, ONE_START);
export type UsageQuery = z.output<typeof UsageQuery>;
export const SpanQuery = z.object(range).refine(isInOrder, SPAN_ORDER);
export type SpanQuery = z.output<typeof SpanQuery>;
export const SummaryQuery = z
  .object({
    ...range,
    interval: SummaryInterval.default("day").meta({
      description: "How the span is cut, in UTC; by the hour for at most 7 days.",
      example: "day",
    }),
  })
  .refine(isInOrder, SPAN_ORDER);
export type SummaryQuery = z.output<typeof SummaryQuery>;

/** A unit of a call as its usage record holds it; the price is decimal text of credits. */
export type StoredUnit = { name: string; quantity: number; free: number; price: string };

/** The units of a call. */
export const UsedUnits = z
  .array(
    z
      .object({
        name: z.string().meta({ example: "pages" }),
        quantity: z
          .number()
          .int()
          .meta({ description: "How many were reported, at most the unit's most.", example: 3 }),
        free: z.number().int().meta({ description: "How many of them were free.", example: 0 }),
        price: Credits.meta({ description: "Price of one of the others.", example: 0.01 }),
      })
      .meta({ id: "UsedUnit" }),
  )
  .nullable()
  .meta({ description: "What a call was charged for beside its price; null without units.", example: null });

/** Units as they are shown. */
export const toUsedUnits = (units: StoredUnit[] | null) =>
  units?.map(({ price, quantity, free, ...unit }) => ({
    ...unit,
    quantity,
    free: Math.min(quantity, free),
    price: Number(price),
  })) ?? null;

export const UsageRecord = z
  .object({
    id: Id,
    skill: z.string().meta({ description: "Slug.", example: "text-statistics" }),
    version: UsedVersion,
    tool: UsedTool,
    kind: UsageKind,
    status: UsageStatus,
    cost: Credits.meta({ example: 0.02 }),
    units: UsedUnits,
    free: z.boolean().meta({ description: "Whether a free call was used.", example: false }),
    error_code: z.string().nullable().meta({
      description:
        "Why it failed. Of a call that succeeded, `response_invalid`: its response breaks the skill's response schema; `usage_invalid`: it reports no units that can be read, so that none are charged; `usage_cut`: it reports more than a call may cost, which is not charged.",
      example: null,
    }),
    duration_ms: z.number().int().meta({ example: 120 }),
    key_prefix: z.string().nullable().meta({ description: "Start of the key.", example: "skm_4fTq9x" }),
    created_at: Time,
  })
  .meta({ id: "UsageRecord" });
export type UsageRecord = z.input<typeof UsageRecord>;
export const UsageList = pageOf(UsageRecord).meta({ id: "UsageList" });

const SUMS = {
  calls: z.number().int().meta({ example: 42 }),
  failed: z.number().int().meta({ description: "Those of the calls that failed, uncharged.", example: 2 }),
  cost: Credits.meta({ example: 0.8 }),
};
export const UsagePeriod = z
  .object({
    date: z.string().meta({
      description: "A UTC day, or with interval=hour the beginning of a UTC hour, such as 2026-11-20T14:00:00Z.",
      example: "2026-11-20",
    }),
    skill: z.string().meta({ example: "text-statistics" }),
    ...SUMS,
  })
  .meta({ id: "UsagePeriod" });
export const UsageSummary = z
  .object({
    data: z.array(UsagePeriod).meta({
      description: "Oldest first; periods without a call are left out. Those at the ends may be cut.",
    }),
    totals: z.object(SUMS),
    interval: SummaryInterval.meta({ example: "day" }),
    start_date: laterTime("2026-11-20T00:00:00.000Z"),
    end_date: laterTime("2026-11-21T00:00:00.000Z"),
  })
  .meta({ id: "UsageSummary" });

/** How a call went at its endpoint: its last status, how often it answered, milliseconds until it began to, and sizes. */
export type StoredTrace = {
  request_id: string | null;
  endpoint_status: number | null;
  endpoint_answers: number;
  first_byte_ms: number | null;
  request_bytes: number;
  response_bytes: number | null;
};
