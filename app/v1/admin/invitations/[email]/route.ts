import { InvitationParams, InvitationWithdrawn } from "@/lib/identity/accounts/invitation-schemas";
import * as invitations from "@/lib/identity/accounts/invitations";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const DELETE = endpoint(
  {
    operationId: "adminWithdrawInvitation",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Withdraw an invitation to register",
    params: InvitationParams,
    result: InvitationWithdrawn,
  },
  ({ caller, params }) => invitations.withdraw(caller, params.email),
);
