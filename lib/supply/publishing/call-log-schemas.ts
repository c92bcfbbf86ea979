import { z } from "zod";

export const CallLogSettings = z
  .strictObject({
    bodies: z.boolean().meta({
      description:
        "Whether parameters and responses are stored for 7 days, up to 16 KiB each; only of callers whose accounts store parameters.",
      example: true,
    }),
  })
  .meta({ id: "CallLogSettings" });
export type CallLogSettings = z.output<typeof CallLogSettings>;
