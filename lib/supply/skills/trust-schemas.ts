import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";

/** Days that trust metrics cover. */
export const TRUST_DAYS = 30;
export const MIN_CALLS = 20;

const count = (description: string) => z.number().int().meta({ description, example: 42 });
const latency = (description: string) => z.number().int().nullable().meta({ description, example: 91 });

export const Trust = z
  .object({
    days: z.literal(TRUST_DAYS),
    calls: count("Calls and downloads that succeeded or failed because of the skill."),
    callers: count("Distinct accounts that called, downloaded or bought it; those that pay with one card are one."),
    purchases: count("Subscriptions bought."),
    caller_errors: count("Calls that the endpoint rejected because of the caller's input."),
    success_rate: z
      .number()
      .nullable()
      .meta({
        description: `Succeeded of \`calls\`, 0 to 1; null below ${MIN_CALLS} calls.`,
        example: 0.995,
      }),
    p50_ms: latency(
      `Median latency of successful calls in milliseconds, accurate to 20%; null below ${MIN_CALLS} calls.`,
    ),
    p95_ms: latency(`95th percentile latency, measured likewise.`),
    last_failure_at: Time.nullable().meta({
      description: "When a call last failed because of the skill; null if none did.",
      example: null,
    }),
    refund_rate: z.number().nullable().meta({
      description: "Share of purchases that were refunded, 0 to 1; null without purchases.",
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
        .meta({ description: "Calls that failed because of the skill, by day.", example: [0, 0, 1] }),
    }),
  })
  .meta({
    id: "Trust",
    description: `Measured from real calls in the last ${TRUST_DAYS} UTC days, with a delay of about a minute. All figures are of paying accounts, excluding the developer's own and those that share an organization or a card with it.`,
  });
export type Trust = z.input<typeof Trust>;

/** The trust metrics of an unused skill. */
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
