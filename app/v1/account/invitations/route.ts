import * as invitations from "@/lib/identity/organizations/invitations";
import { OwnInvitationList } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listOwnInvitations",
    access: "account",
    tag: "Organizations",
    summary: "List the invitations to organizations for your verified email",
    result: OwnInvitationList,
    errors: ["session_required"],
  },
  ({ caller }) => invitations.listOwn(caller),
);
