import { z } from "zod";
import { Slug } from "@/lib/supply/skills/schemas";

export const GuestParams = z.object({ slug: Slug });

export const GuestOffer = z.object({
  /** Admits one call of this skill; null when there is none left. */
  token: z.string().nullable(),
  /** Calls that this visitor has left today. */
  left: z.number().int(),
  /** Why there is none left, and what to do; null while there is one. */
  message: z.string().nullable(),
});
export type GuestOffer = z.output<typeof GuestOffer>;

export const GuestCall = z.strictObject({
  token: z.string().min(1).max(200),
  /** Of a skill that has several. */
  tool: z.string().max(64).optional(),
  parameters: z.record(z.string(), z.unknown()),
});
export type GuestCall = z.output<typeof GuestCall>;

export const GuestResult = z.object({
  result: z.unknown(),
  duration_ms: z.number().int(),
  request_id: z.string(),
});
export type GuestResult = z.output<typeof GuestResult>;
