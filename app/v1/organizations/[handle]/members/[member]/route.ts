import * as members from "@/lib/identity/organizations/members";
import { MemberChange, MemberParams, MemberRemoved, MemberView } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const PATCH = endpoint(
  {
    operationId: "updateMember",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Change a member's role",
    description: "To transfer ownership, make another member an owner, then change your own role or leave.",
    params: MemberParams,
    body: MemberChange,
    result: MemberView,
    errors: ["session_required", "last_owner", "way_in_owner"],
  },
  ({ caller, params, body }) => members.change(caller, params.member, body),
);

export const DELETE = endpoint(
  {
    operationId: "removeMember",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Remove a member",
    description:
      "The member's keys, connected programs and install links of this organization stop working immediately. What the member made stays.",
    params: MemberParams,
    result: MemberRemoved,
    errors: ["session_required", "last_owner", "way_in_owner"],
  },
  ({ caller, params }) => members.remove(caller, params.member),
);
