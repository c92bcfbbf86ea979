import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The body of every failure. */
export const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(codes).meta({ description: "Stable and machine-readable." }),
      message: z.string().meta({ description: "For people: what happened and what to do." }),
      param: z.string().nullable().meta({ description: "JSON path or query name at fault." }),
      details: z.record(z.string(), z.unknown()),
      request_id: z.string(),
    }),
  })
  .meta({ id: "Error" });

const EXAMPLES: Partial<
  Record<ErrorCode, { message: string; param?: string; details?: Record<string, unknown> }>
> = {
  invalid_request: {
    message: "name: is required",
    param: "name",
    details: { issues: [{ param: "name", message: "is required" }] },
  },
  insufficient_credits: {
    message: "This costs 5 credits; you have 2.5.",
    details: { required: 5, available: 2.5, shortfall: 2.5, topup_url: "https://market.example.com/wallet" },
  },
};

/** An error of a code, as the document shows it. */
export function exampleError(code: ErrorCode) {
  const example = EXAMPLES[code];
  return {
    error: {
      code,
      message:
        example?.message ?? `${code.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())}.`,
      param: example?.param ?? null,
      details: example?.details ?? {},
      request_id: "req_0f3c1a9be1d64c7fa2f4f0f2b7c9d1e4",
    },
  };
}
