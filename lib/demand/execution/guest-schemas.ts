import { z } from "zod";
import { Slug } from "@/lib/supply/skills/schemas";

export const GuestParams = z.object({ slug: Slug });

/** Which budget is used up: this skill's one call, the visitor's day, the network's, the skill's, or that of all visitors. */
export const GUEST_LIMITS = ["used", "visitor", "network", "skill", "all"] as const;
export type GuestLimit = (typeof GUEST_LIMITS)[number];

export const GuestOffer = z.object({
  /** Admits one call of this skill; null when there is none left. */
  token: z.string().nullable(),
  /** Calls that this visitor has left today. */
  left: z.number().int(),
  limit: z.enum(GUEST_LIMITS).nullable(),
});
export type GuestOffer = z.output<typeof GuestOffer>;

export const GuestCall = z.strictObject({
  token: z.string().min(1).max(200),
  parameters: z.record(z.string(), z.unknown()),
});
export type GuestCall = z.output<typeof GuestCall>;

export const GuestResult = z.object({
  result: z.unknown(),
  duration_ms: z.number().int(),
  left: z.number().int(),
});
export type GuestResult = z.output<typeof GuestResult>;
