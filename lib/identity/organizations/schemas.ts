import { z } from "zod";
import { Handle } from "@/lib/identity/accounts/handle-schemas";
import { DisplayName, Email } from "@/lib/identity/accounts/schemas";
import { MemberRole } from "@/lib/identity/keys/role-schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, Price } from "@/lib/platform/core/money";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;
/** Most members and open invitations of an organization together. */
export const MAX_MEMBERS = 1_000;

/** An unknown or malformed handle is a 404. */
export const OrganizationParams = z.object({
  handle: Handle.meta({ description: "Handle of the organization.", example: "acme" }),
});
export const MemberParams = OrganizationParams.extend({ member: Id });
export const MemberInvitationParams = OrganizationParams.extend({ invitation: Id });
export const OwnInvitationParams = z.object({ invitation: Id });

const Name = DisplayName.meta({ description: "Name of the organization, one line.", example: "Acme" });

export const OrganizationInput = z
  .strictObject({ name: Name, handle: Handle.meta({ description: "Unique handle.", example: "acme" }) })
  .meta({ id: "OrganizationInput" });
export type OrganizationInput = z.output<typeof OrganizationInput>;

/** What an organization lets its members use. */
export const ALLOWED_ONLY = ["off", "skills", "versions"] as const;
const AllowedOnly = z.enum(ALLOWED_ONLY).meta({
  id: "AllowedOnly",
  description:
    "Which skills members may use: all (`off`), allowed ones (`skills`), or allowed ones in versions that were looked at (`versions`).",
  example: "off",
});

export const OrganizationChange = z
  .strictObject({
    name: Name.optional(),
    store_call_parameters: z.boolean().optional().meta({
      description:
        "Whether parameters of the organization's calls are stored for 7 days; false deletes what is stored.",
      example: false,
    }),
    two_people: z.boolean().optional().meta({
      description: "Whether a version of a private skill is approved by another owner or developer than its author.",
      example: true,
    }),
    allowed_only: AllowedOnly.optional(),
  })
  .meta({ id: "OrganizationChange" });
export type OrganizationChange = z.output<typeof OrganizationChange>;

export const OrganizationView = z
  .object({
    id: Id,
    handle: z.string().meta({ example: "acme" }),
    name: z.string().meta({ example: "Acme" }),
    role: MemberRole.meta({ description: "Your role in it." }),
    member_count: z.number().int().meta({ example: 12 }),
    store_call_parameters: z.boolean().meta({
      description: "Whether parameters of its calls are stored for 7 days.",
      example: false,
    }),
    two_people: z.boolean().meta({
      description: "Whether a version of a private skill is approved by another owner or developer than its author.",
      example: false,
    }),
    allowed_only: AllowedOnly,
    created_at: Time,
  })
  .meta({ id: "Organization" });
export type OrganizationView = z.input<typeof OrganizationView>;
export const OrganizationList = pageOf(OrganizationView).meta({ id: "OrganizationList" });

export const MemberQuery = z.object({
  ...pageQuery(DEFAULT_PAGE_SIZE),
  search: z.string().trim().min(1).max(LIMITS.email.maxLength).optional().meta({
    description: "A part of the name or email.",
    example: "ada",
  }),
  role: MemberRole.optional(),
});
export type MemberQuery = z.output<typeof MemberQuery>;

export const MemberView = z
  .object({
    id: Id.meta({ description: "Id of the person's account." }),
    name: z.string().meta({ example: "Ada Lovelace" }),
    email: z.string().meta({ example: "ada@example.com" }),
    role: MemberRole,
    ask_above: Credits.nullable().meta({
      description: "A charge of the member's keys above this needs an approval; null for none.",
      example: null,
    }),
    joined_at: Time,
  })
  .meta({ id: "Member" });
export type MemberView = z.input<typeof MemberView>;
export const MemberList = pageOf(MemberView).meta({ id: "MemberList" });

export const MemberChange = z
  .strictObject({
    role: MemberRole.optional(),
    ask_above: Price.nullable().optional().meta({
      description: "A charge of the member's keys above this needs an approval; null for none.",
      example: 5,
    }),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one field to change" })
  .meta({ id: "MemberChange" });
export type MemberChange = z.output<typeof MemberChange>;
export const MemberRemoved = z.object({ id: Id, removed: z.literal(true) }).meta({ id: "MemberRemoved" });

export const MemberInvitationInput = z
  .strictObject({ email: Email, role: MemberRole })
  .meta({ id: "MemberInvitationInput" });
export type MemberInvitationInput = z.output<typeof MemberInvitationInput>;

export const MemberInvitationView = z
  .object({
    id: Id,
    email: z.string().meta({ example: "ada@example.com" }),
    role: MemberRole,
    invited_at: Time,
    expires_at: Time,
  })
  .meta({ id: "MemberInvitation" });
export type MemberInvitationView = z.input<typeof MemberInvitationView>;
export const MemberInvitationList = pageOf(MemberInvitationView).meta({ id: "MemberInvitationList" });
export const MemberInvitationWithdrawn = z
  .object({ id: Id, status: z.enum(["withdrawn", "declined"]).meta({ id: "InvitationEnd" }) })
  .meta({ id: "MemberInvitationWithdrawn" });

export const OwnInvitation = z
  .object({
    id: Id,
    organization: z.object({
      handle: z.string().meta({ example: "acme" }),
      name: z.string().meta({ example: "Acme" }),
    }),
    role: MemberRole,
    invited_by: z.string().meta({ description: "Name of who invited you.", example: "Grace Hopper" }),
    expires_at: Time,
  })
  .meta({ id: "OwnInvitation" });
export type OwnInvitation = z.input<typeof OwnInvitation>;
export const OwnInvitationList = pageOf(OwnInvitation).meta({ id: "OwnInvitationList" });

export const Joined = z
  .object({ id: Id.meta({ description: "Id of the organization." }), handle: z.string().meta({ example: "acme" }) })
  .meta({ id: "OrganizationJoined" });
