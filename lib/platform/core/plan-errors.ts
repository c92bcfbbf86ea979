import { z } from "zod";
import { type ErrorKind, link, SAMPLE_BASE } from "@/lib/platform/core/error-kind";

/** Errors of the plans of subscriptions. */
export const PLAN_ERRORS = {
  plan_used_up: {
    status: 402,
    meaning:
      "The plan of the subscription includes no more calls or units until its next term at `details.resets_at`. Wait for that, or change to a larger plan at `details.plan_url`.",
    details: z.object({
      included_calls: z.number().int().nullable().meta({ description: "Calls that a term includes; null for units." }),
      used_up: z.array(z.string()).meta({ description: "Units that are used up; empty for calls." }),
      resets_at: z.string().meta({ description: "When the next term begins." }),
      plan_url: link("POST here to change the plan."),
    }),
    example: {
      message: "Your plan includes 1,000 calls a term, all of which are used.",
      details: {
        included_calls: 1000,
        used_up: [],
        resets_at: "2026-12-20T10:00:00.000Z",
        plan_url: `${SAMPLE_BASE}/v1/purchases/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11/plan`,
      },
    },
  },
} as const satisfies Record<string, ErrorKind>;
