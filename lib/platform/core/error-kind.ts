import { z } from "zod";

/** What an endpoint has that lets it answer with an error: callers, inputs, a stored answer, a rate limit. */
export type ErrorCause = "always" | "account" | "query" | "body" | "upload" | "params" | "idempotent" | "throttled";

export type ErrorKind = {
  status: number;
  /** Every endpoint that has one of these may answer with it; endpoints name the errors of their own verbs in `errors`. */
  by?: readonly ErrorCause[];
  /** For the page of errors: what happened, and what to do. */
  meaning: string;
  details?: z.ZodObject;
  example?: { message: string; param?: string; details?: Record<string, unknown> };
};

export const amount = (description: string) => z.number().meta({ description });
export const link = (description: string) => z.string().meta({ description });
export const issues = z
  .array(z.object({ param: z.string(), message: z.string() }))
  .meta({ description: "Every field at fault." });
export const SAMPLE_BASE = "https://market.example.com";
