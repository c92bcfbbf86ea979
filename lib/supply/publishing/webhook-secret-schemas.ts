import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";

const MAX_GRACE_HOURS = 168;
const DEFAULT_GRACE_HOURS = 24;

const Secret = z.string().meta({
  description: "A Standard Webhooks secret.",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw2hG1s0n1Zx0=",
});

export const SecretRotation = z
  .strictObject({
    grace_hours: z
      .number()
      .int()
      .min(0)
      .max(MAX_GRACE_HOURS)
      .default(DEFAULT_GRACE_HOURS)
      .meta({
        description: `Hours for which calls are signed with both secrets, 0 to ${MAX_GRACE_HOURS}.`,
        example: DEFAULT_GRACE_HOURS,
      }),
  })
  .meta({ id: "SecretRotation" });
export type SecretRotation = z.output<typeof SecretRotation>;

export const SigningSecret = z
  .object({
    secret: Secret,
    previous: z
      .object({ secret: Secret, ends_at: Time })
      .nullable()
      .meta({ description: "The previous secret, while calls are signed with both." }),
  })
  .meta({ id: "SigningSecret" });
export type SigningSecret = z.input<typeof SigningSecret>;
