import { z } from "zod";
import { GivenPassword } from "@/lib/identity/accounts/session-schemas";
import { Id, Time } from "@/lib/platform/core/fields";

export const CloseInput = z.strictObject({
  password: GivenPassword.optional(),
  give_up_credits: z
    .boolean()
    .default(false)
    .meta({ description: "Required while credits or earnings are left: they are forfeited.", example: true }),
});
export type CloseInput = z.output<typeof CloseInput>;

export const Closed = z.object({ id: Id, closed_at: Time }).meta({ id: "ClosedAccount" });
