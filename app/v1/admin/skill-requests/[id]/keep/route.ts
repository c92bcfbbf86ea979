import * as requests from "@/lib/demand/skill-requests/admin";
import { ModeratedRequest } from "@/lib/demand/skill-requests/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminKeepSkillRequest",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Keep a reported request for a skill",
    description: "It is no longer reported, and can't be reported again.",
    params: IdParams,
    result: ModeratedRequest,
  },
  ({ caller, params }) => requests.keep(caller, params.id),
);
