import * as requests from "@/lib/demand/skill-requests/admin";
import { ModeratedRequestList, ModeratedRequestQuery } from "@/lib/demand/skill-requests/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminListSkillRequests",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Requests for skills, reported ones first",
    query: ModeratedRequestQuery,
    result: ModeratedRequestList,
  },
  ({ query }) => requests.list(query),
);
