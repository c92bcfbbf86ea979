import * as requests from "@/lib/demand/skill-requests/admin";
import { ModeratedRequest } from "@/lib/demand/skill-requests/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const DELETE = endpoint(
  {
    operationId: "adminRemoveSkillRequest",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Remove a request for a skill",
    params: IdParams,
    result: ModeratedRequest,
  },
  ({ caller, params }) => requests.remove(caller, params.id),
);
