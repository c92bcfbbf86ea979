import * as members from "@/lib/identity/organizations/members";
import { MemberList, MemberQuery, OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listMembers",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "List an organization's members, by name",
    params: OrganizationParams,
    query: MemberQuery,
    result: MemberList,
  },
  ({ caller, query }) => members.list(caller, query),
);
