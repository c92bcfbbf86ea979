import { z } from "zod";
import { Time } from "@/lib/core/fields";

/** Days that the figures look back over. */
export const TRUST_DAYS = 30;
/** Fewer calls than this say nothing about a rate or a latency. */
export const MIN_CALLS = 20;

const count = (description: string) => z.number().int().meta({ description, example: 42 });
const latency = (description: string) => z.number().int().nullable().meta({ description, example: 91 });

export const Trust = z
  .object({
    days: z.literal(TRUST_DAYS),
    calls: count("Calls and downloads of customers: those that succeeded, and those that the skill failed."),
    callers: count("Different accounts that called or downloaded it, the developer's own apart."),
    purchases: count("Subscriptions bought."),
    caller_errors: count("Calls that the endpoint refused because of what the caller sent."),
    success_rate: z
      .number()
      .nullable()
      .meta({
        description: `Succeeded of \`calls\`, 0 to 1; null below ${MIN_CALLS} calls.`,
        example: 0.995,
      }),
    p50_ms: latency(
      `Median milliseconds of a successful call, within a fifth; null below ${MIN_CALLS} calls.`,
    ),
    p95_ms: latency(`The same for 95 of 100 calls.`),
    last_failure_at: Time.nullable().meta({
      description: "When the skill failed a customer last; null if it has not.",
      example: null,
    }),
    refund_rate: z.number().nullable().meta({
      description: "Purchases refunded of those bought, 0 to 1; null without purchases.",
      example: null,
    }),
    daily: z.object({
      until: z
        .string()
        .nullable()
        .meta({ description: "The last UTC day; null before the first call.", example: "2026-11-20" }),
      calls: z
        .array(z.number().int())
        .meta({ description: "Successful calls by day, oldest first.", example: [3, 0, 5] }),
      failures: z
        .array(z.number().int())
        .meta({ description: "Calls that the skill failed, by day.", example: [0, 0, 1] }),
    }),
  })
  .meta({
    id: "Trust",
    description: `Measured from real calls of the last ${TRUST_DAYS} UTC days, a minute behind.`,
  });
export type Trust = z.input<typeof Trust>;

/** What is known of a skill that nobody has used. */
export const NO_TRUST: Trust = {
  days: TRUST_DAYS,
  calls: 0,
  callers: 0,
  purchases: 0,
  caller_errors: 0,
  success_rate: null,
  p50_ms: null,
  p95_ms: null,
  last_failure_at: null,
  refund_rate: null,
  daily: { until: null, calls: [], failures: [] },
};
