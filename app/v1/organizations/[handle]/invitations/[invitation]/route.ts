import * as invitations from "@/lib/identity/organizations/invitations";
import {
  MemberInvitationParams,
  MemberInvitationView,
  MemberInvitationWithdrawn,
} from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "resendMemberInvitation",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Send an invitation again, valid for another 7 days",
    params: MemberInvitationParams,
    result: MemberInvitationView,
    errors: ["session_required"],
  },
  ({ caller, params }) => invitations.resend(caller, params.invitation),
);

export const DELETE = endpoint(
  {
    operationId: "withdrawMemberInvitation",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Withdraw an invitation",
    params: MemberInvitationParams,
    result: MemberInvitationWithdrawn,
    errors: ["session_required"],
  },
  ({ caller, params }) => invitations.withdraw(caller, params.invitation),
);
