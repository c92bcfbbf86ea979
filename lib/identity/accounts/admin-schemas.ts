import { z } from "zod";
import { LIMITS } from "@/lib/platform/core/limits";

/** Why an administrator does something; recorded in the audit log. */
export const Reason = z
  .string()
  .trim()
  .min(1, { error: "say why: it is recorded in the audit log" })
  .max(LIMITS.reason.maxLength)
  .meta({ description: "Why; recorded in the audit log.", example: "Reported by three buyers." });

export const ReasonInput = z.strictObject({ reason: Reason }).meta({ id: "ReasonInput" });
export type ReasonInput = z.output<typeof ReasonInput>;
