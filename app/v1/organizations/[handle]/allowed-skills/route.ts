import { AllowedSkillList, AllowedSkillQuery } from "@/lib/demand/allowed-skills/schemas";
import * as allowedSkills from "@/lib/demand/allowed-skills/service";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listAllowedSkills",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Skills that an organization allows its members",
    description: "Those that members ask for come first, with those that were refused last.",
    params: OrganizationParams,
    query: AllowedSkillQuery,
    result: AllowedSkillList,
  },
  ({ caller, query }) => allowedSkills.list(caller, query),
);
