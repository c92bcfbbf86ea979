import * as invitations from "@/lib/identity/organizations/invitations";
import {
  MemberInvitationInput,
  MemberInvitationList,
  MemberInvitationView,
  OrganizationParams,
} from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listMemberInvitations",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "List an organization's invitations, newest first",
    params: OrganizationParams,
    result: MemberInvitationList,
  },
  ({ caller }) => invitations.list(caller),
);

export const POST = endpoint(
  {
    operationId: "inviteMember",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Invite somebody by email",
    description:
      "Valid for 7 days, and only for an account whose verified email this is. Inviting the same email again replaces the invitation.",
    params: OrganizationParams,
    body: MemberInvitationInput,
    result: MemberInvitationView,
    errors: ["session_required"],
  },
  ({ caller, body }) => invitations.invite(caller, body),
);
