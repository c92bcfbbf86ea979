import { z } from "zod";
import { Email } from "@/lib/identity/accounts/schemas";
import { Time } from "@/lib/platform/core/fields";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 25;

export const InvitationInput = z.strictObject({ email: Email }).meta({ id: "InvitationInput" });
export type InvitationInput = z.output<typeof InvitationInput>;
export const InvitationParams = z.object({ email: Email });
export const InvitationQuery = z.object(pageQuery(DEFAULT_PAGE_SIZE));
export type InvitationQuery = z.output<typeof InvitationQuery>;

export const InvitationView = z
  .object({
    email: z.string().meta({ example: "ada@example.com" }),
    invited_at: Time,
    accepted_at: Time.nullable().meta({ description: "When an account was created with this email." }),
  })
  .meta({ id: "Invitation" });
export type InvitationView = z.input<typeof InvitationView>;
export const InvitationList = pageOf(InvitationView).meta({ id: "InvitationList" });
export const InvitationWithdrawn = z.object({ status: z.literal("withdrawn") });
