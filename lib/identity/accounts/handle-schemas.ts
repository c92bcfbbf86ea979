import { z } from "zod";
import { LIMITS, SLUG } from "@/lib/platform/core/limits";

/** A handle as an account chooses it. */
export const Handle = z
  .string()
  .min(LIMITS.handle.minLength)
  .max(LIMITS.handle.maxLength)
  .regex(SLUG, { error: "use lowercase letters, digits and single hyphens" })
  .meta({ description: "Unique handle in the URL of your page.", example: "ada-lovelace" });
