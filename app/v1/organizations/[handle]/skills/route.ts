import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as privates from "@/lib/supply/catalog/private-catalog";
import { PrivateSkillList, PrivateSkillsQuery } from "@/lib/supply/catalog/schemas";

export const GET = endpoint(
  {
    operationId: "listPrivateSkills",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Browse and search an organization's private skills",
    params: OrganizationParams,
    query: PrivateSkillsQuery,
    result: PrivateSkillList,
  },
  ({ caller, query }) => privates.browse(caller, query),
);
