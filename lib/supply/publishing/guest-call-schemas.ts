import { z } from "zod";

export const GuestCallSettings = z
  .strictObject({
    allowed: z.boolean().meta({
      description:
        "Whether a visitor may try it once a day without an account: an API whose first call is free for every account. Nothing is paid for it.",
      example: true,
    }),
  })
  .meta({ id: "GuestCallSettings" });
export type GuestCallSettings = z.output<typeof GuestCallSettings>;
