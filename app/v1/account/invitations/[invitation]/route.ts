import * as invitations from "@/lib/identity/organizations/invitations";
import { Joined, MemberInvitationWithdrawn, OwnInvitationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "acceptInvitation",
    access: "account",
    tag: "Organizations",
    summary: "Accept an invitation, and become a member",
    params: OwnInvitationParams,
    result: Joined,
    errors: ["session_required"],
  },
  ({ caller, params }) => invitations.accept(caller, params.invitation),
);

export const DELETE = endpoint(
  {
    operationId: "declineInvitation",
    access: "account",
    tag: "Organizations",
    summary: "Decline an invitation",
    params: OwnInvitationParams,
    result: MemberInvitationWithdrawn,
    errors: ["session_required"],
  },
  ({ caller, params }) => invitations.decline(caller, params.invitation),
);
