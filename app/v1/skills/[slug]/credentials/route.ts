import { SkillCredentialList } from "@/lib/demand/credentials/schemas";
import * as credentials from "@/lib/demand/credentials/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "listSkillCredentials",
    access: "account",
    tag: "Using skills",
    summary: "List the credentials a skill asks for, and whether yours are stored",
    params: SlugParams,
    result: SkillCredentialList,
  },
  ({ caller, params }) => credentials.ofSkill(caller, params.slug),
);
