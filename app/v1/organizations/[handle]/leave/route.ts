import * as members from "@/lib/identity/organizations/members";
import { MemberRemoved, OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "leaveOrganization",
    access: "account",
    isOfOrganization: true,
    needsNoCompanySignIn: true,
    tag: "Organizations",
    summary: "Leave an organization",
    description:
      "Your keys and connected programs of this organization stop working immediately. The last owner can't leave.",
    params: OrganizationParams,
    result: MemberRemoved,
    errors: ["session_required", "last_owner", "way_in_owner"],
  },
  ({ caller, params }) => members.leave(caller, params.handle),
);
