import * as details from "@/lib/demand/usage/call-details";
import { DeveloperCall, DeveloperCallParams } from "@/lib/demand/usage/call-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "getSkillCall",
    access: "account",
    tag: "Publishing",
    summary: "One call of one of your skills: why it failed, how long it took, how large it was",
    description: "What was seen at your endpoint is stored for 7 days.",
    params: DeveloperCallParams,
    result: DeveloperCall,
  },
  ({ caller, params }) => details.ofSkill(caller, params.id, params.call),
);
