import { z } from "zod";
import { AccountView, DisplayName, Email } from "@/lib/identity/accounts/schemas";
import { GivenPassword } from "@/lib/identity/accounts/session-schemas";
import { MemberRole } from "@/lib/identity/keys/role-schemas";
import { Id } from "@/lib/platform/core/fields";
import { MutableNotice } from "@/lib/platform/notifications/schemas";

export const Profile = AccountView.extend({
  email_verified: z.boolean().meta({ description: "Whether the address was proved by its mailbox.", example: true }),
  two_factor_enabled: z.boolean().meta({ description: "Whether signing in asks for a code.", example: false }),
  store_call_parameters: z.boolean().meta({
    description: "Whether parameters of your calls are stored for 7 days, for you and for developers who log bodies.",
    example: false,
  }),
  muted_notifications: z.array(MutableNotice).meta({
    description: "Kinds of notifications that are switched off: they arrive as read, and are not mailed.",
    example: [],
  }),
  acting_for: z
    .object({
      id: Id,
      handle: z.string().meta({ example: "acme" }),
      name: z.string().meta({ example: "Acme" }),
      role: MemberRole,
    })
    .nullable()
    .meta({
      description: "The organization for which this key or browser acts, and your role in it; null for yourself.",
    }),
}).meta({ id: "Profile" });
export type Profile = z.output<typeof Profile>;

export const ProfileChange = z.strictObject({
  name: DisplayName.optional(),
  store_call_parameters: z.boolean().optional().meta({
    description: "false deletes what is stored.",
    example: true,
  }),
  muted_notifications: z
    .array(MutableNotice)
    .max(MutableNotice.options.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: "must not repeat a kind" })
    .optional()
    .meta({ description: "All kinds of notifications that are switched off.", example: ["new_review"] }),
});
export type ProfileChange = z.output<typeof ProfileChange>;

export const EmailChange = z.strictObject({ email: Email, password: GivenPassword.optional() });
export type EmailChange = z.output<typeof EmailChange>;

export const VerifyInput = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: "From the link in the mail.", example: "kq1W0y3Qv9mH2b8T4cXr7Zs5Lp6Nd1Ea" }),
});

export const VerificationSent = z
  .object({
    email: z.string().meta({ example: "ada@example.com" }),
    status: z.enum(["sent", "verified"]).meta({
      id: "VerificationStatus",
      description: "`verified`: it was proved before, nothing is sent.",
      example: "sent",
    }),
  })
  .meta({ id: "VerificationSent" });
